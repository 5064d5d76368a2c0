import type { ErrorRecord } from "../../../dead-letters/letter.ts";
import type { DeliveryRequest } from "../../../engine/engine-store.ts";
import type { DeliveryRecord } from "../../../engine/records.ts";
import type { Sql } from "../sql.ts";

/**
 * A lateral read a shard walks each shard's index from its start, past what is held and no further than the limit: the cost
 * does not grow with the backlog. The start, since a row may commit after one with a higher id; see the port.
 */
const READ_DELIVERIES = `
  SELECT d.id, d.shard, s.token, d.kind, d.sink, d.subject, d.topic, d.deliveries, d.attempts, d.errors,
         greatest(0, extract(epoch FROM d.due_at - clock_timestamp()) * 1000)::double precision AS due_in_ms,
         e.envelope::text AS envelope,
         (SELECT r.event FROM sagascope.subscription r
          WHERE r.topic = d.topic AND r.type = e.type AND r.sink = d.sink) AS event
  FROM unnest($2::smallint[], $3::bigint[]) AS s (shard, token)
  JOIN sagascope.lane_shard f ON f.project = $1 AND f.shard = s.shard AND f.token = s.token
  CROSS JOIN LATERAL (
    SELECT * FROM sagascope.delivery w
    WHERE w.project = $1 AND w.shard = s.shard AND NOT (w.id = ANY ($4::bigint[]))
      AND ($6 = 'all' OR ($6 = 'only') = EXISTS (
        SELECT 1 FROM unnest($7::text[], $8::text[]) n (sink, subject) WHERE n.sink = w.sink AND n.subject = w.subject))
    ORDER BY w.id LIMIT $5
  ) d
  JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
  ORDER BY d.id
  LIMIT $5`;

interface Row {
  readonly id: string;
  readonly shard: number;
  readonly token: string;
  readonly kind: "queue" | "relay";
  readonly sink: string;
  readonly subject: string;
  readonly topic: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
  readonly due_in_ms: number;
  readonly envelope: string;
  readonly event: string | null;
}

/** Deliveries of the shards held, in id order, with the envelopes as they were sent; of a shard that was lost, none. */
export async function readDeliveries(
  sql: Sql,
  project: string,
  request: DeliveryRequest,
): Promise<readonly DeliveryRecord[]> {
  const rows = await sql.query<Row>("read deliveries", READ_DELIVERIES, [
    project,
    request.shards.map((fence) => fence.shard),
    request.shards.map((fence) => fence.token),
    request.exceptIds,
    request.limit,
    request.lanes?.kind ?? "all",
    request.lanes?.names.map(({ machineId }) => machineId) ?? [],
    request.lanes?.names.map(({ subject }) => subject) ?? [],
  ]);
  return rows.map(toRecord);
}

function toRecord(row: Row): DeliveryRecord {
  return {
    id: row.id,
    fence: { shard: row.shard, token: row.token },
    kind: row.kind,
    sink: row.sink,
    subject: row.subject,
    topic: row.topic,
    envelope: row.envelope,
    ...(row.event === null ? {} : { event: row.event }),
    deliveries: row.deliveries,
    attempts: row.attempts,
    errors: row.errors,
    dueInMs: row.due_in_ms,
  };
}
