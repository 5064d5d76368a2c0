import type pg from "pg";

/** Everything that decides by the database's clock. */
const INSTANTS = {
  scheduled_event: ["due_at"],
  delivery: ["due_at"],
  inbox: ["expires_at"],
  effect: ["due_at", "leased_until"],
  timer: ["due_at"],
  worker: ["heartbeat_at", "session_lost_at"],
  lane_shard: ["leased_until"],
  operator_command: ["claimed_until"],
  replay_job: ["rate_at"],
  dead_letter: ["captured_at", "last_seen_at", "resolved_at"],
} as const;

/** What is over waits for nothing. */
const OPEN = {
  effect: "WHERE status = 'pending'",
  operator_command: "WHERE status IN ('waiting', 'running')",
} as const;

/** A table with instants in it. */
export type TimedTable = keyof typeof INSTANTS;

const ALL = Object.keys(INSTANTS) as readonly TimedTable[];

/** Nobody sleeps: time passes by moving what is stored into the past. */
export async function moveIntoThePast(
  pool: pg.Pool,
  ms: number,
  tables: readonly TimedTable[] = ALL,
): Promise<void> {
  for (const table of tables) {
    const moved = INSTANTS[table].map((column) => `${column} = ${column} - $1 * interval '1 ms'`);
    const where = table in OPEN ? OPEN[table as keyof typeof OPEN] : "";
    await pool.query(`UPDATE sagascope.${table} SET ${moved.join(", ")} ${where}`, [ms]);
  }
}
