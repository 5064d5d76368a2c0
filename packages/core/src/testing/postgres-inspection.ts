import type pg from "pg";
import type {
  AuditState,
  CommandState,
  EffectState,
  EngineInspection,
  LetterState,
  RecordedEvent,
  WaitingDelivery,
  WaitingTimer,
} from "../engine/engine-inspection.ts";
import type { InstanceRecord } from "../engine/records.ts";
import type { HistoryWrite } from "../engine/step-commit.ts";
import { readTotals } from "../stores/postgres/counts/read-counts.ts";
import { fromPg } from "../stores/postgres/sql.ts";

const DELIVERIES = `
  SELECT d.id, d.kind, d.sink, d.subject, d.topic, e.id AS "envelopeId", d.deliveries, d.attempts, d.errors
  FROM sagascope.delivery d JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at ORDER BY d.id`;

const EVENTS = `
  SELECT topic, direction, id, type, subject, revision, envelope::text AS envelope FROM sagascope.event ORDER BY seq`;

const INSTANCES = `
  SELECT machine_id AS "machineId", subject, chart_id AS "chartId", revision, status, phase, states, snapshot,
         correlation_id AS "correlationId"
  FROM sagascope.instance ORDER BY started_at`;

const HISTORY = `
  SELECT machine_id AS "machineId", subject, revision, chart_id AS "chartId", cause_kind AS "causeKind",
         cause_id AS "causeId", event, transitions, entered, states, phase, snapshot
  FROM sagascope.history WHERE machine_id = $1 AND subject = $2 ORDER BY revision`;

const EFFECTS = `
  SELECT id, machine_id AS "machineId", subject, revision, ref, kind, src, status, attempts, deaths, errors, output, late,
         command_id AS "commandId"
  FROM sagascope.effect ORDER BY id`;

const TIMERS = `
  SELECT machine_id AS "machineId", subject, ref, revision, label, due_at AS "dueAt", deliveries, attempts
  FROM sagascope.timer ORDER BY due_at`;

const LETTERS = `
  SELECT id, consumer, work_key AS "workKey", source, reason, machine_id AS "machineId", subject,
         machine_version AS "machineVersion", structure_hash AS "structureHash", revision, states, topic,
         event_type AS "eventType", envelope_id AS "envelopeId", attempts, errors, fingerprint, envelope, snapshot,
         redacted_paths AS "redactedPaths", occurrences, resolution
  FROM sagascope.dead_letter ORDER BY captured_at, id`;

const AUDIT =
  "SELECT seq, actor, action, target, reason, outcome FROM sagascope.audit ORDER BY seq";

/** {@link EngineInspection} of a Postgres database. */
export function postgresInspection(pool: pg.Pool): EngineInspection {
  const read = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const { rows } = await pool.query(text, [...values]);
    return rows.map(withoutNulls) as Row[];
  };
  return {
    deliveries: () => read<WaitingDelivery>(DELIVERIES),
    events: () => read<RecordedEvent>(EVENTS),
    instances: () => read<InstanceRecord>(INSTANCES),
    history: ({ machineId, subject }) => read<HistoryWrite>(HISTORY, [machineId, subject]),
    effects: () => read<EffectState>(EFFECTS),
    timers: () => read<WaitingTimer>(TIMERS),
    letters: () => read<LetterState>(LETTERS),
    findCommand: async (id) => {
      const text = "SELECT id, status, result FROM sagascope.operator_command WHERE id = $1";
      return (await read<CommandState>(text, [id]))[0];
    },
    counts: async () => {
      const totals = await readTotals(fromPg(pool));
      return new Map(
        totals.map(({ project: _project, machineId, bucket: _bucket, ...counts }) => [
          machineId,
          counts,
        ]),
      );
    },
    audit: () => read<AuditState>(AUDIT),
  };
}

/** SQL's null is our absence. */
function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
