import type { ErrorRecord } from "../../../dead-letters/letter.ts";
import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectCall, ReplayOrigin } from "../../../engine/step-commit.ts";

export const EFFECT_COLUMNS =
  "id, token, machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id, cause_depth, attempts, deaths, errors, command_id, replay, status";

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
    ...(row.command_id === null ? {} : { commandId: row.command_id }),
    ...(row.replay === null ? {} : { replay: row.replay }),
  };
}
