import type { ErrorRecord } from "../../../dead-letters/letter.ts";
import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectCall, ReplayOrigin } from "../../../engine/step-commit.ts";

/** Of `sagascope.effect e`. */
export const EFFECT_COLUMNS = `
  e.id, e.token, e.machine_id, e.subject, e.revision, e.ref, e.kind, e.src, e.call, e.idempotency_key, e.cause_event_id,
  e.cause_depth, e.attempts, e.deaths, e.errors, e.command_id, e.replay, e.status,
  (SELECT i.chart_id FROM sagascope.instance i WHERE i.machine_id = e.machine_id AND i.subject = e.subject) AS chart_id`;

export interface EffectRow {
  readonly id: string;
  readonly token: string;
  readonly machine_id: string;
  readonly subject: string;
  readonly revision: number;
  readonly ref: string;
  readonly kind: EffectRecord["kind"];
  readonly src: string;
  readonly call: EffectCall;
  readonly idempotency_key: string;
  readonly cause_event_id: string;
  readonly cause_depth: number;
  readonly attempts: number;
  readonly deaths: number;
  readonly errors: readonly ErrorRecord[];
  readonly command_id: string | null;
  readonly replay: ReplayOrigin | null;
  readonly status: string;
  readonly chart_id: number | null;
}

export function toEffect(row: EffectRow): EffectRecord {
  return {
    id: row.id,
    token: row.token,
    machineId: row.machine_id,
    subject: row.subject,
    revision: row.revision,
    ref: row.ref,
    kind: row.kind,
    src: row.src,
    call: row.call,
    idempotencyKey: row.idempotency_key,
    causeEventId: row.cause_event_id,
    causeDepth: row.cause_depth,
    attempts: row.attempts,
    deaths: row.deaths,
    errors: row.errors,
    ...(row.chart_id === null ? {} : { chartId: row.chart_id }),
    ...(row.command_id === null ? {} : { commandId: row.command_id }),
    ...(row.replay === null ? {} : { replay: row.replay }),
  };
}
