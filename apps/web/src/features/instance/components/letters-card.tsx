import Link from "next/link";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import { Time } from "@/ui/time.tsx";
import type { Instance } from "../instance.ts";
import { useLetters } from "../use-letters.ts";

type Letter = Instance["letters"][number];

/** Dead letters of the instance and of its conversation. */
export function LettersCard({ instance }: { readonly instance: Instance }) {
  const { letters, more, isReading, error, read } = useLetters(instance);
  const open = letters.filter(({ resolvedAt }) => resolvedAt === null);
  const own = open.filter((letter) => letter.own);
  return (
    <Card label="Letters" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Letters" sub={subOf(own.length, open.length, more)} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} />
        ))}
        {letters.length === 0 && (
          <p className="px-3.5 py-2.5 text-12 text-ink-3">None in this conversation.</p>
        )}
        {more && (
          <div className="flex items-center gap-2 px-3.5 py-2 text-12 text-ink-3">
            <Button size="sm" disabled={isReading} onClick={read}>
              More letters
            </Button>
            <span role="status">
              {error ? "They could not be read." : `${letters.length} are listed; there are more.`}
            </span>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Open ones come first, so that their count is a lower bound only while more than these are open. */
function subOf(own: number, open: number, more: boolean): string | undefined {
  if (open === 0) return undefined;
  const atLeast = more ? "≥ " : "";
  return own > 0 ? `${atLeast}${own} of this instance` : `${atLeast}${open} in the chain`;
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
