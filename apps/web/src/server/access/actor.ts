import { type Permission, permissionsOf, type Role } from "./permissions.ts";

/** A signed-in person or an API token, as procedures and the audit see one. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** What the role is called: built-in, or an admin's own. */
  readonly role: string;
  readonly permissions: readonly Permission[];
  /** The only machines that this actor may see and act on; absent for all. */
  readonly machines?: readonly string[];
  /** Of the session that the request came with; absent for a token. */
  readonly sessionId?: string;
  /** A rule asks for a second factor that this person has not set up: nothing but that is allowed until then. */
  readonly mustEnrol?: boolean;
}

/** Somebody in a built-in role. */
export function actorInRole(who: Pick<Actor, "id" | "name" | "email">, role: Role): Actor {
  return { ...who, role, permissions: permissionsOf(role) };
}

/** Whether an actor may do something; nobody may do nothing. */
export function mayDo(actor: Actor | undefined, permission: Permission): boolean {
  return actor !== undefined && actor.mustEnrol !== true && actor.permissions.includes(permission);
}
