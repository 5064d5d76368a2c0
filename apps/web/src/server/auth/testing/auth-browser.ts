import type { findActor } from "../find-actor.ts";
import type { serveAuth } from "../serve-auth.ts";

/** Where the console of these tests is. */
export const HOST = "localhost:3999";

/** What a browser talks to: loaded by the test, after it has set the environment. */
export interface ServedConsole {
  readonly serveAuth: typeof serveAuth;
  readonly findActor: typeof findActor;
}

/** A browser as far as cookies and redirects go. */
class Jar {
  readonly #cookies = new Map<string, string>();
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/max-age=0/i.test(line) || value.join("=") === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
    return response;
  }
}

let addresses = 0;
/** Another address for each browser, since tries are counted by address. */
const newAddress = () => `10.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

/** See `openBrowser`. */
export type AuthBrowser = ReturnType<typeof openBrowser>;

/** Somebody's browser, with cookies of its own. */
export function openBrowser({ serveAuth, findActor }: ServedConsole, address = newAddress()) {
  const jar = new Jar();
  const headers = (): Record<string, string> => ({
    host: HOST,
    origin: `http://${HOST}`,
    "x-forwarded-for": address,
    ...(jar.header ? { cookie: jar.header } : {}),
  });
  return {
    jar,
    headers,
    async post(path: string, body: unknown, more: Record<string, string> = {}) {
      return jar.keep(
        await serveAuth(
          new Request(`http://${HOST}/api/auth${path}`, {
            method: "POST",
            headers: { ...headers(), "content-type": "application/json", ...more },
            body: JSON.stringify(body),
          }),
        ),
      );
    },
    async get(path: string) {
      return jar.keep(
        await serveAuth(new Request(`http://${HOST}${path}`, { headers: headers() })),
      );
    },
    actor: () => findActor(new Headers(headers())),
  };
}

/** Follow the company's sign-in through the issuer and back, as a browser would. @returns the last answer of ours */
export async function throughIssuer(tab: AuthBrowser): Promise<Response> {
  const begun = await tab.post("/sign-in/social", { provider: "oidc", callbackURL: "/instances" });
  const { url } = (await begun.json()) as { url: string };
  const theirs = new Jar();
  let at = url;
  for (let hop = 0; hop < 10 && !at.includes("/api/auth/callback/"); hop += 1) {
    const answer = theirs.keep(
      await fetch(at, { redirect: "manual", headers: { cookie: theirs.header } }),
    );
    const location = answer.headers.get("location");
    if (location === null)
      throw new Error(`stuck at ${at}: ${answer.status} ${await answer.text()}`);
    at = new URL(location, at).href;
  }
  const { pathname, search } = new URL(at);
  return tab.get(pathname + search);
}
