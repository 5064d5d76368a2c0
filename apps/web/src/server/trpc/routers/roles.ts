import { z } from "zod";
import { listRoles, removeRole, roleInput, saveRole } from "../../people/roles.ts";
import { protectedProcedure, router } from "../init.ts";

/** What people may do, by the name of their role. */
export const rolesRouter = router({
  list: protectedProcedure("administer").query(({ ctx }) => listRoles(ctx.prisma)),

  /** Make a role, or change the one of that name. */
  save: protectedProcedure("administer")
    .input(roleInput)
    .mutation(({ ctx, input }) => saveRole(ctx.prisma, ctx.actor, input)),

  remove: protectedProcedure("administer")
    .input(z.object({ name: z.string().min(1).max(40) }))
    .mutation(({ ctx, input }) => removeRole(ctx.prisma, ctx.actor, input.name)),
});
