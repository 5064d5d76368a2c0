import { fromPg, fromPgPool, handBackLeases, moveFeedCursor } from "@sagascope/core/postgres";
import { z } from "zod";
import { overviewRangeSchema } from "../../reads/overview/overview-range.ts";
import { getPipes } from "../../reads/pipes/get-pipes.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const name = z.string().min(1).max(200);
const reason = z.string().trim().max(1_000).optional();

const startSchema = z.union([
  z.enum(["earliest", "latest"]),
  z.object({ position: z.string().regex(/^\d{1,19}$/, "a position is a number") }),
  z.object({ time: z.date() }),
]);

export const pipesRouter = router({
  /** How everything stands: outbox, relays, feeds, timers, workers, and what holds feeds up. */
  get: readProcedure()
    .input(z.object({ range: overviewRangeSchema.default("1h") }).default({ range: "1h" }))
    .query(({ ctx, input }) => getPipes(fromPg(ctx.pool), input.range)),

  /** Take from a dead worker what it holds; a dry run says what that is. */
  handBack: protectedProcedure("operate")
    .input(z.object({ workerId: name, dryRun: z.boolean().default(true), reason }))
    .mutation(async ({ ctx, input }) => {
      const held = await handBackLeases(fromPgPool(ctx.pool), { ...input, actor: ctx.actor.email });
      ctx.reads.clear();
      return held;
    }),

  /** Put a feed's cursors somewhere else; a dry run says from where to where. */
  moveFeed: protectedProcedure("operate")
    .input(
      z.object({
        project: name,
        feed: name,
        to: startSchema,
        dryRun: z.boolean().default(true),
        reason,
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const operation = { ...input, reason: input.reason ?? "", actor: ctx.actor.email };
      const moved = await moveFeedCursor(fromPgPool(ctx.pool), operation);
      ctx.reads.clear();
      return moved;
    }),
});
