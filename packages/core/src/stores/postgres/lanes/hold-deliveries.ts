import type { Sql } from "../sql.ts";
import { toArrayLiteral } from "../statement.ts";

const HOLD_DELIVERIES = `
  INSERT INTO sagascope.delivery_claim (worker_id, project, delivery_ids, alone)
  VALUES ($1, $2, $3::bigint[], $4)
  ON CONFLICT (worker_id) DO UPDATE
    SET delivery_ids = excluded.delivery_ids, alone = excluded.alone, claimed_at = clock_timestamp()`;

/** One row a worker says what a crash of it may have touched; see ARCHITECTURE.md, "A claim is one row a fetch". */
export async function holdDeliveries(
  sql: Sql,
  owner: { readonly project: string; readonly workerId: string },
  ids: readonly string[],
  alone: boolean,
): Promise<void> {
  const values = [owner.workerId, owner.project, toArrayLiteral(ids), alone];
  await sql.query("hold deliveries", HOLD_DELIVERIES, values);
}
