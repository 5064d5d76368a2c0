import { z } from "zod";
import { pinPlace, visitPlace } from "../../operations/remembered-place.ts";
import { listPlaces, placeSchema } from "../../reads/places/list-places.ts";
import { protectedProcedure, router } from "../init.ts";

/** Where a person was, and what they keep at hand; nobody else sees it. */
export const placesRouter = router({
  list: protectedProcedure("view").query(({ ctx }) => listPlaces(ctx.prisma, ctx.actor)),

  visit: protectedProcedure("view")
    .input(placeSchema)
    .mutation(({ ctx, input }) => visitPlace(ctx.prisma, ctx.actor, input)),

  pin: protectedProcedure("view")
    .input(placeSchema.extend({ pinned: z.boolean() }))
    .mutation(({ ctx, input }) => pinPlace(ctx.prisma, ctx.actor, input)),
});
