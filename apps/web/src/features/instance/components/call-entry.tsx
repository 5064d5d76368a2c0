import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { Glyph } from "@/ui/glyph.tsx";
import { Countdown, Elapsed } from "@/ui/time.tsx";
import type { TimelineEntry } from "../build-timeline.ts";

type CallOf = Extract<TimelineEntry, { kind: "call" }>;

const TONES = {
  running: "text-blue",
  waiting: "text-amber",
  done: "text-ink-2",
  failed: "text-red",
  cancelled: "text-ink-3",
  dead: "text-red",
} as const satisfies Record<CallOf["state"], string>;

/** One try of a service call, and how it went. */
export function CallEntry({ entry }: { readonly entry: CallOf }) {
  const { call, state, attempt, error } = entry;
  return (
    <div className="flex gap-3 py-1 pr-3.5 pl-3.5">
      <Glyph name="call" className={cx("mt-0.5", TONES[state])} />
      <div className="flex min-w-0 flex-1 gap-2">
        <span className="min-w-0 flex-1 truncate text-ink-2" title={error}>
          <span className="mono">{call.src}</span> <CallWords entry={entry} />
        </span>
        <span className="flex-none text-12 text-ink-3">
          {state === "running" && <Elapsed since={call.startedAt ?? call.createdAt} />}
          {state === "waiting" && <Countdown dueAt={call.dueAt} />}
          {state === "failed" && `attempt ${attempt}`}
          {entry.tookMs !== undefined && formatDuration(entry.tookMs)}
        </span>
      </div>
    </div>
  );
}

function CallWords({ entry: { call, state, attempt, error } }: { readonly entry: CallOf }) {
  const late = call.late ? ", a late answer moved nothing" : "";
  if (error) return <span className={TONES[state]}>{error}</span>;
  if (state === "running") {
    return (
      <>
        attempt {attempt}, running
        {call.leasedBy && (
          <>
            {" "}
            on <span className="mono">{call.leasedBy}</span>
          </>
        )}
      </>
    );
  }
  if (state === "waiting") return <>waits for attempt {attempt + 1}</>;
  if (state === "cancelled") return <>cancelled, its state was left{late}</>;
  return (
    <>
      answered{attempt > 1 && ` at attempt ${attempt}`}
      {late}
    </>
  );
}
