import { TRPCError } from "@trpc/server";
import { router, selfProcedure } from "../init.ts";

export const sessionRouter = router({
  /**
   * Who is signed in, and what this person may do: for showing or leaving out buttons, never for guarding them. Asked anew each time,
   * since a page goes by the answer as long as it is open.
   */
  me: selfProcedure.query(async ({ ctx }) => {
    const actor = await ctx.findActorNow();
    if (actor === undefined)
      throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
    return actor;
  }),
});
