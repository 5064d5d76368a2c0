import path from "node:path";
import { createApiToken, fromPg, TOKEN_SCOPES } from "@sagascope/core/postgres";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { ROLES } from "../permissions.ts";

/** Where the console of these tests is. */
export const HOST = "localhost:3998";
/** The folder of its routes and pages. */
export const APP = path.join(import.meta.dirname, "../../../app");
/** A role of an admin's own that may nothing but read the audit. */
export const OWN = "owl";
const PASSWORD = "a long enough password";

/** A handler that a route exports. */
export type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
/** Headers that somebody comes with. */
export type Who = Readonly<Record<string, string>>;

let database: WebTestDatabase;
/** Headers by which each comes: nobody, people of every role, tokens of every scope, and a token that is none. */
export const everybody = new Map<string, Who>();

/** A console of one test file's own, with somebody of each kind. */
export async function openEverybody(): Promise<WebTestDatabase> {
  database = await openTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.PORT = "3998";
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  await database.prisma.topic.create({ data: { name: "commands", project: "shop" } });
  await database.prisma.role.create({
    data: { name: OWN, permissions: ["readAudit"], createdBy: "test" },
  });
  everybody.set("nobody", {});
  everybody.set("a made-up token", { authorization: "Bearer sgs_made-up" });
  for (const role of [...ROLES, OWN]) everybody.set(role, { cookie: await sessionOf(role) });
  for (const scope of TOKEN_SCOPES) {
    const request = { name: scope, scopes: [scope], createdBy: "test" };
    const { token } = await createApiToken(fromPg(database.pool), request);
    everybody.set(`token:${scope}`, { authorization: `Bearer ${token}` });
  }
  return database;
}

/** Let go of it. */
export async function closeEverybody(): Promise<void> {
  const { database: own } = await import("../../database/database.ts");
  const { liveHub } = await import("../../live/process-hub.ts");
  await liveHub().listening.stop();
  await own().pool.end();
  await database.drop();
}

async function sessionOf(role: string): Promise<string> {
  const { auth } = await import("../../auth/auth.ts");
  const email = `${role}@example.com`;
  const password = await (await auth().$context).password.hash(PASSWORD);
  const account = { id: `a-${role}`, accountId: role, providerId: "credential", password };
  await database.prisma.user.create({
    data: { id: role, name: role, email, role, accounts: { create: account } },
  });
  return sessionFor(role);
}

/** Sign in as the person of a role. @returns their cookies, none if they could not */
export async function sessionFor(role: string): Promise<string> {
  const { serveAuth } = await import("../../auth/serve-auth.ts");
  const answer = await serveAuth(
    new Request(`http://${HOST}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { host: HOST, "content-type": "application/json", "x-forwarded-for": "10.0.0.1" },
      body: JSON.stringify({ email: `${role}@example.com`, password: PASSWORD }),
    }),
  );
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** What a route of `app/` exports. */
export async function handlersOf(route: string): Promise<Record<string, Handler>> {
  return import(/* @vite-ignore */ path.join(APP, route, "route.ts"));
}

/** Ask a handler as somebody. */
export function ask(
  handler: Handler,
  url: string,
  method: string,
  who: Who,
  params: object,
  body?: string,
) {
  const headers = {
    host: HOST,
    origin: `http://${HOST}`,
    "content-type": "application/json",
    ...who,
  };
  const request = new Request(`http://${HOST}${url}`, { method, headers, body: body ?? null });
  return handler(request, { params: Promise.resolve(params) });
}

/** The status that each of everybody gets. */
export async function statuses(
  of: (who: Who) => Promise<Response>,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, who] of everybody) found[name] = (await of(who)).status;
  return found;
}

/** What is asked of everybody: those named get `yes`, all others what they would get as strangers or as who may not. */
export function only(may: readonly string[], yes: number, refusals: (name: string) => number) {
  return Object.fromEntries(
    [...everybody.keys()].map((name) => [name, may.includes(name) ? yes : refusals(name)]),
  );
}
