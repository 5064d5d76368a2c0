import { eventWords } from "@/lib/event-words.ts";
import { Glyph } from "@/ui/glyph.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { buildNext, buildTimeline, type NextEntry, type TimelineEntry } from "../build-timeline.ts";
import type { Moment } from "../instance.ts";
import { CallEntry } from "./call-entry.tsx";
import { StepEntry } from "./step-entry.tsx";

/** What happened, oldest first, and under "now" what may come. */
export function TimelinePanel(props: {
  readonly moment: Moment;
  readonly moreSteps: boolean;
  readonly onSelect: (revision: number | undefined) => void;
}) {
  const { moment, moreSteps, onSelect } = props;
  const entries = buildTimeline(moment, moment.instance.readAt);
  const next = buildNext(moment);
  return (
    <div className="py-2">
      {moreSteps && (
        <p className="px-3.5 pb-2 text-12 text-ink-3">Older steps are recorded and not listed.</p>
      )}
      {moment.instance.moreCalls && (
        <p className="px-3.5 pb-2 text-12 text-ink-3">Older calls are recorded and not listed.</p>
      )}
      <ol>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            {entry.kind === "step" ? (
              <StepEntry
                entry={entry}
                correlationId={moment.instance.correlationId}
                isSelected={entry.step.revision === moment.step?.revision}
                onSelect={() => onSelect(entry.step.revision)}
              />
            ) : (
              <CallEntry entry={entry} />
            )}
          </li>
        ))}
      </ol>
      {next.length > 0 && <Next entries={next} readAt={moment.instance.readAt} />}
    </div>
  );
}

function Next({
  entries,
  readAt,
}: {
  readonly entries: readonly NextEntry[];
  readonly readAt: Date;
}) {
  return (
    <>
      <div className="flex items-center gap-2.5 px-3.5 py-1.5 text-12 font-strong">
        <span>
          now, <Time at={readAt} show="clock" />
        </span>
        <span className="h-px flex-1 bg-line" aria-hidden="true" />
      </div>
      <ol>
        {entries.map(({ id, event, to, guard, dueAt }) => (
          <li key={id} className="flex gap-3 px-3.5 py-1">
            <Glyph name="st-possible" className="mt-0.5 text-blue" label="Possible next" />
            <div className="min-w-0 flex-1">
              <div className="truncate">
                <b className="font-strong">{eventWords(event)}</b>{" "}
                <span className="text-ink-2">→ {to.join(" and ") || "stays"}</span>
              </div>
              {(guard || dueAt) && (
                <div className="truncate text-12 text-ink-3">
                  {guard && <>if {guard} </>}
                  {dueAt && (
                    <>
                      in <Countdown dueAt={dueAt} />
                    </>
                  )}
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function keyOf(entry: TimelineEntry): string {
  return entry.kind === "step"
    ? `step ${entry.step.revision}`
    : `call ${entry.call.id} ${entry.attempt} ${entry.state}`;
}
