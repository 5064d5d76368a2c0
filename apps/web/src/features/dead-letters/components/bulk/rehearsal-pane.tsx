import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { endedOf } from "@/lib/replay-outcomes.ts";
import { sentence } from "@/lib/sentence.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Distribution } from "@/ui/meter.tsx";
import { Note } from "@/ui/note.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { Time } from "@/ui/time.tsx";
import { handOverWords, type Job, outcomeLines, type Selection } from "../../bulk-words.ts";

const WHYS_SHOWN = 5;
const ITEMS_LOOKED_AT = 100;
const REFRESH_MS = 1_000;

/** What would come of each letter, as far as it is rehearsed; nothing is changed by it. */
export function RehearsalPane(props: {
  readonly selection: Selection;
  readonly rehearsal: Job | undefined;
  readonly error: unknown;
  readonly onAgain: () => void;
}) {
  const { selection, rehearsal, error, onAgain } = props;
  const handOver = handOverWords(selection);
  return (
    <section
      aria-label="Dry run"
      className="border-line bg-surface-2 px-5 py-4 max-narrow:border-t narrow:border-l"
    >
      <header className="mb-2.5 flex items-center gap-2">
        <Glyph name="flask" size="sm" className="text-ink-2" />
        <h3 className="text-13 font-semibold">Dry run of these {formatCount(selection.letters)}</h3>
        <span className="ml-auto text-12 text-ink-3">
          {rehearsal && <Time at={rehearsal.createdAt} />}
        </span>
        {rehearsal && (
          <Button size="sm" onClick={onAgain} disabled={rehearsal.state === "running"}>
            Run again
          </Button>
        )}
      </header>
      {error !== null && error !== undefined && (
        <Note kind="bad" className="mb-2.5" title="The dry run could not be asked for.">
          {sentence(messageOf(error))}. Nothing was changed.
        </Note>
      )}
      {rehearsal ? (
        <Outcomes job={rehearsal} />
      ) : (
        <p className="text-12 text-ink-3">
          {selection.letters === 0 ? "There is nothing to rehearse." : "Asking the workers…"}
        </p>
      )}
      <Note kind="info" className="mt-3">
        What runs is exactly these letters. Services are called for real. One that somebody else
        replays first changes nothing.
      </Note>
      {handOver && (
        <Note kind="info" className="mt-3">
          {handOver}
        </Note>
      )}
    </section>
  );
}

function Outcomes({ job }: { readonly job: Job }) {
  const lines = outcomeLines(job);
  const ended = endedOf(job);
  const failed = job.failed + job.held + job.skipped;
  return (
    <>
      <Distribution
        shares={[
          ...lines.map(({ label, count, tone }) => ({ label, count, tone })),
          { label: "not rehearsed yet", count: job.letters - ended, tone: "faint" },
        ]}
      />
      <p role="status" className="mt-1.5 text-12 text-ink-3">
        {ended < job.letters
          ? `${formatCount(ended)} of ${formatPlural(job.letters, "letter")} rehearsed${job.state === "running" ? "…" : ""}`
          : `${formatPlural(ended, "letter")} rehearsed; nothing was changed`}
      </p>
      <ul className="mt-2 text-12">
        {lines.map(({ outcome, label, count, tone }) => (
          <li
            key={outcome}
            className="flex items-center gap-2 border-line py-1.5 not-first:border-t"
          >
            <span className={TONE_TEXT[tone]} aria-hidden>
              ■
            </span>
            <span className="font-strong">{label}</span>
            <b className="ml-auto font-strong">{formatCount(count)}</b>
          </li>
        ))}
      </ul>
      {failed > 0 && <Whys job={job} count={failed} />}
    </>
  );
}

/** Why, of the first that would not come through. */
function Whys({ job, count }: { readonly job: Job; readonly count: number }) {
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.replayJobs.items.queryOptions({ id: job.id, which: "notThrough", limit: ITEMS_LOOKED_AT }),
    { deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  const whys = new Map<string, number>();
  for (const { why, outcome } of query.data ?? []) {
    const words = why ?? outcome ?? "not said";
    whys.set(words, (whys.get(words) ?? 0) + 1);
  }
  const first = [...whys].sort(([, one], [, other]) => other - one).slice(0, WHYS_SHOWN);
  return (
    <div className="mt-2 text-12">
      {query.isError && (
        <p role="alert" className="text-red">
          Why could not be read{query.data && " anew"}: {messageOf(query.error)}.
        </p>
      )}
      <ul className="text-ink-2">
        {first.map(([why]) => (
          <li key={why} className="truncate py-0.5" title={why}>
            {sentence(why)}
          </li>
        ))}
      </ul>
      <ButtonLink
        size="sm"
        kind="ghost"
        after="arrow"
        className="mt-1"
        href={paths.replayJob(job.id, { which: "notThrough" })}
      >
        These {formatPlural(count, "letter")}
      </ButtonLink>
    </div>
  );
}
