import { type Finding, ok, problem, warning } from "./finding.ts";

const ANSWER_MS = 5_000;
const BODY_CHARS_MAX = 1_000_000;

/** An address as it may be shown: what stands before its host may be a password, and what follows it a token. */
export function shownAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "the address that is set";
}

/**
 * Ask an address that may hold a user and password, which go into a header of their own: `fetch` refuses them in an address.
 *
 * @throws if it does not answer in time
 */
export function askAddress(address: URL, init: RequestInit = {}): Promise<Response> {
  const bare = new URL(address);
  const { username, password } = bare;
  bare.username = "";
  bare.password = "";
  const headers = new Headers(init.headers);
  if (username || password) {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  }
  return fetch(bare, { ...init, headers, signal: AbortSignal.timeout(ANSWER_MS) });
}

/** Whether the company's sign-in says where to sign in, as the issuer that it is asked as (OpenID Connect Discovery 1.0, 4.3). */
export async function checkIssuer(issuer: string): Promise<Finding> {
  const what = "OIDC issuer";
  const shown = shownAddress(issuer);
  const mend = "see that it runs, and that SAGASCOPE_OIDC_ISSUER is its address to the letter";
  try {
    const at = new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
    const answer = await askAddress(at);
    if (!answer.ok) return problem(what, `${shown} answers ${answer.status}`, mend);
    const text = (await answer.text()).slice(0, BODY_CHARS_MAX);
    const { issuer: told } = JSON.parse(text) as { readonly issuer?: unknown };
    const isSame =
      typeof told === "string" && told.replace(/\/$/, "") === issuer.replace(/\/$/, "");
    return isSame
      ? ok(what, `${shown} answers`)
      : problem(what, `${shown} says that it is another issuer`, mend);
  } catch {
    return problem(what, `${shown} does not answer as an issuer: nobody can sign in by it`, mend);
  }
}

/** Whether something listens where traces are sent. What it says does not matter: it was not sent any. */
export async function checkCollector(endpoint: string): Promise<Finding> {
  const what = "trace collector";
  const shown = shownAddress(endpoint);
  try {
    await askAddress(new URL(endpoint));
    return ok(what, `${shown} answers`);
  } catch {
    const mend = "see that it runs, and that OTEL_EXPORTER_OTLP_ENDPOINT is right";
    return warning(what, `${shown} does not answer: traces are lost, nothing else`, mend);
  }
}
