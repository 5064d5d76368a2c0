import type { PrismaClient } from "@sagascope/database";
import { z } from "zod";

/** The entry that a check of the chain leaves in the audit. */
export const AUDIT_CHECK = { action: "audit.check", target: "audit chain" } as const;

/** Who checked the chain last, and what came out. */
export interface AuditCheck {
  readonly by: string;
  readonly at: Date;
  /** Rows that were checked: the newest then, and all of them unless `isPartial`. */
  readonly checked: number;
  readonly isPartial: boolean;
  /** The first row that did not fit. */
  readonly brokenSeq: string | undefined;
}

const detailSchema = z.object({
  checked: z.int(),
  isPartial: z.boolean(),
  brokenSeq: z.string().nullable(),
});

/** The last time somebody had the chain checked; null: nobody has. */
export async function findLastCheck(prisma: PrismaClient): Promise<AuditCheck | null> {
  const row = await prisma.audit.findFirst({
    where: AUDIT_CHECK,
    orderBy: { seq: "desc" },
    select: { actor: true, at: true, detail: true },
  });
  if (row === null) return null;
  const { checked, isPartial, brokenSeq } = detailSchema.parse(row.detail);
  return { by: row.actor, at: row.at, checked, isPartial, brokenSeq: brokenSeq ?? undefined };
}
