import type { Actor } from "../access/actor.ts";
import { isRole } from "../access/permissions.ts";
import { auth } from "./auth.ts";

/** Who sent these headers: the person of a valid session whose role this version knows, or nobody. */
export async function findActor(headers: Headers): Promise<Actor | undefined> {
  const session = await auth().api.getSession({ headers });
  if (!session) return undefined;
  const { id, name, email, role } = session.user;
  return isRole(role) ? { id, name, email, role } : undefined;
}
