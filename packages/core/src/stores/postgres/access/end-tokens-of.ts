import type { Sql } from "../sql.ts";
import type { TokenScope } from "./api-tokens.ts";

/**
 * What a person does, and what a token lets do in their place: who may not do it any more must not do it by a token they know.
 * `ingest` and `metrics` are what services do; ending those would stop the services.
 */
export const PERSONAL_SCOPES = [
  "read",
  "operate",
  "administer",
] as const satisfies readonly TokenScope[];

/** Tokens that somebody made, and that a token of theirs made; named in `created_by` as actors are. */
const END_TOKENS = `
  WITH RECURSIVE theirs AS (
    SELECT id, name, scopes FROM sagascope.api_token WHERE created_by = $1
    UNION
    SELECT made.id, made.name, made.scopes
    FROM theirs JOIN sagascope.api_token made ON made.created_by = 'token:' || theirs.name
    WHERE 'administer' = ANY (theirs.scopes)
  )
  UPDATE sagascope.api_token t SET revoked_at = clock_timestamp()
  FROM theirs WHERE t.id = theirs.id AND t.revoked_at IS NULL AND t.scopes && $2::text[]
  RETURNING t.id`;

/**
 * Make every token good for nothing that stands in for a person and was made by somebody.
 *
 * @returns their ids
 */
export async function endTokensOf(sql: Sql, maker: string): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>("end api tokens", END_TOKENS, [
    maker,
    PERSONAL_SCOPES,
  ]);
  return rows.map(({ id }) => id);
}
