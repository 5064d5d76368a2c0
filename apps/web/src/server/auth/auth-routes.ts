import type { Tries } from "../limits/limits.ts";

/** What the console serves of better-auth's many endpoints; every other one answers 404. */
export interface AuthRoute {
  readonly method: "GET" | "POST";
  /** Who comes further than a refusal; a token is nobody here. The library asks, and a test asks it as everybody. */
  readonly who: "anybody" | "signed in" | "half signed in";
  /** What tries are counted as, and how many of one address a minute; a guesser needs far more, a person far fewer. */
  readonly tries?: Omit<Tries, "who">;
  /** It is also counted by the e-mail address that is tried, whatever address it comes from. */
  readonly perEmail?: true;
  /** What stands in the audit if it worked for somebody who is signed in. */
  readonly audit?: string;
  /** Only if the person has no second factor yet: a first code completes the set-up, a later one is nothing to note. */
  readonly isFirst?: true;
  /** The code that it takes opens one session and no second one, however long it is good (RFC 6238, 5.2). */
  readonly opensOnce?: true;
  /** Fields of the body that are passed on. All else that better-auth would heed is not: it knows ways past what is promised here. */
  readonly takes?: readonly string[];
  /** Fields that are set whatever was sent. */
  readonly sets?: Readonly<Record<string, boolean>>;
  /** Parts of the answer that a page needs; all else, such as a session's token, stays on the server. */
  readonly answers?: readonly string[];
}

const SIGN_INS = { what: "sign-in", perMinute: 20 } as const;
const CODES = { what: "second-factor", perMinute: 10 } as const;
const CHANGES = { what: "account", perMinute: 20 } as const;

/** By path below `/api/auth`. */
export const AUTH_ROUTES: Readonly<Record<string, AuthRoute>> = {
  "/sign-in/email": {
    method: "POST",
    who: "anybody",
    tries: SIGN_INS,
    perEmail: true,
    takes: ["email", "password"],
    answers: ["twoFactorRedirect"],
  },
  "/sign-in/social": {
    method: "POST",
    who: "anybody",
    tries: SIGN_INS,
    takes: ["provider", "callbackURL", "errorCallbackURL"], // an id token would pass by state, nonce and PKCE
    answers: ["url"],
  },
  "/sign-up/email": {
    method: "POST",
    who: "anybody",
    tries: { what: "register", perMinute: 5 },
    takes: ["name", "email", "password"],
  },
  "/sign-out": { method: "POST", who: "anybody" },
  "/callback/oidc": { method: "GET", who: "anybody", tries: SIGN_INS },
  "/change-password": {
    method: "POST",
    who: "signed in",
    tries: CHANGES,
    takes: ["currentPassword", "newPassword"],
    sets: { revokeOtherSessions: true },
    audit: "user.change_password",
  },
  "/two-factor/enable": {
    method: "POST",
    who: "signed in",
    tries: CHANGES,
    takes: ["password"],
    answers: ["totpURI", "backupCodes"],
  },
  "/two-factor/disable": {
    method: "POST",
    who: "signed in",
    tries: CHANGES,
    takes: ["password"],
    audit: "user.remove_second_factor",
  },
  "/two-factor/generate-backup-codes": {
    method: "POST",
    who: "signed in",
    tries: CHANGES,
    takes: ["password"],
    audit: "user.renew_recovery_codes",
    answers: ["backupCodes"],
  },
  "/two-factor/verify-totp": {
    method: "POST",
    who: "half signed in",
    tries: CODES,
    takes: ["code"], // a device that is trusted would pass by a factor that is replaced later
    audit: "user.add_second_factor",
    isFirst: true,
    opensOnce: true,
  },
  "/two-factor/verify-backup-code": {
    method: "POST",
    who: "half signed in",
    tries: CODES,
    takes: ["code"],
  },
};
