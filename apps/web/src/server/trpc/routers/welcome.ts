import { z } from "zod";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/password-length.ts";
import { auth } from "../../auth/auth.ts";
import { env } from "../../env.ts";
import { takeTry } from "../../limits/limits.ts";
import { acceptLink, findLink } from "../../people/invitations.ts";
import { createFirstAdmin, isInviteOpen } from "../../welcome/create-first-admin.ts";
import { openProcedure, router } from "../init.ts";

const LINKS_PER_MINUTE = 20; // of one address; a secret of 256 bits needs no smaller number

const token = z.string().min(1).max(200);
const password = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX);

const adminInput = z.object({
  token,
  name: z.string().trim().min(1, "enter a name").max(100),
  email: z.email("enter an e-mail address").max(200),
  password,
});

export const welcomeRouter = router({
  /** Whether the first admin is still to be made. */
  isOpen: openProcedure.query(({ ctx }) => isInviteOpen(ctx.prisma)),

  /** Make the first admin with the one-time secret, once. */
  createAdmin: openProcedure.input(adminInput).mutation(async ({ ctx, input }) => {
    await takeTry(ctx.pool, { what: "link", who: ctx.address, perMinute: LINKS_PER_MINUTE });
    const { password: chosen, ...who } = input;
    const passwordHash = await hashOf(chosen);
    return { userId: await createFirstAdmin(ctx.prisma, { ...who, passwordHash }) };
  }),

  /** The ways into this console, for the sign-in page. */
  ways: openProcedure.query(() => {
    const { SAGASCOPE_OIDC_ISSUER, SAGASCOPE_OIDC_NAME, SAGASCOPE_SIGN_UP_ROLE } = env();
    return {
      companyName: SAGASCOPE_OIDC_ISSUER === undefined ? undefined : SAGASCOPE_OIDC_NAME,
      mayRegister: SAGASCOPE_SIGN_UP_ROLE !== undefined,
    };
  }),

  /** Whom a one-time link is for; nothing if it is not good any more. */
  link: openProcedure.input(z.object({ token })).mutation(async ({ ctx, input }) => {
    await takeTry(ctx.pool, { what: "link", who: ctx.address, perMinute: LINKS_PER_MINUTE });
    return (await findLink(ctx.prisma, input.token)) ?? null;
  }),

  /** Set a password by a one-time link, once. */
  acceptLink: openProcedure
    .input(z.object({ token, password }))
    .mutation(async ({ ctx, input }) => {
      await takeTry(ctx.pool, { what: "link", who: ctx.address, perMinute: LINKS_PER_MINUTE });
      return acceptLink(ctx.prisma, {
        token: input.token,
        passwordHash: await hashOf(input.password),
      });
    }),
});

async function hashOf(chosen: string): Promise<string> {
  const { password: hasher } = await auth().$context;
  return hasher.hash(chosen);
}
