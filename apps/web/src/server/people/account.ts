import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";
import { AccessNotFoundError } from "../access/errors.ts";

/** A person's own account, as they see it. */
export interface AccountView {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly machines: readonly string[];
  readonly hasPassword: boolean;
  readonly hasCompanySignIn: boolean;
  readonly hasSecondFactor: boolean;
  /** A rule of this console asks for a second factor, which is not set up. */
  readonly mustEnrol: boolean;
}

/** Somewhere that a person is signed in; its token is never shown. */
export interface SessionView {
  readonly id: string;
  readonly createdAt: Date;
  /** To the day: a session is prolonged once a day. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
}

/** @throws {AccessNotFoundError} for an API token, which has no account */
export async function getAccount(prisma: PrismaClient, actor: Actor): Promise<AccountView> {
  const user = await prisma.user.findUnique({
    where: { id: actor.id },
    include: { accounts: { select: { providerId: true } } },
  });
  if (user === null) throw new AccessNotFoundError("account for an API token");
  return {
    name: user.name,
    email: user.email,
    role: actor.role,
    machines: actor.machines ?? [],
    hasPassword: user.accounts.some(({ providerId }) => providerId === "credential"),
    hasCompanySignIn: user.accounts.some(({ providerId }) => providerId !== "credential"),
    hasSecondFactor: user.twoFactorEnabled,
    mustEnrol: actor.mustEnrol === true,
  };
}

/** Where a person is signed in, the newest first. */
export async function listSessions(
  prisma: PrismaClient,
  actor: Actor,
): Promise<readonly SessionView[]> {
  const rows = await prisma.session.findMany({
    where: { userId: actor.id, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    lastSeenAt: row.updatedAt,
    expiresAt: row.expiresAt,
    address: row.ipAddress || null,
    userAgent: row.userAgent || null,
    isCurrent: row.id === actor.sessionId,
  }));
}

/** End one of a person's own sessions, or every one but this. @throws {AccessNotFoundError} if it is none of theirs */
export async function endSessions(
  prisma: PrismaClient,
  actor: Actor,
  which: { readonly id: string } | "others",
): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const where = which === "others" ? { id: { not: actor.sessionId ?? "" } } : { id: which.id };
    const { count } = await tx.session.deleteMany({ where: { ...where, userId: actor.id } });
    if (count === 0 && which !== "others") throw new AccessNotFoundError(`session '${which.id}'`);
    const detail = { sessions: count };
    const target = `user:${actor.id}`;
    const entry = {
      actor: actor.email,
      action: "user.end_sessions",
      target,
      outcome: "done",
      detail,
    };
    if (count > 0) await appendAudit(fromPrisma(tx), [entry]);
    return count;
  });
}
