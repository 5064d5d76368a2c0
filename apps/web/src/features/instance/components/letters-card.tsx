import Link from "next/link";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import { Time } from "@/ui/time.tsx";
import type { Instance } from "../instance.ts";

type Letter = Instance["letters"][number];

/** Dead letters of the instance and of its conversation. */
export function LettersCard({ instance: { letters } }: { readonly instance: Instance }) {
  const open = letters.filter(({ resolvedAt }) => resolvedAt === null);
  const own = open.filter((letter) => letter.own);
  return (
    <Card label="Letters" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Letters" sub={subOf(own.length, open.length)} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} />
        ))}
        {letters.length === 0 && (
          <p className="px-3.5 py-2.5 text-12 text-ink-3">None in this conversation.</p>
        )}
      </div>
    </Card>
  );
}

function subOf(own: number, open: number): string | undefined {
  if (open === 0) return undefined;
  return own > 0 ? `${own} of this instance` : `${open} in the chain`;
}

function LetterRow({ letter }: { readonly letter: Letter }) {
  const resolved = letter.resolvedAt !== null;
  return (
    <Link
      href={paths.deadLetter(letter.id)}
      className="block border-line px-3.5 py-2 not-last:border-b hover:bg-surface-2"
    >
      <div className="flex items-center gap-2">
        <StateGlyph state={resolved ? "visited" : "dead"} decorative />
        <b className="min-w-0 flex-1 truncate font-strong" title={letter.title}>
          {letter.title}
        </b>
        <Time at={letter.lastSeenAt} show="age" className="flex-none text-12 text-ink-3" />
      </div>
      <div className="mono truncate text-12 text-ink-2">{letter.eventType}</div>
      <div className="truncate text-12 text-ink-3">
        {resolved ? "resolved" : `${letter.consumer}, ${formatPlural(letter.attempts, "attempt")}`}
      </div>
    </Link>
  );
}
