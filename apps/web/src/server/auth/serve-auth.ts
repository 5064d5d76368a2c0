import { appendAudit, fromPgPool } from "@sagascope/core/postgres";
import { TooManyRequestsError } from "../access/errors.ts";
import { database } from "../database/database.ts";
import { isDatabaseUnavailable } from "../database/is-database-unavailable.ts";
import { env } from "../env.ts";
import { clientAddress, countedAddress } from "../http/client-address.ts";
import { BodyTooLargeError, BodyTooSlowError, readBody } from "../http/read-body.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { spendCode, takeTry } from "../limits/limits.ts";
import { auth } from "./auth.ts";
import { AUTH_ROUTES, type AuthRoute } from "./auth-routes.ts";

const PREFIX = "/api/auth";
const BODY_BYTES_MAX = 16_384; // a password, a code, an address
const TRIES_OF_EMAIL = 10; // a minute, from anywhere

/** Sign-in, sign-out and what a person does to their own account, and nothing else of what better-auth could do. */
export async function serveAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  const route = Object.hasOwn(AUTH_ROUTES, path) ? AUTH_ROUTES[path] : undefined;
  if (route === undefined || route.method !== request.method) {
    return new Response(null, { status: 404 });
  }
  if (route.method === "POST" && !isSameOrigin(request.headers, env().SAGASCOPE_PUBLIC_URL)) {
    return refusal(403, "cross-origin request refused");
  }
  try {
    const { pool } = database();
    const address = clientAddress(request.headers, env().SAGASCOPE_PROXIES);
    if (route.tries) await takeTry(pool, { ...route.tries, who: countedAddress(address) });
    const { forwarded, email, code } = await withBody(request, address, route);
    if (route.perEmail && email !== undefined) {
      await takeTry(pool, { what: "sign-in", who: email, perMinute: TRIES_OF_EMAIL });
    }
    const before = route.audit ? await auth().api.getSession({ headers: request.headers }) : null;
    const answer = await auth().handler(forwarded);
    if (route.opensOnce && answer.ok && !before && !(await isFresh(answer, code ?? ""))) {
      return Response.json({ code: "INVALID_CODE", message: "Invalid code" }, { status: 401 });
    }
    if (route.audit && answer.ok && before && !(route.isFirst && before.user.twoFactorEnabled)) {
      await noteInAudit(before.user, route.audit);
    }
    return route.method === "GET" ? answer : trimmed(answer, route.answers ?? []);
  } catch (error) {
    return failure(error);
  }
}

/** What is passed on, and the parts of its body that are looked at here. */
interface Passed {
  readonly forwarded: Request;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * The same request with its body read, so that its size is known before anything parses it. It is passed on as JSON, whatever it
 * was said to be: better-auth takes forms too, whose e-mail address would not be counted.
 */
async function withBody(
  request: Request,
  address: string | undefined,
  { takes = [], sets = {} }: AuthRoute,
): Promise<Passed> {
  const { method, url } = request;
  const headers = new Headers(request.headers);
  // A session keeps where it was opened; of several addresses better-auth would believe none.
  if (address === undefined) headers.delete("x-forwarded-for");
  else headers.set("x-forwarded-for", address);
  if (method === "GET") return { forwarded: new Request(url, { headers }) };
  const text = new TextDecoder().decode(await readBody(request, BODY_BYTES_MAX));
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const sent = fieldsOf(text);
  const fields = sent && {
    ...Object.fromEntries(takes.flatMap((name) => (name in sent ? [[name, sent[name]]] : []))),
    ...sets,
  };
  const body = fields === undefined ? text : JSON.stringify(fields);
  return {
    forwarded: new Request(url, { method, headers, body: body || null }),
    email: textOf(sent?.email)?.toLowerCase().slice(0, 320),
    code: textOf(sent?.code),
  };
}

/** The fields of a body; undefined if it has none: better-auth says what is wrong with it. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
    return parsed as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether the code that opened a session had opened none before; if it had, the session is ended before anybody has its cookie. */
async function isFresh(answer: Response, code: string): Promise<boolean> {
  const { token, user } = (await answer.clone().json()) as {
    readonly token: string;
    readonly user: { readonly id: string };
  };
  const { pool, prisma } = database();
  if (await spendCode(pool, user.id, code)) return true;
  await prisma.session.deleteMany({ where: { token } });
  return false;
}

async function noteInAudit(user: { id: string; email: string }, action: string): Promise<void> {
  const entry = {
    actor: user.email,
    action,
    target: `user:${user.id}`,
    outcome: "done",
    detail: {},
  };
  await fromPgPool(database().pool).transaction(action, (sql) => appendAudit(sql, [entry]));
}

/** The answer with the parts that a page needs, and its cookies. */
async function trimmed(answer: Response, parts: readonly string[]): Promise<Response> {
  const body: unknown = await answer.json().catch(() => undefined);
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const shown = answer.ok ? parts : ["code", "message"];
  const kept = Object.fromEntries(
    shown.flatMap((part) => (part in given ? [[part, given[part]]] : [])),
  );
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return Response.json(kept, { status: answer.status, headers });
}

function failure(error: unknown): Response {
  if (error instanceof TooManyRequestsError) {
    const headers = { "retry-after": String(error.retryAfterSeconds) };
    return Response.json({ message: error.message }, { status: 429, headers });
  }
  if (error instanceof BodyTooLargeError) return refusal(413, error.message);
  if (error instanceof BodyTooSlowError) return refusal(408, error.message);
  if (isDatabaseUnavailable(error)) return refusal(503, "the database cannot be reached");
  throw error;
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
