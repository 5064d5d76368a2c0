import {
  type ApiTokenView,
  appendAudit,
  createApiToken,
  fromPg,
  fromPgPool,
  listApiTokens,
  revokeApiToken,
  type TokenScope,
} from "@sagascope/core/postgres";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { AccessNotFoundError } from "../access/errors.ts";

const TOKENS_MAX = 1_000;
const DAY_MS = 86_400_000;

/** API tokens, the newest first, never the tokens themselves. */
export async function listTokens(
  pool: pg.Pool,
): Promise<{ readonly tokens: readonly ApiTokenView[]; readonly more: boolean }> {
  const rows = await listApiTokens(fromPg(pool), TOKENS_MAX + 1);
  return { tokens: rows.slice(0, TOKENS_MAX), more: rows.length > TOKENS_MAX };
}

/** Make a token and note it in the audit, both or neither. The answer is the one chance to see it. */
export async function createToken(
  pool: pg.Pool,
  actor: Actor,
  request: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    readonly days?: number | undefined;
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const { name, scopes, days } = request;
  const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS);
  return fromPgPool(pool).transaction("create api token", async (sql) => {
    const made = await createApiToken(sql, { name, scopes, createdBy: actor.email, expiresAt });
    const detail = { name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
    const target = `token ${made.id}`;
    await appendAudit(sql, [
      { actor: actor.email, action: "token create", target, outcome: "created", detail },
    ]);
    return made;
  });
}

/** Make a token good for nothing from now on. @throws {AccessNotFoundError} */
export async function revokeToken(pool: pg.Pool, actor: Actor, id: string): Promise<void> {
  await fromPgPool(pool).transaction("revoke api token", async (sql) => {
    const name = await revokeApiToken(sql, id);
    if (name === undefined) throw new AccessNotFoundError(`token '${id}'`);
    const target = `token ${id}`;
    await appendAudit(sql, [
      { actor: actor.email, action: "token revoke", target, outcome: "revoked", detail: { name } },
    ]);
  });
}
