import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { admin } from "better-auth/plugins/admin";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/password-length.ts";
import { database } from "../database/database.ts";
import { type Env, env } from "../env.ts";
import { ownOrigins } from "../http/same-origin.ts";
import { removeUnproven } from "../people/remove-unproven.ts";

/** The company's own sign-in, as accounts and addresses name it. */
export const OIDC_PROVIDER = "oidc";

const SESSION_SECONDS = 7 * 86_400;
const SESSION_REFRESH_SECONDS = 86_400;

/** See `auth`. */
export type Auth = ReturnType<typeof makeAuth>;

let made: Auth | undefined;

/** Accounts and sessions; made at the first call, so that a build needs neither secret nor database. */
export function auth(): Auth {
  made ??= makeAuth(env());
  return made;
}

function makeAuth(settings: Env) {
  const { BETTER_AUTH_SECRET, PORT, SAGASCOPE_PUBLIC_URL, SAGASCOPE_SIGN_UP_ROLE } = settings;
  return betterAuth({
    appName: "Sagascope",
    secret: BETTER_AUTH_SECRET,
    baseURL: SAGASCOPE_PUBLIC_URL ?? `http://localhost:${PORT}`,
    trustedOrigins: (request) => (request ? ownOrigins(request.headers, SAGASCOPE_PUBLIC_URL) : []),
    database: prismaAdapter(database().prisma, { provider: "postgresql", transaction: true }),
    telemetry: { enabled: false },
    onAPIError: { errorURL: "/sign-in" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: SAGASCOPE_SIGN_UP_ROLE === undefined,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_REFRESH_SECONDS },
    account: {
      // Who was invited by e-mail may come by OIDC instead, if the issuer says that the address is theirs; what somebody else set
      // up under it before, see `account.create` below, is taken away then.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
      encryptOAuthTokens: true,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => ({
            data: { ...user, role: roleOfNewcomer(settings, context?.path) },
          }),
        },
      },
      account: {
        create: {
          before: async ({ providerId, userId }) => {
            if (providerId === OIDC_PROVIDER) await removeUnproven(database().prisma, userId);
          },
        },
      },
    },
    rateLimit: { enabled: false }, // counted in the database by `serveAuth`, for every process together
    advanced: { defaultCookieAttributes: { sameSite: "lax", httpOnly: true } },
    plugins: [
      admin({
        roles: { viewer: userAc, responder: userAc, admin: adminAc },
        defaultRole: "viewer",
        adminRoles: ["admin"],
      }),
      twoFactor({ issuer: "Sagascope" }),
      ...companySignIn(settings),
    ],
  });
}

/** The role of somebody who made an account, by the way they came. Without one they may do nothing. */
function roleOfNewcomer(settings: Env, path: string | undefined): string | null {
  const role = path?.startsWith("/sign-up")
    ? settings.SAGASCOPE_SIGN_UP_ROLE
    : settings.SAGASCOPE_OIDC_SIGN_UP_ROLE;
  return role ?? null;
}

function companySignIn(settings: Env) {
  const { SAGASCOPE_OIDC_ISSUER: issuer, SAGASCOPE_OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) return [];
  const newcomers = settings.SAGASCOPE_OIDC_SIGN_UP_ROLE !== undefined;
  return [
    genericOAuth({
      config: [
        {
          providerId: OIDC_PROVIDER,
          name: settings.SAGASCOPE_OIDC_NAME,
          discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
          requireIdTokenVerification: true,
          clientId,
          clientSecret: settings.SAGASCOPE_OIDC_CLIENT_SECRET,
          scopes: ["openid", "email", "profile"],
          pkce: true,
          disableSignUp: !newcomers,
        },
      ],
    }),
  ];
}
