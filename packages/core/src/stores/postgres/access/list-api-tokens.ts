import type { Sql } from "../sql.ts";

const LIST_TOKENS = `
  SELECT id, name, scopes, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
         last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM sagascope.api_token ORDER BY created_at DESC, id LIMIT $1`;

/** A token as people may see it: neither it nor its hash. */
export interface ApiTokenView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Tokens, newest first, revoked and expired ones included. */
export function listApiTokens(sql: Sql, limit: number): Promise<readonly ApiTokenView[]> {
  return sql.query<ApiTokenView>("list api tokens", LIST_TOKENS, [limit]);
}
