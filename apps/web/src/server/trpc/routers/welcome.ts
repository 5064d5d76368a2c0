import { z } from "zod";
import { auth, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../../auth/auth.ts";
import { createFirstAdmin, isInviteOpen } from "../../welcome/create-first-admin.ts";
import { openProcedure, router } from "../init.ts";

const adminInput = z.object({
  token: z.string().min(1).max(200),
  name: z.string().trim().min(1, "enter a name").max(100),
  email: z.email("enter an e-mail address").max(200),
  password: z
    .string()
    .min(PASSWORD_LENGTH_MIN, `at least ${PASSWORD_LENGTH_MIN} characters`)
    .max(PASSWORD_LENGTH_MAX),
});

export const welcomeRouter = router({
  /** Whether the first admin is still to be made. */
  isOpen: openProcedure.query(({ ctx }) => isInviteOpen(ctx.prisma)),

  /** Make the first admin with the one-time secret, once. */
  createAdmin: openProcedure.input(adminInput).mutation(async ({ ctx, input }) => {
    const { password, ...who } = input;
    const { password: hasher } = await auth().$context;
    const passwordHash = await hasher.hash(password);
    return { userId: await createFirstAdmin(ctx.prisma, { ...who, passwordHash }) };
  }),
});
