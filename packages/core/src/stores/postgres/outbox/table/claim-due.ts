import type { ClaimRequest } from "../../../../outbox/outbox-storage.ts";
import { NOW } from "../../now.ts";
import type { Statement } from "../../statement.ts";
import { claimKept, ms } from "./claim-conditions.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** Claims of topics in loose order: what has been due the longest, each topic's from an index, whatever else waits. */
export function claimDue(
  outbox: OutboxTable,
): (request: ClaimRequest, topics: readonly string[], token: string) => Statement {
  const { table, columns: c } = outbox;
  const text = `
  WITH due AS MATERIALIZED (
    SELECT found.id, found.available_at
    FROM unnest($1::text[]) AS t (topic)
    CROSS JOIN LATERAL (
      SELECT o.${c.id} AS id, o.${c.availableAt} AS available_at
      FROM ${table} o
      WHERE o.${c.status} = 'pending' AND o.${c.topic} = t.topic AND o.${c.availableAt} <= ${NOW}
        AND ($6::float8 = 0 OR o.${c.createdAt} <= ${NOW} - ${ms("$6")})
      ORDER BY o.${c.availableAt}, o.${c.id} LIMIT $2::int
      FOR UPDATE SKIP LOCKED) found
  ), kept AS (
    SELECT id FROM due ORDER BY available_at, id LIMIT $2::int
  ), claimed AS (${claimKept(outbox, { leaseMs: "$3", owner: "$4", token: "$5" })}
  )
  SELECT json_build_object('rows', coalesce((SELECT json_agg(body ORDER BY id) FROM claimed), '[]'))::text AS row`;
  return (request, topics, token) => ({
    operation: "claim messages",
    text,
    values: [
      ...[topics, request.limit, request.leaseMs, request.owner, token],
      request.visibilityDelayMs ?? 0,
    ],
  });
}
