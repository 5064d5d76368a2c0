import type { InstanceKey, LoadedWork, ReceiptKey } from "../../../engine/engine-store.ts";
import type { InstanceRecord } from "../../../engine/records.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const LOAD_INSTANCES = `
  SELECT i.machine_id, i.subject, i.chart_id, i.revision, i.status, i.phase, i.states, i.snapshot, i.correlation_id
  FROM unnest($1::text[], $2::text[]) AS k (machine_id, subject)
  JOIN sagascope.instance i ON i.machine_id = k.machine_id AND i.subject = k.subject`;

/** An expired receipt proves nothing any more. */
const LOAD_RECEIPTS = `
  SELECT i.scope, i.key, i.fingerprint
  FROM unnest($1::text[], $2::text[]) AS k (scope, key)
  JOIN sagascope.inbox i ON i.scope = k.scope AND i.key = k.key
  WHERE i.expires_at IS NULL OR i.expires_at > clock_timestamp()`;

interface InstanceRow {
  readonly machine_id: string;
  readonly subject: string;
  readonly chart_id: number;
  readonly revision: number;
  readonly status: InstanceRecord["status"];
  readonly phase: InstanceRecord["phase"];
  readonly states: readonly string[];
  readonly snapshot: JsonValue;
  readonly correlation_id: string;
}

interface ReceiptRow {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** What planning a batch needs to know: one statement for instances, one for receipts, whatever the batch's size. */
export async function loadWork(
  sql: Sql,
  instances: readonly InstanceKey[],
  receipts: readonly ReceiptKey[],
): Promise<LoadedWork> {
  const instanceRows =
    instances.length === 0
      ? []
      : await sql.query<InstanceRow>("load instances", LOAD_INSTANCES, [
          instances.map((key) => key.machineId),
          instances.map((key) => key.subject),
        ]);
  const receiptRows =
    receipts.length === 0
      ? []
      : await sql.query<ReceiptRow>("load receipts", LOAD_RECEIPTS, [
          receipts.map((key) => key.scope),
          receipts.map((key) => key.key),
        ]);
  const byInstance = new Map(
    instanceRows.map((row) => [joinKey(row.machine_id, row.subject), toInstance(row)]),
  );
  const byReceipt = new Map(receiptRows.map((row) => [joinKey(row.scope, row.key), row]));
  return {
    instance: ({ machineId, subject }) => byInstance.get(joinKey(machineId, subject)),
    receipt: ({ scope, key }) => byReceipt.get(joinKey(scope, key)),
  };
}

/** Keys hold no NUL: envelopes refuse control characters. */
function joinKey(first: string, second: string): string {
  return `${first}\0${second}`;
}

function toInstance(row: InstanceRow): InstanceRecord {
  return {
    machineId: row.machine_id,
    subject: row.subject,
    chartId: row.chart_id,
    revision: row.revision,
    status: row.status,
    phase: row.phase,
    states: row.states,
    snapshot: row.snapshot,
    correlationId: row.correlation_id,
  };
}
