import { z } from "zod";
import { changeUser } from "../../people/change-user.ts";
import { inviteUser, resetPassword } from "../../people/invitations.ts";
import { listUsers } from "../../people/list-users.ts";
import { protectedProcedure, router } from "../init.ts";

const id = z.string().min(1).max(200);
const idInput = z.object({ id });
const role = z.string().min(1).max(40);

/** Who may sign in, and what they may do. */
export const usersRouter = router({
  list: protectedProcedure("administer").query(({ ctx }) => listUsers(ctx.prisma)),

  /** Add somebody; the answer holds the secret of their one-time link, this once. */
  invite: protectedProcedure("administer")
    .input(
      z.object({
        name: z.string().trim().min(1, "enter a name").max(100),
        email: z.email("enter an e-mail address").max(200),
        role,
      }),
    )
    .mutation(({ ctx, input }) => inviteUser(ctx.prisma, ctx.actor, input)),

  /** A one-time link to set a password, in place of any before. */
  resetPassword: protectedProcedure("administer")
    .input(idInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.prisma, ctx.actor, input.id)),

  setRole: protectedProcedure("administer")
    .input(idInput.extend({ role }))
    .mutation(({ ctx, input }) =>
      changeUser(ctx.prisma, ctx.actor, input.id, { kind: "role", role: input.role }),
    ),

  /** Shut somebody out, end their sessions or take their second factor away; `enable` lets them in again. */
  change: protectedProcedure("administer")
    .input(
      idInput.extend({ kind: z.enum(["disable", "enable", "endSessions", "removeSecondFactor"]) }),
    )
    .mutation(({ ctx, input }) =>
      changeUser(ctx.prisma, ctx.actor, input.id, { kind: input.kind }),
    ),
});
