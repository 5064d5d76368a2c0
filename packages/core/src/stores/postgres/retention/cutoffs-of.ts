import { checkRetention, type Retained, type RetentionPolicy } from "../../../engine/retention.ts";
import type { Sql } from "../sql.ts";

/** What is older than this is over; absent: kept for ever. */
export type Cutoffs = Readonly<Partial<Record<Retained, Date>>>;

/**
 * Ages as times, by the database's clock.
 *
 * @throws {InvalidConfigError} if an age cannot be used
 */
export async function cutoffsOf(sql: Sql, policy: RetentionPolicy): Promise<Cutoffs> {
  const ages = Object.entries(checkRetention(policy)).filter(([, keepMs]) => keepMs !== undefined);
  const [row] = await sql.query<{ now: Date }>("read clock", "SELECT clock_timestamp() AS now");
  const nowMs = row?.now.getTime() ?? 0;
  return Object.fromEntries(ages.map(([what, keepMs]) => [what, new Date(nowMs - keepMs)]));
}
