import type { TimerRecord } from "../../../engine/records.ts";
import type { TimerRow } from "../rows.ts";

/** A timer as the engine knows it. */
export function toTimerRecord(row: TimerRow): TimerRecord {
  const { machineId, subject, ref, revision, event, label, causeEventId, causeDepth } = row;
  const { traceparent, deliveries, attempts } = row;
  return {
    machineId,
    subject,
    ref,
    revision,
    event,
    label,
    causeEventId,
    causeDepth,
    ...(traceparent === undefined ? {} : { traceparent }),
    deliveries,
    attempts,
  };
}
