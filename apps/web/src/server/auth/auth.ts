import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { admin } from "better-auth/plugins/admin";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import { database } from "../database/database.ts";
import { env } from "../env.ts";
import { ownOrigins } from "../http/same-origin.ts";

/** Shorter passwords are refused wherever one is set. */
export const PASSWORD_LENGTH_MIN = 12;
/** Longer ones cost the hash too much. */
export const PASSWORD_LENGTH_MAX = 128;

const SIGN_INS_PER_MINUTE = 20; // of one address; a guesser needs far more, a person far fewer

/** The paths of better-auth that the console serves; every other one of its many answers 404. */
export const AUTH_PATHS: ReadonlySet<string> = new Set([
  "/api/auth/sign-in/email",
  "/api/auth/sign-out",
]);

/** See `auth`. */
export type Auth = ReturnType<typeof makeAuth>;

let made: Auth | undefined;

/** Accounts and sessions; made at the first call, so that a build needs neither secret nor database. */
export function auth(): Auth {
  made ??= makeAuth();
  return made;
}

function makeAuth() {
  const { BETTER_AUTH_SECRET, PORT, SAGASCOPE_PUBLIC_URL } = env();
  return betterAuth({
    appName: "Sagascope",
    secret: BETTER_AUTH_SECRET,
    baseURL: SAGASCOPE_PUBLIC_URL ?? `http://localhost:${PORT}`,
    trustedOrigins: (request) => (request ? ownOrigins(request.headers, SAGASCOPE_PUBLIC_URL) : []),
    database: prismaAdapter(database().prisma, { provider: "postgresql", transaction: true }),
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
    },
    rateLimit: {
      enabled: true,
      customRules: { "/sign-in/email": { window: 60, max: SIGN_INS_PER_MINUTE } },
    },
    advanced: { defaultCookieAttributes: { sameSite: "lax", httpOnly: true } },
    plugins: [
      admin({
        roles: { viewer: userAc, responder: userAc, admin: adminAc },
        defaultRole: "viewer",
        adminRoles: ["admin"],
      }),
    ],
  });
}
