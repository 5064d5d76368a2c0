import type { Tries } from "../limits/limits.ts";

/** What the console serves of better-auth's many endpoints; every other one answers 404. */
interface AuthRoute {
  readonly method: "GET" | "POST";
  /** What tries are counted as, and how many of one address a minute; a guesser needs far more, a person far fewer. */
  readonly tries?: Omit<Tries, "who">;
  /** It is also counted by the e-mail address that is tried, whatever address it comes from. */
  readonly perEmail?: true;
  /** What stands in the audit if it worked for somebody who is signed in. */
  readonly audit?: string;
  /** Only if the person has no second factor yet: a first code completes the set-up, a later one is nothing to note. */
  readonly isFirst?: true;
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
    tries: SIGN_INS,
    perEmail: true,
    answers: ["twoFactorRedirect"],
  },
  "/sign-in/social": { method: "POST", tries: SIGN_INS, answers: ["url"] },
  "/sign-up/email": { method: "POST", tries: { what: "register", perMinute: 5 } },
  "/sign-out": { method: "POST" },
  "/callback/oidc": { method: "GET", tries: SIGN_INS },
  "/change-password": { method: "POST", tries: CHANGES, audit: "user.change_password" },
  "/two-factor/enable": {
    method: "POST",
    tries: CHANGES,
    answers: ["totpURI", "backupCodes"],
  },
  "/two-factor/disable": { method: "POST", tries: CHANGES, audit: "user.remove_second_factor" },
  "/two-factor/generate-backup-codes": {
    method: "POST",
    tries: CHANGES,
    audit: "user.renew_recovery_codes",
    answers: ["backupCodes"],
  },
  "/two-factor/verify-totp": {
    method: "POST",
    tries: CODES,
    audit: "user.add_second_factor",
    isFirst: true,
  },
  "/two-factor/verify-backup-code": { method: "POST", tries: CODES },
};
