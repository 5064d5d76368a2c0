import { createHash, randomBytes } from "node:crypto";
import { newId } from "../../../kernel/ids.ts";
import type { Sql } from "../sql.ts";

/** What a token may do. */
export const TOKEN_SCOPES = ["ingest", "read", "operate", "metrics", "administer"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const TOKEN_PREFIX = "sgs_";
const TOKEN_BYTES = 32;

const INSERT_TOKEN = `
  INSERT INTO sagascope.api_token (id, name, hash, scopes, created_by, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`;

const FIND_TOKEN = `
  SELECT id, name, scopes, coalesce(last_used_at < clock_timestamp() - interval '1 minute', true) AS stale
  FROM sagascope.api_token
  WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`;

const TOUCH_TOKEN = `UPDATE sagascope.api_token SET last_used_at = clock_timestamp() WHERE id = $1`;

/** Make a token. Only its hash is stored: the answer is the one chance to see it. */
export async function createApiToken(
  sql: Sql,
  request: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    readonly createdBy: string;
    readonly expiresAt?: Date;
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const id = newId();
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  await sql.query("create api token", INSERT_TOKEN, [
    id,
    request.name,
    hashOf(token),
    request.scopes,
    request.createdBy,
    request.expiresAt ?? null,
  ]);
  return { id, token };
}

/** What a presented token is good for. `forbidden`: it is ours and live, but without the scope. */
export type TokenCheck =
  | { readonly kind: "valid"; readonly id: string; readonly name: string }
  | { readonly kind: "forbidden" }
  | { readonly kind: "unknown" };

/** Check a token by its hash; when it was last used is noted to the minute. */
export async function checkApiToken(
  sql: Sql,
  token: string,
  scope: TokenScope,
): Promise<TokenCheck> {
  const found = await findApiToken(sql, token);
  if (found === undefined) return { kind: "unknown" };
  if (!found.scopes.includes(scope)) return { kind: "forbidden" };
  return { kind: "valid", id: found.id, name: found.name };
}

/** A live token with all that it may do; when it was last used is noted to the minute. */
export async function findApiToken(
  sql: Sql,
  token: string,
): Promise<
  { readonly id: string; readonly name: string; readonly scopes: readonly string[] } | undefined
> {
  const [row] = await sql.query<{
    id: string;
    name: string;
    scopes: readonly string[];
    stale: boolean;
  }>("check api token", FIND_TOKEN, [hashOf(token)]);
  if (row?.stale) await sql.query("touch api token", TOUCH_TOKEN, [row.id]);
  return row === undefined ? undefined : { id: row.id, name: row.name, scopes: row.scopes };
}

/** The token's owner, if it may do what `scope` says. */
export async function verifyApiToken(
  sql: Sql,
  token: string,
  scope: TokenScope,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const check = await checkApiToken(sql, token, scope);
  return check.kind === "valid" ? { id: check.id, name: check.name } : undefined;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
