import { cx } from "@/lib/cx.ts";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Time } from "@/ui/time.tsx";
import { type HistoryLine, historyLines } from "../history-lines.ts";

type Letter = RouterOutputs["deadLetters"]["get"];

/** What happened to a letter, the newest at the end. */
export function HistoryCard({ letter }: { readonly letter: Letter }) {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.deadLetters.history.queryOptions({ id: letter.id }), {
    deadLetters: true,
    audit: true,
  });
  return (
    <Card label="History" className="flex min-h-40 flex-1 flex-col overflow-hidden">
      <CardHeader title="History" sub="of this letter">
        <ButtonLink kind="ghost" size="sm" after="arrow" href={paths.audit({ q: letter.id })}>
          Audit
        </ButtonLink>
      </CardHeader>
      <QueryView query={query} what="the history" consequence="There may be one." rows={3}>
        {(history) => (
          <ScrollArea as="ol" className="min-h-0 overflow-y-auto py-1.5">
            {history.more && (
              <li className="px-3.5 py-0.5 text-12 text-ink-3">Older entries are not listed.</li>
            )}
            {historyLines(history, letter).map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ScrollArea>
        )}
      </QueryView>
    </Card>
  );
}

function Line({ line }: { readonly line: HistoryLine }) {
  const { actor, text, reason, at, glyph, isBad } = line;
  return (
    <li className="flex items-start gap-[9px] px-3.5 py-0.5 text-12">
      <Glyph name={glyph} size="sm" className={cx("mt-0.5", isBad ? "text-red" : "text-ink-2")} />
      <span className="min-w-0 break-words">
        {actor && <b className="font-strong">{actor} </b>}
        {text}
        {reason && <span className="text-ink-2">, “{reason}”</span>}
      </span>
      <Time at={at} className="ml-auto flex-none text-ink-3" />
    </li>
  );
}
