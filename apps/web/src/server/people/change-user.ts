import { endTokensOf, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";
import { AccessNotFoundError, AccessRefusedError } from "../access/errors.ts";
import { findRole } from "../access/find-role.ts";
import { audited, type Deed } from "./audited.ts";

/** What can be changed about somebody. */
export type UserChange =
  | { readonly kind: "role"; readonly role: string }
  | { readonly kind: "disable" }
  | { readonly kind: "enable" }
  | { readonly kind: "endSessions" }
  | { readonly kind: "removeSecondFactor" };

const ACTIONS = {
  role: "user.change_role",
  disable: "user.disable",
  enable: "user.enable",
  endSessions: "user.end_sessions",
  removeSecondFactor: "user.remove_second_factor",
} as const satisfies Record<UserChange["kind"], string>;

/**
 * Change somebody's role, shut them out, let them in again, end their sessions or take away their second factor. Whoever is shut
 * out loses every session in the same transaction, and whoever may not administer afterwards the tokens they made that let do what a
 * person does: they know them.
 *
 * @throws {AccessNotFoundError} if there is no such user
 * @throws {AccessRefusedError} if it is the actor's own role or access, or nobody would be left who may administer
 */
export async function changeUser(
  prisma: PrismaClient,
  actor: Actor,
  userId: string,
  change: UserChange,
): Promise<void> {
  await audited(prisma, actor, async (tx) => {
    await lockUsers(tx);
    const user = await tx.user.findUnique({ where: { id: userId } });
    if (user === null) throw new AccessNotFoundError(`user '${userId}'`);
    await applyChange(tx, actor, user, change);
    const { email, role: from } = user;
    const endedTokens = (await mayAdminister(tx, userId))
      ? []
      : await endTokensOf(fromPrisma(tx), email);
    const detail: Deed["detail"] = {
      email,
      ...(change.kind === "role" ? { from, to: change.role } : {}),
      ...(endedTokens.length > 0 ? { endedTokens } : {}),
    };
    return [undefined, { action: ACTIONS[change.kind], target: `user:${userId}`, detail }];
  });
}

/** Changes to who may administer go one after the other, so that two admins cannot take it from each other at once. */
async function lockUsers(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`LOCK TABLE sagascope.role IN SHARE ROW EXCLUSIVE MODE`;
}

async function applyChange(
  tx: Prisma.TransactionClient,
  actor: Actor,
  user: { readonly id: string; readonly role: string | null },
  change: UserChange,
): Promise<void> {
  const { id } = user;
  const isSelf = id === actor.id;
  switch (change.kind) {
    case "role": {
      if (isSelf) throw new AccessRefusedError("your own role is for somebody else to change");
      const grant = await findRole(tx, change.role);
      if (grant === undefined) throw new AccessRefusedError(`there is no role '${change.role}'`);
      await tx.user.update({ where: { id }, data: { role: change.role } });
      return requireAdmin(tx);
    }
    case "disable":
      if (isSelf) throw new AccessRefusedError("you cannot shut yourself out");
      await tx.user.update({ where: { id }, data: { banned: true } });
      await tx.session.deleteMany({ where: { userId: id } });
      return requireAdmin(tx);
    case "enable":
      await tx.user.update({ where: { id }, data: { banned: false, banExpires: null } });
      return;
    case "endSessions":
      await tx.session.deleteMany({ where: { userId: id } });
      return;
    case "removeSecondFactor":
      await tx.twoFactor.deleteMany({ where: { userId: id } });
      await tx.user.update({ where: { id }, data: { twoFactorEnabled: false } });
      return;
  }
}

async function mayAdminister(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const { role, banned } = await tx.user.findUniqueOrThrow({ where: { id } });
  const grant = role === null || banned ? undefined : await findRole(tx, role);
  return grant?.permissions.includes("administer") ?? false;
}

/** @throws {AccessRefusedError} if nobody is left who may administer */
export async function requireAdmin(tx: Prisma.TransactionClient): Promise<void> {
  const roles = await tx.role.findMany({ where: { permissions: { has: "administer" } } });
  const admins = await tx.user.count({
    where: {
      role: { in: ["admin", ...roles.map(({ name }) => name)] },
      OR: [{ banned: false }, { banned: null }],
      accounts: { some: {} },
    },
  });
  if (admins === 0) throw new AccessRefusedError("nobody would be left who may administer");
}
