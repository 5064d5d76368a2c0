import type { Sql } from "../sql.ts";

/** Topics whose hashes collide wait for each other, no more. */
const LOCK_TOPIC = "SELECT pg_advisory_xact_lock(727074, hashtext($1))::text"; // as text: Prisma cannot read void

/**
 * One at a time may number a topic's events or place cursors on it; until the end of the transaction. In a statement of its own,
 * so that the next one sees what the one before wrote.
 */
export async function lockTopic(sql: Sql, topic: string): Promise<void> {
  await sql.query("lock topic", LOCK_TOPIC, [topic]);
}
