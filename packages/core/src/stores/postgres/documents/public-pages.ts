import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

const KEY = "asyncapi.public";

const READ = "SELECT value FROM sagascope.setting WHERE key = $1";

const WRITE = `
  INSERT INTO sagascope.setting (key, value, updated_at) VALUES ($1, $2::json, clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;

/** Whether anybody may read the documents without signing in; not unless an admin said so. */
export async function arePagesPublic(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ value: unknown }>("read setting", READ, [KEY]);
  return row?.value === true;
}

/** Open the documents to anybody, or close them again. Audited in the same transaction. */
export async function setPagesPublic(
  pool: SqlPool,
  isPublic: boolean,
  actor: string,
): Promise<void> {
  await pool.transaction("set public pages", async (sql) => {
    await sql.query("write setting", WRITE, [KEY, JSON.stringify(isPublic)]);
    await appendAudit(sql, [
      {
        actor,
        action: "asyncapi.public",
        target: "AsyncAPI pages",
        outcome: isPublic ? "opened" : "closed",
        detail: {},
      },
    ]);
  });
}
