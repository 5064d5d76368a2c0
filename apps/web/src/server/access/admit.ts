import { checkApiToken, type Sql } from "@sagascope/core/postgres";
import { bearerOf } from "../http/bearer.ts";
import { type Actor, mayDo } from "./actor.ts";
import { HTTP_ROUTES, type HttpAccess } from "./http-routes.ts";

/** Why somebody is not let in. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: 401 | 403;
  readonly message: string;
}

/** Whose token opened a path. */
export interface Admitted {
  readonly kind: "admitted";
  readonly id: string;
  readonly name: string;
}

/**
 * Let an actor in at a path of HTTP who has the permission that its row in `HTTP_ROUTES` asks for. A path without a row, or whose row
 * asks for something else, lets nobody in.
 */
export function admitActor(
  path: string,
  actor: Actor | undefined,
): { readonly kind: "admitted"; readonly actor: Actor } | Refusal {
  if (actor === undefined) return refused(401, "sign in first");
  const may = accessOf(path);
  if (may?.kind === "permission" && mayDo(actor, may.permission))
    return { kind: "admitted", actor };
  return refused(403, `the role '${actor.role}' may not do this`);
}

/** Let in whose bearer token has the scope that the row of a path asks for; nobody where it asks for something else. */
export async function admitToken(
  path: string,
  sql: Sql,
  headers: Headers,
): Promise<Admitted | Refusal> {
  const may = accessOf(path);
  if (may?.kind !== "token") return refused(403, "no token opens this");
  const token = bearerOf(headers);
  if (token === undefined) return refused(401, "a bearer token is required");
  const check = await checkApiToken(sql, token, may.scope);
  switch (check.kind) {
    case "valid":
      return { kind: "admitted", id: check.id, name: check.name };
    case "forbidden":
      return refused(403, `the token lacks the scope '${may.scope}'`);
    case "unknown":
      return refused(401, "the token is not valid");
  }
}

function accessOf(path: string): HttpAccess | undefined {
  return HTTP_ROUTES.find((route) => route.path === path)?.may;
}

function refused(status: 401 | 403, message: string): Refusal {
  return { kind: "refused", status, message };
}
