import {
  JOB_CHANGES,
  JOB_ITEM_FILTERS,
  type JobItemFilter,
  SELECTION_PURPOSES,
} from "@sagascope/core/postgres";
import { z } from "zod";
import {
  changeJob,
  getJob,
  getSelection,
  listJobItems,
  listJobs,
  previewSelection,
  setPace,
  startJob,
  startResolution,
} from "../../operations/replay-job.ts";
import { letterFilterSchema } from "../../reads/dead-letters/letter-filter.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const REASON_MAX = 1_000;
const PAGE_MAX = 500;

const name = z.string().min(1).max(1_024);
const id = z.string().min(1).max(200);
const reason = z.string().trim().max(REASON_MAX).optional();

/** Which open letters are meant. Core checks the rest, for every door. */
const selectionInput = z.object({
  purpose: z.enum(SELECTION_PURPOSES).default("replay"),
  /** Captured within this time. */
  since: letterFilterSchema.shape.since,
  project: name.optional(),
  machine: name.optional(),
  reason: name.optional(),
  cause: name.optional(),
  type: name.optional(),
  q: z.string().trim().max(1_024).optional(),
  capturedFrom: z.date().optional(),
  capturedBefore: z.date().optional(),
  ids: z.array(id).max(10_000).optional(),
});

const startInput = z.object({
  selectionId: id,
  /** Of the preview: what is replayed is what was seen. */
  hash: z.string().length(64),
  force: z.boolean().default(false),
  parallel: z.int().optional(),
  ratePerSecond: z.number().optional(),
});

/** Replaying many dead letters at once. */
export const replayJobsRouter = router({
  list: readProcedure()
    .input(
      z.object({
        limit: z.int().min(1).max(PAGE_MAX).default(50),
        afterId: id.optional(),
        selectionId: id.optional(),
      }),
    )
    .query(({ ctx, input }) => listJobs(ctx.pool, input)),

  get: readProcedure()
    .input(z.object({ id }))
    .query(({ ctx, input }) => getJob(ctx.pool, input.id)),

  /** Its letters: those that did not come through, or all. */
  items: readProcedure()
    .input(
      z.object({
        id,
        which: z
          .enum(JOB_ITEM_FILTERS as [JobItemFilter, ...JobItemFilter[]])
          .default("notThrough"),
        afterOrdinal: z.int().min(0).default(0),
        limit: z.int().min(1).max(PAGE_MAX).default(100),
      }),
    )
    .query(({ ctx, input: { id: jobId, ...page } }) => listJobItems(ctx.pool, { jobId, ...page })),

  /** A frozen selection, with what is in it. */
  selection: readProcedure()
    .input(z.object({ id }))
    .query(({ ctx, input }) => getSelection(ctx.pool, input.id)),

  /** Freeze what a filter finds, and say what it is. Nothing moves. */
  preview: protectedProcedure("dryRun")
    .input(selectionInput)
    .mutation(({ ctx, input }) => previewSelection(ctx.pool, ctx.actor, input)),

  /** Say what would come of each letter of a selection; changes nothing. */
  rehearse: protectedProcedure("dryRun")
    .input(startInput)
    .mutation(({ ctx, input }) => startJob(ctx.pool, ctx.actor, { ...input, dryRun: true })),

  /** Replay a selection. */
  start: protectedProcedure("replay")
    .input(
      startInput.extend({
        reason: z.string().trim().min(1, "a reason is required").max(REASON_MAX),
        canary: z.int().optional(),
        pauseShare: z.number().optional(),
      }),
    )
    .mutation(({ ctx, input }) => startJob(ctx.pool, ctx.actor, { ...input, dryRun: false })),

  /** Close the letters of a selection without a replay. */
  resolve: protectedProcedure("resolve")
    .input(
      startInput
        .pick({ selectionId: true, hash: true })
        .extend({ reason: z.string().trim().min(1, "a reason is required").max(REASON_MAX) }),
    )
    .mutation(({ ctx, input }) => startResolution(ctx.pool, ctx.actor, input)),

  /** Let it go faster or slower; a rate of null is no limit. */
  setPace: protectedProcedure("replay")
    .input(
      z.object({
        id,
        ratePerSecond: z.number().nullable().optional(),
        parallel: z.int().optional(),
        reason,
      }),
    )
    .mutation(({ ctx, input }) => setPace(ctx.pool, ctx.actor, input)),

  /** Pause it, let it go on, or end it. */
  change: protectedProcedure("replay")
    .input(z.object({ id, change: z.enum(JOB_CHANGES), reason }))
    .mutation(({ ctx, input }) => changeJob(ctx.pool, ctx.actor, input)),
});
