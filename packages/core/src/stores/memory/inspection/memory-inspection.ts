import type {
  AuditState,
  CommandState,
  EffectState,
  EngineInspection,
  LetterState,
  WaitingDelivery,
  WaitingTimer,
} from "../../../engine/engine-inspection.ts";
import type { HistoryWrite } from "../../../engine/step-commit.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import { toInstanceRecord } from "../lanes/load-work.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type {
  AuditRow,
  CommandRow,
  DeliveryRow,
  EffectRow,
  HistoryRow,
  LetterRow,
  TimerRow,
} from "../rows.ts";

/** {@link EngineInspection} of a database in process memory. */
export function memoryInspection(db: MemoryDatabase): EngineInspection {
  return {
    deliveries: async () => byId(db.deliveries.rows()).map(toWaitingDelivery),
    events: async () =>
      db.events
        .rows()
        .sort((first, second) => first.seq - second.seq)
        .map(({ topic, direction, id, type, subject, revision, envelope }) => ({
          topic,
          direction,
          id,
          type,
          subject,
          ...(revision === undefined ? {} : { revision }),
          envelope,
        })),
    instances: async () => db.instances.rows().map(toInstanceRecord),
    history: async ({ machineId, subject }) =>
      db.history
        .rows()
        .filter((row) => row.machineId === machineId && row.subject === subject)
        .sort((first, second) => first.revision - second.revision)
        .map(toHistory),
    effects: async () => byId(db.effects.rows()).map(toEffectState),
    timers: async () => db.timers.rows().map(toWaitingTimer),
    letters: async () =>
      db.letters
        .rows()
        .sort((first, second) => first.capturedAtMs - second.capturedAtMs)
        .map(toLetterState),
    findCommand: async (id) => toCommandState(db.commands.get(id)),
    counts: async () => new Map(db.workCounts.entries()),
    audit: async () => db.audit.rows().map(toAuditState),
  };
}

function byId<Row extends { readonly id: number }>(rows: Row[]): Row[] {
  return rows.sort((first, second) => first.id - second.id);
}

function toWaitingDelivery(row: DeliveryRow): WaitingDelivery {
  const { kind, sink, subject, topic, envelopeId, deliveries, attempts, errors } = row;
  const id = String(row.id);
  return { id, kind, sink, subject, topic, envelopeId, deliveries, attempts, errors };
}

function toHistory({ atMs: _at, workerId: _worker, snapshot, ...row }: HistoryRow): HistoryWrite {
  return { ...row, snapshot: JSON.parse(snapshot) as JsonValue };
}

function toEffectState(row: EffectRow): EffectState {
  const { machineId, subject, revision, ref, kind, src, status, attempts, deaths, errors } = row;
  const { output, late, commandId } = row;
  return {
    id: String(row.id),
    machineId,
    subject,
    revision,
    ref,
    kind,
    src,
    status,
    attempts,
    deaths,
    errors,
    ...(output === undefined ? {} : { output: JSON.parse(output) as JsonValue }),
    ...(late === undefined ? {} : { late }),
    ...(commandId === undefined ? {} : { commandId }),
  };
}

function toWaitingTimer(row: TimerRow): WaitingTimer {
  const { machineId, subject, ref, revision, label, dueAtMs, deliveries, attempts } = row;
  const dueAt = new Date(dueAtMs);
  return { machineId, subject, ref, revision, label, dueAt, deliveries, attempts };
}

function toLetterState(row: LetterRow): LetterState {
  const { capturedAtMs: _captured, lastSeenAtMs: _seen, resolvedAtMs: _resolved, ...letter } = row;
  return letter;
}

function toCommandState(row: CommandRow | undefined): CommandState | undefined {
  if (row === undefined) return undefined;
  const { id, status, result } = row;
  return { id, status, ...(result === undefined ? {} : { result }) };
}

function toAuditState(row: AuditRow): AuditState {
  const { seq, actor, action, target, reason, outcome } = row;
  return { seq, actor, action, target, ...(reason == null ? {} : { reason }), outcome };
}
