import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";

const UPSERT_INVITE = `
  INSERT INTO sagascope.setting (key, value)
  SELECT 'first_admin_invite', $1::json
  WHERE NOT EXISTS (SELECT 1 FROM sagascope."user")
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()
  RETURNING key`;

/**
 * A one-time secret that lets its bearer become the first admin, or `undefined` once there is a user. Only its
 * SHA-256 is stored, as `{hash, createdAt}` under `first_admin_invite`; a new invite replaces the one before.
 */
export async function createFirstAdminInvite(pool: Pool): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const value = JSON.stringify({ hash, createdAt: new Date().toISOString() });
  const { rowCount } = await pool.query(UPSERT_INVITE, [value]);
  return rowCount === 1 ? token : undefined;
}
