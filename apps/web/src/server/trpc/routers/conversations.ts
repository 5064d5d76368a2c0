import { z } from "zod";
import { getConversation } from "../../reads/conversations/get-conversation.ts";
import { getSkeleton } from "../../reads/conversations/get-skeleton.ts";
import { listConversations } from "../../reads/conversations/list-conversations.ts";
import { DEEDS_MAX, listDeeds } from "../../reads/conversations/list-deeds.ts";
import { readProcedure, router } from "../init.ts";

const correlationId = z.string().min(1).max(1_024);
/** A position among the envelopes; the database counts to 2^63. */
const seq = z.string().regex(/^\d{1,18}$/, "must be a position: digits, at most 18");

export const conversationsRouter = router({
  list: readProcedure().query(({ ctx }) => listConversations(ctx.prisma)),

  /** What it is, and what is wrong with it; not its envelopes. */
  get: readProcedure()
    .input(z.object({ correlationId }))
    .query(({ ctx, input }) => getConversation(ctx.prisma, input.correlationId)),

  /** Where its envelopes stand, a page after a position. */
  skeleton: readProcedure()
    .input(z.object({ correlationId, after: seq }))
    .query(({ ctx, input }) => getSkeleton(ctx, input)),

  /** What was done with a few of its envelopes: those that are drawn. */
  deeds: readProcedure()
    .input(z.object({ correlationId, seqs: z.array(seq).min(1).max(DEEDS_MAX) }))
    .query(({ ctx, input }) => listDeeds(ctx.prisma, input)),
});
