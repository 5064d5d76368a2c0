import { z } from "zod";
import { endSessions, getAccount, listSessions } from "../../people/account.ts";
import { router, selfProcedure } from "../init.ts";

/** A person's own account. Passwords and second factors are better-auth's, under `/api/auth`. */
export const accountRouter = router({
  get: selfProcedure.query(({ ctx }) => getAccount(ctx.prisma, ctx.actor)),

  /** Where this person is signed in. */
  sessions: selfProcedure.query(({ ctx }) => listSessions(ctx.prisma, ctx.actor)),

  endSession: selfProcedure
    .input(z.object({ id: z.string().min(1).max(200) }))
    .mutation(({ ctx, input }) => endSessions(ctx.prisma, ctx.actor, input)),

  /** End every session but this one. */
  endOtherSessions: selfProcedure.mutation(({ ctx }) =>
    endSessions(ctx.prisma, ctx.actor, "others"),
  ),
});
