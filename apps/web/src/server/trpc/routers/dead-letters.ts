import { z } from "zod";
import { getCommand, runLetterCommand } from "../../operations/letter-command.ts";
import { getLetter } from "../../reads/dead-letters/get-letter.ts";
import { letterFilterSchema } from "../../reads/dead-letters/letter-filter.ts";
import { listCauses } from "../../reads/dead-letters/list-causes.ts";
import { listFacets } from "../../reads/dead-letters/list-facets.ts";
import { listLetterHistory } from "../../reads/dead-letters/list-letter-history.ts";
import { listLetters } from "../../reads/dead-letters/list-letters.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;
const REASON_MAX = 1_000;

const id = z.string().min(1).max(200);
const idInput = z.object({ id });
const reason = z
  .string()
  .trim()
  .min(1, "a reason is required")
  .max(REASON_MAX, `a reason has at most ${REASON_MAX} characters`);

const listInput = z.object({
  filter: letterFilterSchema,
  cursor: id.optional(),
  limit: z.int().min(1).max(PAGE_MAX).default(50),
});

export const deadLettersRouter = router({
  list: readProcedure()
    .input(listInput)
    .query(({ ctx, input: { filter, cursor, limit } }) =>
      listLetters(ctx.prisma, filter, { cursor, limit }),
    ),

  /** Letters of a filter, grouped by cause. */
  causes: readProcedure()
    .input(z.object({ filter: letterFilterSchema }))
    .query(({ ctx, input }) => listCauses(ctx.prisma, input.filter)),

  /** What letters can be filtered by. */
  facets: readProcedure().query(({ ctx }) => listFacets(ctx.prisma, new Date())),

  get: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => getLetter(ctx.prisma, input.id)),

  history: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => listLetterHistory(ctx.prisma, input.id)),

  /** How far a request has come, and what came of it. */
  command: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => getCommand(ctx.pool, input.id)),

  /** What a replay would do now; changes nothing. */
  dryRun: protectedProcedure("dryRun")
    .input(idInput.extend({ force: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      runLetterCommand(ctx, ctx.actor, {
        kind: "replay",
        dryRun: true,
        letterId: input.id,
        force: input.force,
      }),
    ),

  /** Hand the letter's original to the pipeline again, once. */
  replay: protectedProcedure("replay")
    .input(idInput.extend({ reason, force: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      runLetterCommand(ctx, ctx.actor, {
        kind: "replay",
        dryRun: false,
        letterId: input.id,
        reason: input.reason,
        force: input.force,
      }),
    ),

  /** Close the letter without a replay: somebody dealt with it another way. */
  resolve: protectedProcedure("resolve")
    .input(idInput.extend({ reason }))
    .mutation(({ ctx, input }) =>
      runLetterCommand(ctx, ctx.actor, {
        kind: "resolve",
        dryRun: false,
        letterId: input.id,
        reason: input.reason,
      }),
    ),
});
