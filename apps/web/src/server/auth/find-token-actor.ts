import { findApiToken, type Sql } from "@sagascope/core/postgres";
import { type Actor, actorInRole } from "../access/actor.ts";
import type { Role } from "../access/permissions.ts";

/** What a token's scope lets it do here, the strongest first. Scopes for other doors give no role. */
export const ROLE_BY_SCOPE: readonly (readonly [scope: string, role: Role])[] = [
  ["administer", "admin"],
  ["operate", "responder"],
  ["read", "viewer"],
];

/** A live API token as an actor, named in the audit by the token's name; nobody if it may do nothing here. */
export async function findTokenActor(sql: Sql, token: string): Promise<Actor | undefined> {
  const found = await findApiToken(sql, token);
  const [, role] = ROLE_BY_SCOPE.find(([scope]) => found?.scopes.includes(scope)) ?? [];
  if (found === undefined || role === undefined) return undefined;
  return actorInRole({ id: found.id, name: found.name, email: `token:${found.name}` }, role);
}
