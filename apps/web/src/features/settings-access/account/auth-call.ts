const TOO_MANY_REQUESTS = 429;

/** Words for the codes that the server answers with; all others show what it said. */
const WORDS: Readonly<Record<string, string>> = {
  INVALID_PASSWORD: "The password is not right.",
  PASSWORD_TOO_SHORT: "The password is too short.",
  PASSWORD_TOO_LONG: "The password is too long.",
  INVALID_CODE: "The code is not right.",
  INVALID_BACKUP_CODE: "The recovery code is not right, or was used.",
  INVALID_TWO_FACTOR_COOKIE: "That took too long. Sign in again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. Wait 15 minutes.",
  USER_ALREADY_EXISTS: "Somebody with this address exists already.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "Somebody with this address exists already.",
};

/** Why a call did not work, in words for a form. */
export class AuthCallError extends Error {}

/**
 * Ask the sign-in for something under this browser's session.
 *
 * @throws {AuthCallError}
 */
export async function callAuth<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response || response.status >= 500) {
    throw new AuthCallError("The console did not answer. Try again.");
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  throw new AuthCallError(wordsOf(response.status, answer));
}

function wordsOf(status: number, answer: unknown): string {
  if (status === TOO_MANY_REQUESTS) return "Too many tries. Wait a minute, then try again.";
  const { code = "", message } = answer as { readonly code?: string; readonly message?: string };
  return WORDS[code] ?? message ?? "That did not work.";
}
