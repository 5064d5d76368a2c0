import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";

/**
 * Take away what somebody set up under an address that they never proved to be theirs: password, sessions and second factor, before
 * its owner, whom the company's sign-in vouches for, is let in there. Otherwise who registered a colleague's address first would
 * share their account ever after. Who was invited has proved it by the link that was handed to them.
 */
export async function removeUnproven(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId } });
    if (user === null || user.emailVerified) return;
    const password = { userId, providerId: "credential" };
    if ((await tx.account.deleteMany({ where: password })).count === 0) return;
    await tx.session.deleteMany({ where: { userId } });
    await tx.twoFactor.deleteMany({ where: { userId } });
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
    const entry = {
      actor: user.email,
      action: "user.remove_unproven_password",
      target: `user:${userId}`,
      outcome: "done",
      detail: {},
    };
    await appendAudit(fromPrisma(tx), [entry]);
  });
}
