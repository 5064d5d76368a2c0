import type { Settlement } from "../../../engine/step-commit.ts";
import { checked } from "../checked.ts";
import type { Statement } from "../statement.ts";
import { tokensByShard } from "../tokens-by-shard.ts";

/**
 * The shard token stands in the same statement as the end of the delivery: a worker that lost its shard ends nothing. Tokens are
 * an array by shard, compared by a subquery and not by a join, so that the rows are found by id whatever the statistics say.
 */
const TOKEN_HOLDS = (tokens: number) => `
  ($${tokens}::bigint[])[d.shard + 1] =
    (SELECT l.token FROM sagascope.lane_shard l WHERE l.project = d.project AND l.shard = d.shard)`;

const DELETE_DELIVERIES = checked(
  "delivery",
  `DELETE FROM sagascope.delivery d WHERE d.id = ANY ($1::bigint[]) AND ${TOKEN_HOLDS(2)}`,
  3,
);

/** Back to waiting: the wait is counted by the database's clock. */
const RETRY_DELIVERIES = checked(
  "delivery",
  `
  UPDATE sagascope.delivery d
  SET attempts = s.attempts, deliveries = s.attempts, errors = s.errors::json,
      due_at = clock_timestamp() + s.delay_ms * interval '1 millisecond'
  FROM unnest($1::bigint[], $3::int[], $4::double precision[], $5::text[]) AS s (id, attempts, delay_ms, errors)
  WHERE d.id = s.id AND ${TOKEN_HOLDS(2)}`,
  6,
);

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** Fails if a delivery is gone or its shard has a new owner. */
export function endDeliveries(done: readonly Of<"delivery-done">[]): readonly Statement[] {
  if (done.length === 0) return [];
  const ids = done.map((settlement) => settlement.deliveryId);
  const tokens = tokensByShard(done.map((settlement) => settlement.fence));
  return [
    { operation: "end deliveries", text: DELETE_DELIVERIES, values: [ids, tokens, done.length] },
  ];
}

/** Fails if a delivery is gone or its shard has a new owner. */
export function putDeliveriesBack(retries: readonly Of<"delivery-retry">[]): readonly Statement[] {
  if (retries.length === 0) return [];
  const values = [
    retries.map((settlement) => settlement.deliveryId),
    tokensByShard(retries.map((settlement) => settlement.fence)),
    retries.map((settlement) => settlement.attempts),
    retries.map((settlement) => settlement.delayMs),
    retries.map((settlement) => JSON.stringify(settlement.errors)),
    retries.length,
  ];
  return [{ operation: "put deliveries back", text: RETRY_DELIVERIES, values }];
}
