import {
  findInstance,
  forgetFeed,
  fromPg,
  fromPgPool,
  listFeedHolders,
  listFeeds,
  listInstances,
  listInstancesOfSubject,
  moveFeedCursor,
  readDisplayRedaction,
} from "@sagascope/core/postgres";
import { z } from "zod";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const ROWS_MAX = 10_000;
const REASON_MAX = 1_000;
const PHASES = [
  "running",
  "compensating",
  "completed",
  "compensated",
  "failed",
  "cancelled",
] as const;

const name = z.string().min(1).max(1_024);
const key = z.object({ machineId: name, subject: name });
const feedAct = z.object({
  project: name,
  feed: name,
  reason: z.string().trim().min(1, "a reason is required").max(REASON_MAX),
});

/** What `sagascope instances` and `sagascope feeds` ask a console for: the rows that they would read from the database. */
export const commandLineRouter = router({
  instances: readProcedure()
    .input(
      z.object({
        machineId: name.optional(),
        phase: z.enum(PHASES).optional(),
        limit: z.int().min(1).max(ROWS_MAX),
      }),
    )
    .query(({ ctx, input }) => listInstances(fromPg(ctx.pool), input)),

  instancesOfSubject: readProcedure()
    .input(key.pick({ subject: true }))
    .query(({ ctx, input }) => listInstancesOfSubject(fromPg(ctx.pool), input.subject)),

  /** One instance with its context masked; null if there is none. */
  instance: readProcedure()
    .input(key)
    .query(async ({ ctx, input: { machineId, subject } }) => {
      const sql = fromPg(ctx.pool);
      const found = await findInstance(sql, machineId, subject);
      if (found === undefined) return null;
      const { snapshot: _kept, ...instance } = found;
      const redaction = await readDisplayRedaction(sql);
      return { ...instance, context: redaction.of(machineId).redact(found.context).value };
    }),

  feeds: readProcedure()
    .input(z.object({ project: name.optional() }))
    .query(({ ctx, input }) => listFeeds(fromPg(ctx.pool), input)),

  feedHolders: readProcedure().query(({ ctx }) => listFeedHolders(fromPg(ctx.pool))),

  /** Put a feed's cursors somewhere else. */
  moveFeed: protectedProcedure("operate")
    .input(
      feedAct.extend({
        to: z.union([
          z.enum(["earliest", "latest"]),
          z.object({ position: z.string().regex(/^\d{1,19}$/) }),
          z.object({ time: z.date() }),
        ]),
      }),
    )
    .mutation(({ ctx, input }) =>
      moveFeedCursor(fromPgPool(ctx.pool), { ...input, actor: ctx.actor.email }),
    ),

  /** Forget a feed that is no longer declared. */
  forgetFeed: protectedProcedure("operate")
    .input(feedAct)
    .mutation(({ ctx, input }) =>
      forgetFeed(fromPgPool(ctx.pool), { ...input, actor: ctx.actor.email }),
    ),
});
