import type { ErrorRecord } from "../../../dead-letters/letter.ts";
import type { DeliveryRecord } from "../../../engine/records.ts";
import type { ShardFence } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";

/** A lateral read a shard walks each shard's index from where it was left: the cost does not grow with the backlog. */
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
    WHERE w.project = $1 AND w.shard = s.shard AND w.id > $4 AND NOT (w.id = ANY ($5::bigint[]))
    ORDER BY w.id LIMIT $6
  ) d
  JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
  ORDER BY d.id
  LIMIT $6`;

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
  request: {
    readonly shards: readonly ShardFence[];
    readonly afterId: string;
    readonly exceptIds: readonly string[];
    readonly limit: number;
  },
): Promise<readonly DeliveryRecord[]> {
  const rows = await sql.query<Row>("read deliveries", READ_DELIVERIES, [
    project,
    request.shards.map((fence) => fence.shard),
    request.shards.map((fence) => fence.token),
    request.afterId,
    request.exceptIds,
    request.limit,
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
