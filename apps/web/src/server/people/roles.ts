import { endTokensOf, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import { z } from "zod";
import type { Actor } from "../access/actor.ts";
import { AccessNotFoundError, AccessRefusedError } from "../access/errors.ts";
import {
  isRole,
  knownPermissions,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
} from "../access/permissions.ts";
import { audited } from "./audited.ts";
import { requireAdmin } from "./change-user.ts";

const MACHINES_MAX = 200;

/** A role as an admin writes it. */
export const roleInput = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, "small letters, digits and hyphens, beginning with a letter")
    .refine((name) => !isRole(name), "the console has a role of this name"),
  description: z.string().trim().max(200).default(""),
  permissions: z.array(z.enum(PERMISSIONS)).min(1, "choose what it may do"),
  /** Empty: not limited. */
  machines: z.array(z.string().min(1).max(200)).max(MACHINES_MAX).default([]),
});

/** See `roleInput`. */
export type RoleInput = z.infer<typeof roleInput>;

/** A role and how many people have it. */
export interface RoleView {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
  readonly machines: readonly string[];
  readonly isBuiltIn: boolean;
  readonly people: number;
}

const DESCRIPTIONS = {
  viewer: "Looks at everything, changes nothing",
  responder: "Replays, resolves and acts on instances",
  admin: "Everything, users and settings too",
} as const;

/** Built-in roles, then an admin's own by name. */
export async function listRoles(prisma: PrismaClient): Promise<readonly RoleView[]> {
  const [own, counts] = await Promise.all([
    prisma.role.findMany({ orderBy: { name: "asc" } }),
    prisma.user.groupBy({ by: ["role"], _count: true }),
  ]);
  const people = new Map(counts.map(({ role, _count }) => [role, _count]));
  const builtIn = ROLES.map((name) => ({
    name,
    description: DESCRIPTIONS[name],
    permissions: permissionsOf(name),
    machines: [],
    isBuiltIn: true,
    people: people.get(name) ?? 0,
  }));
  const theirs = own.map(({ name, description, permissions, machines }) => ({
    name,
    description,
    permissions: knownPermissions(permissions),
    machines,
    isBuiltIn: false,
    people: people.get(name) ?? 0,
  }));
  return [...builtIn, ...theirs];
}

/**
 * Make a role, or change the one of that name; its people have the change with their next request.
 *
 * @throws {AccessRefusedError} if it could not work, or nobody would be left who may administer
 */
export async function saveRole(prisma: PrismaClient, actor: Actor, role: RoleInput): Promise<void> {
  if (role.machines.length > 0 && role.permissions.includes("administer")) {
    throw new AccessRefusedError("who may administer cannot be limited to machines");
  }
  const { name, description, machines } = role;
  const permissions = [...knownPermissions(role.permissions)];
  if (!permissions.includes("view")) permissions.unshift("view"); // nothing can be done without looking
  await audited(prisma, actor, async (tx) => {
    await tx.$executeRaw`LOCK TABLE sagascope.role IN SHARE ROW EXCLUSIVE MODE`;
    const data = { description, permissions, machines: [...new Set(machines)] };
    await tx.role.upsert({
      where: { name },
      create: { name, createdBy: actor.email, ...data },
      update: { ...data, updatedAt: new Date() },
    });
    await requireAdmin(tx);
    const endedTokens = permissions.includes("administer") ? [] : await endTokensOfRole(tx, name);
    const detail = {
      permissions,
      machines: data.machines,
      ...(endedTokens.length > 0 ? { endedTokens } : {}),
    };
    return [undefined, { action: "role.save", target: `role:${name}`, detail }];
  });
}

/** Who may not administer any more must not do it by a token they made. */
async function endTokensOfRole(tx: Prisma.TransactionClient, role: string): Promise<string[]> {
  const ended: string[] = [];
  for (const { email } of await tx.user.findMany({ where: { role }, select: { email: true } })) {
    ended.push(...(await endTokensOf(fromPrisma(tx), email)));
  }
  return ended;
}

/** @throws {AccessRefusedError} if somebody has it still; @throws {AccessNotFoundError} */
export async function removeRole(prisma: PrismaClient, actor: Actor, name: string): Promise<void> {
  await audited(prisma, actor, async (tx) => {
    await tx.$executeRaw`LOCK TABLE sagascope.role IN SHARE ROW EXCLUSIVE MODE`;
    const people = await tx.user.count({ where: { role: name } });
    if (people > 0) throw new AccessRefusedError(`${people} people still have the role '${name}'`);
    const { count } = await tx.role.deleteMany({ where: { name } });
    if (count === 0) throw new AccessNotFoundError(`role '${name}'`);
    return [undefined, { action: "role.remove", target: `role:${name}` }];
  });
}
