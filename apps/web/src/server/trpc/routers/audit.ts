import { z } from "zod";
import { auditFilterSchema } from "../../reads/audit/audit-filter.ts";
import { listAudit, listAuditFacets } from "../../reads/audit/list-audit.ts";
import { verifyAudit } from "../../reads/audit/verify-audit.ts";
import { readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;

const listInput = z.object({
  filter: auditFilterSchema,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "a row's number")
    .optional(),
  limit: z.int().min(1).max(PAGE_MAX).default(50),
});

export const auditRouter = router({
  list: readProcedure("readAudit")
    .input(listInput)
    .query(({ ctx, input: { filter, cursor, limit } }) =>
      listAudit(ctx.prisma, filter, { cursor, limit }),
    ),

  /** Who did something, and what was done: what the list can be filtered by. */
  facets: readProcedure("readAudit").query(({ ctx }) => listAuditFacets(ctx.prisma)),

  /** Whether the newest rows fit their hashes. */
  verification: readProcedure("readAudit").query(({ ctx }) => verifyAudit(ctx.prisma)),
});
