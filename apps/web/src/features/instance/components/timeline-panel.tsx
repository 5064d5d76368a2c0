import { eventWords } from "@/lib/event-words.ts";
import type { Steps } from "@/trpc/story/use-steps.ts";
import { Button } from "@/ui/button.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { buildNext, buildTimeline, type NextEntry, type TimelineEntry } from "../build-timeline.ts";
import type { Moment } from "../instance.ts";
import { useOlderCalls } from "../use-older-calls.ts";
import { CallEntry } from "./call-entry.tsx";
import { RisksList } from "./risks-list.tsx";
import { StepEntry } from "./step-entry.tsx";

/** What happened, oldest first, and under "now" what may come. */
export function TimelinePanel(props: {
  readonly moment: Moment;
  readonly story: Steps;
  readonly onSelect: (revision: number | undefined) => void;
}) {
  const { moment, story, onSelect } = props;
  const { instance } = moment;
  const older = useOlderCalls(instance);
  const entries = buildTimeline(
    { ...moment, instance: { ...instance, calls: [...older.calls, ...instance.calls] } },
    instance.readAt,
    story.more,
  );
  const next = buildNext(moment);
  return (
    <div className="py-2">
      {(story.more || older.more) && (
        <div className="flex flex-wrap items-center gap-2 px-3.5 pb-2 text-12 text-ink-3">
          {story.more && (
            <Button size="sm" disabled={story.isReading} onClick={story.readOlder}>
              {story.isReading ? "Reading older steps…" : "Read older steps"}
            </Button>
          )}
          {older.more && (
            <Button size="sm" disabled={older.isReading} onClick={older.read}>
              Read older calls
            </Button>
          )}
          <span role="status">
            {story.error || older.error
              ? "Older ones could not be read."
              : "Older ones are recorded and not listed yet."}
          </span>
        </div>
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
      <RisksList moment={moment} />
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
