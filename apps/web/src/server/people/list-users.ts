import { PERSONAL_SCOPES } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";

/** Somebody who may sign in, or could. */
export interface UserView {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** As stored; one that no longer exists lets its people do nothing. */
  readonly role: string | null;
  /** `invited` has no way to sign in yet. */
  readonly state: "active" | "invited" | "disabled";
  readonly hasPassword: boolean;
  readonly hasCompanySignIn: boolean;
  readonly hasSecondFactor: boolean;
  readonly sessions: number;
  /** Live API tokens they made: those that end when they may not administer any more, and those of services, which go on. */
  readonly tokens: { readonly theirs: number; readonly ofServices: number };
  readonly lastSeenAt: Date | undefined;
  readonly createdAt: Date;
}

const USERS_MAX = 1_000;

/** Everybody, by name. */
export async function listUsers(
  prisma: PrismaClient,
): Promise<{ readonly users: readonly UserView[]; readonly more: boolean }> {
  const rows = await prisma.user.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: USERS_MAX + 1,
    include: {
      accounts: { select: { providerId: true } },
      sessions: { select: { updatedAt: true }, where: { expiresAt: { gt: new Date() } } },
    },
  });
  const tokensOf = await countTokens(prisma);
  const users = rows.slice(0, USERS_MAX).map(({ accounts, sessions, ...user }) => {
    const hasPassword = accounts.some(({ providerId }) => providerId === "credential");
    const hasCompanySignIn = accounts.some(({ providerId }) => providerId !== "credential");
    return {
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      state: stateOf(user.banned === true, hasPassword || hasCompanySignIn),
      hasPassword,
      hasCompanySignIn,
      hasSecondFactor: user.twoFactorEnabled,
      sessions: sessions.length,
      tokens: tokensOf(user.email),
      lastSeenAt: newest(sessions.map(({ updatedAt }) => updatedAt)),
      createdAt: user.createdAt,
    };
  });
  return { users, more: rows.length > USERS_MAX };
}

/** How many live tokens each maker has. */
async function countTokens(prisma: PrismaClient): Promise<(maker: string) => UserView["tokens"]> {
  const count = async (isTheirs: boolean) => {
    const personal = { scopes: { hasSome: [...PERSONAL_SCOPES] } };
    const groups = await prisma.apiToken.groupBy({
      by: ["createdBy"],
      where: {
        revokedAt: null,
        AND: [
          { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
          isTheirs ? personal : { NOT: personal },
        ],
      },
      _count: true,
    });
    return new Map(groups.map(({ createdBy, _count }) => [createdBy, _count]));
  };
  const [theirs, ofServices] = await Promise.all([count(true), count(false)]);
  return (maker) => ({ theirs: theirs.get(maker) ?? 0, ofServices: ofServices.get(maker) ?? 0 });
}

function stateOf(isDisabled: boolean, canSignIn: boolean): UserView["state"] {
  if (isDisabled) return "disabled";
  return canSignIn ? "active" : "invited";
}

function newest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>((best, at) => (best && best > at ? best : at), undefined);
}
