import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import { z } from "zod";
import { InviteRefusedError } from "./errors.ts";

/** The setting that holds the one-time secret's SHA-256, in hex; whoever starts the system writes it. */
export const FIRST_ADMIN_INVITE = "first_admin_invite";

const inviteSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** Who is to be the first admin, and the secret that proves it was meant. */
export interface FirstAdmin {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Create the first admin and use up the invitation, both or neither. The row of the invitation is locked first, so that
 * of two callers with the same secret one finds it gone.
 *
 * @throws {InviteRefusedError} if the secret does not fit, or a user exists already
 */
export async function createFirstAdmin(prisma: PrismaClient, admin: FirstAdmin): Promise<string> {
  return prisma.$transaction(async (tx) => {
    const invite = await lockInvite(tx);
    if (invite === undefined) throw new InviteRefusedError("there is no open invitation");
    if (!isSecretOf(invite, admin.token)) throw new InviteRefusedError("the link is not valid");
    if ((await tx.user.count()) > 0) throw new InviteRefusedError("a user exists already");
    await tx.setting.delete({ where: { key: FIRST_ADMIN_INVITE } });
    const id = await insertAdmin(tx, admin);
    await appendAudit(fromPrisma(tx), [
      {
        actor: admin.email.toLowerCase(),
        action: "user.create_first_admin",
        target: `user:${id}`,
        outcome: "done",
        detail: {},
      },
    ]);
    return id;
  });
}

/** Whether somebody may still become the first admin by an invitation. */
export async function isInviteOpen(prisma: PrismaClient): Promise<boolean> {
  const [invite, users] = await Promise.all([
    prisma.setting.findUnique({ where: { key: FIRST_ADMIN_INVITE } }),
    prisma.user.count(),
  ]);
  return invite !== null && users === 0;
}

async function lockInvite(tx: Prisma.TransactionClient): Promise<string | undefined> {
  const rows = await tx.$queryRaw<{ value: unknown }[]>`
    SELECT value FROM sagascope.setting WHERE key = ${FIRST_ADMIN_INVITE} FOR UPDATE`;
  const invite = inviteSchema.safeParse(rows[0]?.value);
  return invite.success ? invite.data.hash : undefined;
}

function isSecretOf(hash: string, token: string): boolean {
  const given = createHash("sha256").update(token).digest();
  return timingSafeEqual(given, Buffer.from(hash, "hex"));
}

async function insertAdmin(tx: Prisma.TransactionClient, admin: FirstAdmin): Promise<string> {
  const id = randomUUID();
  const { name, passwordHash } = admin;
  await tx.user.create({
    data: {
      id,
      name,
      email: admin.email.toLowerCase(), // as better-auth looks it up
      emailVerified: true,
      role: "admin",
      accounts: {
        create: {
          id: randomUUID(),
          accountId: id,
          providerId: "credential",
          password: passwordHash,
        },
      },
    },
  });
  return id;
}
