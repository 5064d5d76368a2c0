import { TOKEN_SCOPES } from "@sagascope/core/postgres";
import { z } from "zod";
import { createToken, listTokens, revokeToken } from "../../people/tokens.ts";
import { protectedProcedure, router } from "../init.ts";

const DAYS_MAX = 3_650;

/** Tokens for the command line, for sending events and for metrics. */
export const tokensRouter = router({
  list: protectedProcedure("administer").query(({ ctx }) => listTokens(ctx.pool)),

  /** The answer holds the token, this once. */
  create: protectedProcedure("administer")
    .input(
      z.object({
        name: z.string().trim().min(1, "enter a name").max(100),
        scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, "choose what it may do"),
        days: z.int().min(1).max(DAYS_MAX).optional(),
      }),
    )
    .mutation(({ ctx, input }) => createToken(ctx.pool, ctx.actor, input)),

  revoke: protectedProcedure("administer")
    .input(z.object({ id: z.string().min(1).max(200) }))
    .mutation(({ ctx, input }) => revokeToken(ctx.pool, ctx.actor, input.id)),
});
