const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;

/** Why a sign-in did not work, in words for the form. */
export class SignInError extends Error {}

/**
 * Open a session for this browser, or get as far as the second factor.
 *
 * @throws {SignInError} if the pair is wrong, or was tried too often
 */
export async function signIn(
  email: string,
  password: string,
): Promise<{ readonly needsCode: boolean }> {
  const response = await post("/api/auth/sign-in/email", { email, password }).catch(
    () => undefined,
  );
  if (response?.ok) {
    const answer = (await response.json()) as { readonly twoFactorRedirect?: boolean };
    return { needsCode: answer.twoFactorRedirect === true };
  }
  if (!response || response.status >= 500)
    throw new SignInError("The console did not answer. Try again.");
  if (response.status === TOO_MANY_REQUESTS) {
    throw new SignInError("Too many tries. Wait a minute, then try again.");
  }
  if (response.status === FORBIDDEN) throw new SignInError("This account is disabled.");
  throw new SignInError("E-mail or password is not right.");
}

/**
 * Complete a sign-in with a code of the authenticator, or one of the recovery codes.
 *
 * @throws {SignInError} if it is wrong, was tried too often, or came too late
 */
export async function signInWithCode(code: string): Promise<void> {
  const isTotp = /^\d{6}$/.test(code);
  const path = isTotp
    ? "/api/auth/two-factor/verify-totp"
    : "/api/auth/two-factor/verify-backup-code";
  const response = await post(path, { code }).catch(() => undefined);
  if (response?.ok) return;
  if (!response || response.status >= 500)
    throw new SignInError("The console did not answer. Try again.");
  if (response.status === TOO_MANY_REQUESTS) {
    throw new SignInError("Too many tries. Wait a minute, then try again.");
  }
  const { code: reason } = (await response.json()) as { readonly code?: string };
  if (reason === "INVALID_TWO_FACTOR_COOKIE") {
    throw new SignInError("That took too long. Enter the password again.");
  }
  throw new SignInError("The code is not right.");
}

/** Leave for the company's own sign-in, to come back to `landing`. @throws {SignInError} */
export async function leaveForCompany(landing: string): Promise<void> {
  const response = await post("/api/auth/sign-in/social", {
    provider: "oidc",
    callbackURL: landing,
    errorCallbackURL: "/sign-in",
  }).catch(() => undefined);
  const { url } = response?.ok ? ((await response.json()) as { readonly url?: string }) : {};
  if (url === undefined) throw new SignInError("The company's sign-in cannot be reached.");
  window.location.assign(url);
}

/** Make an account for oneself, where that is allowed, and sign in. @throws {SignInError} */
export async function register(person: {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}): Promise<void> {
  const response = await post("/api/auth/sign-up/email", person).catch(() => undefined);
  if (response?.ok) return;
  if (response?.status === TOO_MANY_REQUESTS) {
    throw new SignInError("Too many tries. Wait a minute, then try again.");
  }
  if (!response || response.status >= 500)
    throw new SignInError("The console did not answer. Try again.");
  throw new SignInError("That did not work: the address may be in use, or nobody may register.");
}

/** End this browser's session and leave for the sign-in page. */
export async function signOut(): Promise<void> {
  await post("/api/auth/sign-out", {});
  window.location.assign("/sign-in");
}

const NOWHERE = "http://nowhere.invalid";

/** Where to go after a sign-in: the page that was asked for, if it is one of ours. */
export function landingOf(next: string | null): string {
  if (next === null || !next.startsWith("/") || !URL.canParse(next, NOWHERE)) return "/";
  // As a browser reads it: it skips line breaks and tabs, and takes a backslash for a slash.
  const { origin, pathname, search, hash } = new URL(next, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
