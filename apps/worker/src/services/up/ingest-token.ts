import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createApiToken, fromPg, verifyApiToken } from "@sagascope/core/postgres";
import type { Pool } from "pg";

/**
 * A token that may send events, for the demo and `npm run traffic`. The one in `file` as long as the database knows
 * it; otherwise a new one, which is kept there, readable by its owner alone.
 */
export async function ensureIngestToken(pool: Pool, file: string): Promise<string> {
  const sql = fromPg(pool);
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  if (kept && (await verifyApiToken(sql, kept, "ingest"))) return kept;
  const { token } = await createApiToken(sql, {
    name: "local traffic",
    scopes: ["ingest"],
    createdBy: "sagascope up",
  });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return token;
}
