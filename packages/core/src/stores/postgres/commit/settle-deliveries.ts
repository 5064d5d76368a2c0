import { CommitConflictError } from "../../../engine/errors.ts";
import type { Settlement } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";

/** The shard token stands in the same statement as the end of the delivery: a worker that lost its shard ends nothing. */
const DELETE_DELIVERIES = `
  DELETE FROM sagascope.delivery d
  USING unnest($1::bigint[], $2::bigint[]) AS s (id, token), sagascope.lane_shard l
  WHERE d.id = s.id AND l.project = d.project AND l.shard = d.shard AND l.token = s.token
  RETURNING 1`;

/** Back to waiting: the wait is counted by the database's clock. */
const RETRY_DELIVERIES = `
  UPDATE sagascope.delivery d
  SET attempts = s.attempts, deliveries = s.attempts, errors = s.errors::json,
      due_at = clock_timestamp() + s.delay_ms * interval '1 millisecond'
  FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::double precision[], $5::text[])
         AS s (id, token, attempts, delay_ms, errors),
       sagascope.lane_shard l
  WHERE d.id = s.id AND l.project = d.project AND l.shard = d.shard AND l.token = s.token
  RETURNING 1`;

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** @throws {CommitConflictError} if a delivery is gone or its shard has a new owner */
export async function endDeliveries(sql: Sql, done: readonly Of<"delivery-done">[]): Promise<void> {
  if (done.length === 0) return;
  const rows = await sql.query("end deliveries", DELETE_DELIVERIES, [
    done.map((settlement) => settlement.deliveryId),
    done.map((settlement) => settlement.fence.token),
  ]);
  requireAll("delivery", done.length, rows.length);
}

/** @throws {CommitConflictError} if a delivery is gone or its shard has a new owner */
export async function putDeliveriesBack(
  sql: Sql,
  retries: readonly Of<"delivery-retry">[],
): Promise<void> {
  if (retries.length === 0) return;
  const rows = await sql.query("put deliveries back", RETRY_DELIVERIES, [
    retries.map((settlement) => settlement.deliveryId),
    retries.map((settlement) => settlement.fence.token),
    retries.map((settlement) => settlement.attempts),
    retries.map((settlement) => settlement.delayMs),
    retries.map((settlement) => JSON.stringify(settlement.errors)),
  ]);
  requireAll("delivery", retries.length, rows.length);
}

/** @throws {CommitConflictError} unless every row was there */
export function requireAll(what: string, expected: number, found: number): void {
  if (found !== expected) throw new CommitConflictError(what, expected, found);
}
