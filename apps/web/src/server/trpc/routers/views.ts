import { z } from "zod";
import { removeView, saveView } from "../../operations/saved-view.ts";
import { listViews, viewPageSchema } from "../../reads/views/list-views.ts";
import { protectedProcedure, router } from "../init.ts";

const NAME_MAX = 80;
const QUERY_MAX = 4_000;

const viewInput = z.object({
  page: viewPageSchema,
  name: z.string().trim().min(1).max(NAME_MAX),
  query: z.string().max(QUERY_MAX),
});

/** Filters that are kept under a name. */
export const viewsRouter = router({
  list: protectedProcedure("view")
    .input(z.object({ page: viewPageSchema }))
    .query(({ ctx, input }) => listViews(ctx.prisma, ctx.actor, input.page)),

  /** For oneself. */
  save: protectedProcedure("view")
    .input(viewInput)
    .mutation(({ ctx, input }) => saveView(ctx.prisma, ctx.actor, { ...input, shared: false })),

  /** For everyone of the project; audited. */
  share: protectedProcedure("operate")
    .input(viewInput)
    .mutation(({ ctx, input }) => saveView(ctx.prisma, ctx.actor, { ...input, shared: true })),

  remove: protectedProcedure("view")
    .input(z.object({ id: z.string().max(100) }))
    .mutation(({ ctx, input }) => removeView(ctx.prisma, ctx.actor, input.id)),
});
