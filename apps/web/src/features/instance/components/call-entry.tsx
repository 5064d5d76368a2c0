import { useState } from "react";
import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { KeyValues } from "@/ui/card.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { JsonInline } from "@/ui/json-view.tsx";
import { Countdown, Elapsed, Time } from "@/ui/time.tsx";
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

/** One try of a service call, and how it went; opened, what was asked under which key and what was answered. */
export function CallEntry({ entry }: { readonly entry: CallOf }) {
  const { call, state, attempt, error } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="px-3.5 py-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full gap-3 text-left"
      >
        <Glyph name="call" className={cx("mt-0.5", TONES[state])} />
        <span className="flex min-w-0 flex-1 gap-2">
          <span
            className={cx("min-w-0 flex-1 text-ink-2", isOpen ? "wrap-anywhere" : "truncate")}
            title={error}
          >
            <span className="mono">{call.src}</span> <CallWords entry={entry} />
          </span>
          <span className="flex-none text-12 text-ink-3">
            {state === "running" && <Elapsed since={call.startedAt ?? call.createdAt} />}
            {state === "waiting" && <Countdown dueAt={call.dueAt} />}
            {state === "failed" && `attempt ${attempt}`}
            {entry.tookMs !== undefined && formatDuration(entry.tookMs)}
          </span>
        </span>
      </button>
      {isOpen && <CallDetail entry={entry} />}
    </div>
  );
}

function CallDetail({ entry: { call, at } }: { readonly entry: CallOf }) {
  const { late } = call;
  const whole = (content: React.ReactNode) => <span className="whitespace-normal">{content}</span>;
  return (
    <KeyValues
      className="pt-1 pb-1.5 pl-7"
      entries={[
        ["at", <Time key="at" at={at} show="ms" />],
        ["asked by", `step ${call.revision}, as ${call.ref}`],
        ["attempts", call.attempts],
        [
          "idempotency key",
          <span key="key" className="mono wrap-anywhere whitespace-normal">
            {call.idempotencyKey}
          </span>,
        ],
        ...(call.output
          ? [["answered", whole(<JsonInline value={call.output.value} />)] as const]
          : []),
        ...(late
          ? [
              [
                "late result",
                whole(
                  <>
                    {late.at && <Time at={late.at} show="ms" />}{" "}
                    {late.output ? <JsonInline value={late.output.value} /> : late.error}
                    {late.attempt !== undefined && ` of attempt ${late.attempt}`}
                    <span className="text-ink-3"> moved nothing</span>
                  </>,
                ),
              ] as const,
            ]
          : []),
      ]}
    />
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
  if (state === "waiting") {
    return (
      <>
        waits for attempt {attempt + 1}
        {late}
      </>
    );
  }
  if (state === "cancelled") return <>cancelled, its state was left{late}</>;
  return (
    <>
      answered{attempt > 1 && ` at attempt ${attempt}`}
      {late}
    </>
  );
}
