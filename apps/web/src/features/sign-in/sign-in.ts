const TOO_MANY_REQUESTS = 429;

/** Why a sign-in did not work, in words for the form. */
export class SignInError extends Error {}

/**
 * Open a session for this browser.
 *
 * @throws {SignInError} if the pair is wrong, or was tried too often
 */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await post("/api/auth/sign-in/email", { email, password }).catch(
    () => undefined,
  );
  if (response?.ok) return;
  if (!response || response.status >= 500)
    throw new SignInError("The console did not answer. Try again.");
  if (response.status === TOO_MANY_REQUESTS) {
    throw new SignInError("Too many tries. Wait a minute, then try again.");
  }
  throw new SignInError("E-mail or password is not right.");
}

/** End this browser's session and leave for the sign-in page. */
export async function signOut(): Promise<void> {
  await post("/api/auth/sign-out", {});
  window.location.assign("/sign-in");
}

/** Where to go after a sign-in: the page that was asked for, if it is one of ours. */
export function landingOf(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
