import { AUDIT_CSV_HEADING, auditCsvLine } from "@sagascope/core";
import { fromPg, searchAudit } from "@sagascope/core/postgres";
import { z } from "zod";
import { checkAudit } from "../../operations/check-audit.ts";
import { auditFilterSchema } from "../../reads/audit/audit-filter.ts";
import { findLastCheck } from "../../reads/audit/last-check.ts";
import { listAudit, listAuditFacets } from "../../reads/audit/list-audit.ts";
import { verifyAudit } from "../../reads/audit/verify-audit.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;
const EXPORT_PAGE_MAX = 1_000;

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

  /** Rows as they stand in the chain, for an export and for checking it elsewhere; secrets in them are masked. */
  rows: readProcedure("readAudit")
    .input(
      z.object({
        filter: auditFilterSchema,
        beforeSeq: listInput.shape.cursor,
        limit: z.int().min(1).max(EXPORT_PAGE_MAX).default(EXPORT_PAGE_MAX),
      }),
    )
    .query(({ ctx, input: { filter, ...page } }) => {
      const { q, ...rest } = filter;
      return searchAudit(fromPg(ctx.pool), { ...rest, text: q }, page);
    }),

  /** Rows as lines of a file, CSV or JSON, the newest first; `nextSeq` goes on where it stopped. Secrets are masked. */
  export: readProcedure("readAudit")
    .input(
      z.object({
        filter: auditFilterSchema,
        format: z.enum(["csv", "json"]),
        beforeSeq: listInput.shape.cursor,
      }),
    )
    .query(async ({ ctx, input: { filter, format, beforeSeq } }) => {
      const { q, ...rest } = filter;
      const page = { beforeSeq, limit: EXPORT_PAGE_MAX };
      const rows = await searchAudit(fromPg(ctx.pool), { ...rest, text: q }, page);
      return {
        heading: format === "csv" ? AUDIT_CSV_HEADING : undefined,
        lines: rows.map((row) => (format === "csv" ? auditCsvLine(row) : JSON.stringify(row))),
        nextSeq: rows.length < EXPORT_PAGE_MAX ? undefined : rows.at(-1)?.seq,
      };
    }),

  /** Who did something, and what was done: what the list can be filtered by. */
  facets: readProcedure("readAudit").query(({ ctx }) => listAuditFacets(ctx.prisma)),

  /** Whether the newest rows fit their hashes. */
  verification: readProcedure("readAudit").query(({ ctx }) => verifyAudit(ctx.prisma)),

  /** Who had the chain checked last, and what came out. */
  lastCheck: readProcedure("readAudit").query(({ ctx }) => findLastCheck(ctx.prisma)),

  /** Check the chain as far back as can be waited for, and note in the audit who did. */
  check: protectedProcedure("readAudit").mutation(async ({ ctx }) => {
    const verification = await checkAudit(ctx.prisma, ctx.actor);
    ctx.reads.clear();
    return verification;
  }),
});
