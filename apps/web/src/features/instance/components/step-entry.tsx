import Link from "next/link";
import { cutWords } from "@/lib/cut-words.ts";
import { cx } from "@/lib/cx.ts";
import { eventWords } from "@/lib/event-words.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { relativePath } from "@/lib/relative-path.ts";
import { sentence } from "@/lib/sentence.ts";
import { DiffView } from "@/ui/diff-view.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";
import type { TimelineEntry } from "../build-timeline.ts";
import type { Step } from "../instance.ts";

type StepOf = Extract<TimelineEntry, { kind: "step" }>;

/** One step: what moved it, where from and where to; the one that is looked at shows what it changed and announced. */
export function StepEntry(props: {
  readonly entry: StepOf;
  readonly correlationId: string;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}) {
  const { entry, correlationId, isSelected, onSelect } = props;
  const { step, failed, afterMs } = entry;
  return (
    <div
      className={cx(
        "border-l-2 py-1 pr-3.5 pl-3",
        isSelected ? "border-ink bg-surface-2" : "border-transparent",
      )}
    >
      <button
        type="button"
        onClick={onSelect}
        className="flex w-full gap-3 text-left"
        aria-expanded={isSelected}
      >
        <Glyph
          name={failed ? "st-failed" : "st-visited"}
          className={cx("mt-0.5", failed ? "text-red" : "text-ink-2")}
          label={failed ? "Failed" : "Visited"}
        />
        <span className="min-w-0 flex-1">
          <span className="flex gap-2">
            <span className="min-w-0 flex-1 truncate">
              <b className="font-strong">{eventWords(step.event)}</b>{" "}
              <span className="text-ink-2">{wayOf(step)}</span>
            </span>
            <Time at={step.at} show="ms" className="flex-none text-12 text-ink-2" />
          </span>
          <span className="block truncate text-12 text-ink-3">{factsOf(step, afterMs)}</span>
        </span>
      </button>
      {isSelected && <StepDetail step={step} correlationId={correlationId} />}
    </div>
  );
}

function StepDetail({
  step,
  correlationId,
}: {
  readonly step: Step;
  readonly correlationId: string;
}) {
  return (
    <div className="flex flex-col gap-2 pt-2 pb-1.5 pl-7">
      {step.changes.length > 0 && <DiffView changes={step.changes} unchanged={step.unchanged} />}
      {step.published.map(({ id, type }) => (
        <div key={id} className="truncate text-12">
          <Link
            href={paths.conversation(correlationId, { event: id })}
            className="mono underline decoration-line-control underline-offset-2 hover:decoration-ink"
          >
            {type}
          </Link>{" "}
          <span className="text-ink-3">published in the same commit</span>
        </div>
      ))}
      {step.morePublished > 0 && (
        <p className="text-12 text-ink-3">{`${sentence(publishedWords(step))} published in the same commit.`}</p>
      )}
    </div>
  );
}

function publishedWords({ published: { length }, morePublished }: Step): string {
  const count = length + morePublished;
  if (length === 0) return `${formatPlural(count, "envelope")}, not listed,`;
  return cutWords({ which: "newest", shown: length, of: count, what: "envelopes" });
}

/** From the state that was left to those that are active then; a step without a transition stayed. */
function wayOf(step: Step): string {
  const from = step.transitions[0]?.from ?? "";
  const to = step.states.map((path) => relativePath(path, from)).join(" and ");
  if (step.transitions.length === 0) return `stays in ${to}`;
  return from ? `${from.split(".").at(-1)} → ${to}` : `→ ${to}`;
}

function factsOf(step: Step, afterMs: number | undefined): string {
  const changed = step.changes.length + step.moreChanges;
  const published = step.published.length + step.morePublished;
  return [
    `step ${step.revision}${step.causeType ? `, from ${step.causeType}` : ""}`,
    afterMs !== undefined && `${formatDuration(afterMs)} later`,
    changed > 0 && `${formatPlural(changed, "field")} changed`,
    published > 0 && `${formatPlural(published, "envelope")} published`,
  ]
    .filter(Boolean)
    .join("; ");
}
