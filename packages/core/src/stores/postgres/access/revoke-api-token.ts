import type { Sql } from "../sql.ts";

const REVOKE_TOKEN = `
  UPDATE sagascope.api_token SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = $1 RETURNING name`;

/**
 * Make a token good for nothing from now on. May be repeated.
 *
 * @returns its name; undefined if there is no such token
 */
export async function revokeApiToken(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql.query<{ name: string }>("revoke api token", REVOKE_TOKEN, [id]);
  return row?.name;
}
