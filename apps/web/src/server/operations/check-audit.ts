import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";
import { AUDIT_CHECK } from "../reads/audit/last-check.ts";
import { type AuditVerification, verifyAudit } from "../reads/audit/verify-audit.ts";

/** Some seconds: as long as somebody who asked for it waits. The command `audit verify` checks any number. */
const ROWS_MAX = 200_000;

/** Check the chain because somebody asked for it, and note in the audit who did and what came out. */
export async function checkAudit(
  prisma: PrismaClient,
  actor: Pick<Actor, "email">,
  rowsMax = ROWS_MAX,
): Promise<AuditVerification> {
  const verification = await verifyAudit(prisma, rowsMax);
  const { checked, isPartial, brokenSeq } = verification;
  const outcome = brokenSeq === undefined ? "whole" : "broken";
  await prisma.$transaction((tx) =>
    appendAudit(fromPrisma(tx), [
      {
        ...{ ...AUDIT_CHECK, actor: actor.email, outcome },
        detail: { checked, isPartial, brokenSeq: brokenSeq ?? null },
      },
    ]),
  );
  return verification;
}
