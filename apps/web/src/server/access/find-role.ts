import type { PrismaClient } from "@sagascope/database";
import type { Actor } from "./actor.ts";
import { isRole, knownPermissions, permissionsOf } from "./permissions.ts";

/** What a role lets its people do. */
export type RoleGrant = Pick<Actor, "role" | "permissions" | "machines">;

/** A role by name, built-in or an admin's own; undefined if there is none, so that its people may do nothing. */
export async function findRole(
  prisma: Pick<PrismaClient, "role">,
  name: string | null | undefined,
): Promise<RoleGrant | undefined> {
  if (isRole(name)) return { role: name, permissions: permissionsOf(name) };
  if (!name) return undefined;
  const own = await prisma.role.findUnique({ where: { name } });
  if (own === null) return undefined;
  const limit = own.machines.length > 0 ? { machines: own.machines } : {};
  return { role: own.name, permissions: knownPermissions(own.permissions), ...limit };
}
