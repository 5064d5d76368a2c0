import type pg from "pg";

/** Everything a dry run must not touch; heartbeats and the request itself move on their own. */
const TABLES = [
  "instance",
  "history",
  "event",
  "delivery",
  "inbox",
  "effect",
  "timer",
  "dead_letter",
  "dead_letter_occurrence",
  "audit",
] as const;

/** A checksum of each table that a request may change, so that a test can say that none did. */
export async function tableChecksums(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const sums = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await pool.query<{ sum: string }>(
        `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM sagascope.${table} t`,
      );
      return [table, rows[0]?.sum ?? ""] as const;
    }),
  );
  return Object.fromEntries(sums);
}
