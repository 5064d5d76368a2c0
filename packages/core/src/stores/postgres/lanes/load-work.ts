import type { InstanceKey, LoadedWork, ReceiptKey } from "../../../engine/engine-store.ts";
import type { InstanceRecord } from "../../../engine/records.ts";
import type { SqlSession } from "../sql.ts";
import type { Statement, TextRow } from "../statement.ts";

const LOAD_INSTANCES = `
  SELECT i.machine_id, i.subject, i.chart_id, i.revision, i.status, i.phase, array_to_json(i.states), i.snapshot,
         i.correlation_id
  FROM unnest($1::text[], $2::text[]) AS k (machine_id, subject)
  JOIN sagascope.instance i ON i.machine_id = k.machine_id AND i.subject = k.subject`;

/** An expired receipt proves nothing any more. */
const LOAD_RECEIPTS = `
  SELECT i.scope, i.key, i.fingerprint
  FROM unnest($1::text[], $2::text[]) AS k (scope, key)
  JOIN sagascope.inbox i ON i.scope = k.scope AND i.key = k.key
  WHERE i.expires_at IS NULL OR i.expires_at > clock_timestamp()`;

/** What planning a batch needs to know: one statement for instances, one for receipts, sent together. */
export async function loadWork(
  sql: SqlSession,
  instances: readonly InstanceKey[],
  receipts: readonly ReceiptKey[],
): Promise<LoadedWork> {
  const [instanceRows = [], receiptRows = []] = await sql
    .batch("load work", [...loadInstances(instances), ...loadReceipts(receipts)])
    .then((answers) => (instances.length === 0 ? [[], answers[0]] : answers));
  const byInstance = new Map(
    instanceRows.map((row) => [joinKey(row[0] ?? "", row[1] ?? ""), toInstanceRecord(row)]),
  );
  const byReceipt = new Map(
    receiptRows.map((row) => [joinKey(row[0] ?? "", row[1] ?? ""), { fingerprint: row[2] ?? "" }]),
  );
  return {
    instance: ({ machineId, subject }) => byInstance.get(joinKey(machineId, subject)),
    receipt: ({ scope, key }) => byReceipt.get(joinKey(scope, key)),
  };
}

function loadInstances(keys: readonly InstanceKey[]): readonly Statement[] {
  if (keys.length === 0) return [];
  const values = [keys.map((key) => key.machineId), keys.map((key) => key.subject)];
  return [{ operation: "load instances", text: LOAD_INSTANCES, values }];
}

function loadReceipts(keys: readonly ReceiptKey[]): readonly Statement[] {
  if (keys.length === 0) return [];
  const values = [keys.map((key) => key.scope), keys.map((key) => key.key)];
  return [{ operation: "load receipts", text: LOAD_RECEIPTS, values }];
}

/** Keys hold no NUL: envelopes refuse control characters. */
function joinKey(first: string, second: string): string {
  return `${first}\0${second}`;
}

/** Machine, subject, chart, revision, status, phase, states and snapshot as JSON, correlation id. */
export function toInstanceRecord(row: TextRow): InstanceRecord {
  const text = (at: number) => row[at] ?? "";
  return {
    machineId: text(0),
    subject: text(1),
    chartId: Number(text(2)),
    revision: Number(text(3)),
    status: text(4) as InstanceRecord["status"],
    phase: text(5) as InstanceRecord["phase"],
    states: JSON.parse(text(6)),
    snapshot: JSON.parse(text(7)),
    correlationId: text(8),
  };
}
