import {
  archiveLetters,
  assignLetterGroup,
  assignSelection,
  fromPg,
  fromPgPool,
  listLetterGroups,
  noteLetterGroup,
  purgeLetters,
} from "@sagascope/core/postgres";
import { z } from "zod";
import { getLetterCommand, runLetterCommand } from "../../operations/letter-command.ts";
import { unsealOriginal } from "../../operations/unseal-original.ts";
import { getCause } from "../../reads/dead-letters/get-cause.ts";
import { getLetter } from "../../reads/dead-letters/get-letter.ts";
import { getLetterSchema } from "../../reads/dead-letters/get-letter-schema.ts";
import { letterFilterSchema } from "../../reads/dead-letters/letter-filter.ts";
import { listCauses } from "../../reads/dead-letters/list-causes.ts";
import { listFacets } from "../../reads/dead-letters/list-facets.ts";
import { listLetterHistory } from "../../reads/dead-letters/list-letter-history.ts";
import { listLetters } from "../../reads/dead-letters/list-letters.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;
const REASON_MAX = 1_000;
const GROUPS_MAX = 1_000;
const IDS_MAX = 1_000;
const NAME_MAX = 200;
const NOTE_MAX = 4_000;

const id = z.string().min(1).max(200);
const idInput = z.object({ id });
const reason = z
  .string()
  .trim()
  .min(1, "a reason is required")
  .max(REASON_MAX, `a reason has at most ${REASON_MAX} characters`);

/** These letters, or those of a frozen selection. */
const meantInput = z.union([
  z.object({ ids: z.array(id).min(1).max(IDS_MAX) }),
  z.object({ selectionId: id, hash: z.string().length(64) }),
]);
const archiveInput = z.intersection(
  meantInput,
  z.object({
    dryRun: z.boolean().default(false),
    reason: z.string().trim().max(REASON_MAX).optional(),
  }),
);

/** Caring for a cause needs no reason in the console; one that is given is kept. */
const careInput = z.object({ cause: id, reason: z.string().trim().max(REASON_MAX).optional() });

const listInput = z.object({
  filter: letterFilterSchema,
  cursor: z.string().max(300).optional(),
  limit: z.int().min(1).max(PAGE_MAX).default(50),
});

export const deadLettersRouter = router({
  list: readProcedure()
    .input(listInput)
    .query(({ ctx, input: { filter, cursor, limit } }) =>
      listLetters(ctx.pool, filter, { cursor, limit }),
    ),

  /** Letters of a filter, grouped by cause. */
  causes: readProcedure()
    .input(z.object({ filter: letterFilterSchema }))
    .query(({ ctx, input }) => listCauses(ctx.pool, input.filter)),

  /** How many letters a filter finds, and what else they can be filtered by. */
  facets: readProcedure()
    .input(z.object({ filter: letterFilterSchema }))
    .query(({ ctx, input }) => listFacets(ctx, input.filter, new Date())),

  get: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => getLetter(ctx, input.id)),

  history: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => listLetterHistory(ctx.prisma, input.id)),

  /** How far a request has come, and what came of it. */
  command: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => getLetterCommand(ctx.pool, input.id)),

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

  /** Causes with who looks after them, the one that was seen last first. */
  groups: readProcedure()
    .input(
      z.object({
        all: z.boolean().default(false),
        machine: id.optional(),
        limit: z.int().min(1).max(GROUPS_MAX).default(PAGE_MAX),
      }),
    )
    .query(({ ctx, input: { all, machine: consumer, limit } }) =>
      listLetterGroups(fromPg(ctx.pool), { state: all ? "all" : "open", consumer }, limit),
    ),

  /** Who looks after a cause, and what was noted about it. */
  care: readProcedure()
    .input(z.object({ cause: id }))
    .query(({ ctx, input }) => getCause(ctx.pool, input.cause)),

  /** Say who looks after every cause of a frozen selection. */
  assignSelection: protectedProcedure("resolve")
    .input(
      z.object({
        selectionId: id,
        hash: z.string().length(64),
        assignee: z.string().max(NAME_MAX).optional(),
        reason,
      }),
    )
    .mutation(({ ctx, input }) =>
      assignSelection(fromPgPool(ctx.pool), { ...input, actor: ctx.actor.email }),
    ),

  /** Say who looks after a cause; nobody without an assignee. */
  assign: protectedProcedure("resolve")
    .input(careInput.extend({ assignee: z.string().max(NAME_MAX).optional() }))
    .mutation(({ ctx, input: { cause: fingerprint, ...care } }) =>
      assignLetterGroup(fromPgPool(ctx.pool), { fingerprint, ...care, actor: ctx.actor.email }),
    ),

  /** Note something about a cause. */
  note: protectedProcedure("resolve")
    .input(careInput.extend({ note: z.string().max(NOTE_MAX) }))
    .mutation(({ ctx, input: { cause: fingerprint, ...care } }) =>
      noteLetterGroup(fromPgPool(ctx.pool), { fingerprint, ...care, actor: ctx.actor.email }),
    ),

  /** Put resolved letters out of sight; with `dryRun` only say which. */
  archive: protectedProcedure("resolve")
    .input(archiveInput)
    .mutation(({ ctx, input }) =>
      archiveLetters(fromPgPool(ctx.pool), { ...input, kind: "archive", actor: ctx.actor.email }),
    ),

  /** Bring archived letters back. */
  restore: protectedProcedure("resolve")
    .input(archiveInput)
    .mutation(({ ctx, input }) =>
      archiveLetters(fromPgPool(ctx.pool), { ...input, kind: "restore", actor: ctx.actor.email }),
    ),

  /** Delete letters for good: one, or the resolved ones of an age; open ones only when asked. */
  purge: protectedProcedure("administer")
    .input(
      z.object({
        id: id.optional(),
        olderThanMs: z.number().min(0).optional(),
        unresolved: z.boolean().default(false),
        dryRun: z.boolean().default(true),
        reason: z.string().trim().max(REASON_MAX).optional(),
      }),
    )
    .mutation(({ ctx, input }) =>
      purgeLetters(fromPgPool(ctx.pool), { ...input, actor: ctx.actor.email }),
    ),

  /** Masked fields as they were sent. Who, why and which fields stand in the audit, before anything is shown. */
  unseal: protectedProcedure("unseal")
    .input(idInput.extend({ reason, paths: z.array(z.string().max(1_024)).max(100).optional() }))
    .mutation(({ ctx, input }) => unsealOriginal(ctx.pool, ctx.actor, input)),

  /** Replay other data than was sent: a new envelope, caused by the old one. A dry run unless told otherwise. */
  editAndReplay: protectedProcedure("replayEdited")
    .input(
      idInput.extend({
        edit: z.array(z.unknown()).min(1).max(100),
        dryRun: z.boolean().default(true),
        reason: z.string().trim().max(REASON_MAX).optional(),
        force: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input: { id: letterId, edit, ...request } }) =>
      runLetterCommand(ctx, ctx.actor, {
        kind: "replay",
        letterId,
        edit: edit as never,
        ...request,
      }),
    ),

  /** What the data of a letter's envelope has to look like, as its machine declares it. */
  schema: readProcedure()
    .input(idInput)
    .query(({ ctx, input }) => getLetterSchema(ctx, input.id)),

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
