import type { Prisma } from "@sagascope/database";
import { z } from "zod";
import { escapeLike } from "../search/subject-patterns.ts";

/** What the audit may be narrowed to; all of it stands in the page's URL. */
export const auditFilterSchema = z.object({
  actor: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  /** A part of the target, the reason or the outcome. */
  q: z.string().trim().max(1_024).optional(),
  /** Done then or later. */
  from: z.date().optional(),
  /** Done earlier than that. */
  before: z.date().optional(),
});

/** See `auditFilterSchema`. */
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** A filter as a condition. */
export function whereOf({ actor, action, q, from, before }: AuditFilter): Prisma.AuditWhereInput {
  const part = { contains: q && escapeLike(q), mode: "insensitive" } as const;
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...((from || before) && { at: { gte: from, lt: before } }),
    ...(q && { OR: [{ target: part }, { reason: part }, { outcome: part }] }),
  };
}
