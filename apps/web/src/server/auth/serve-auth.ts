import { appendAudit, fromPgPool } from "@sagascope/core/postgres";
import { TooManyRequestsError } from "../access/errors.ts";
import { database } from "../database/database.ts";
import { isDatabaseUnavailable } from "../database/is-database-unavailable.ts";
import { env } from "../env.ts";
import { clientAddress } from "../http/client-address.ts";
import { BodyTooLargeError, BodyTooSlowError, readBody } from "../http/read-body.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { takeTry } from "../limits/limits.ts";
import { auth } from "./auth.ts";
import { AUTH_ROUTES } from "./auth-routes.ts";

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
    const who = clientAddress(request.headers, env().SAGASCOPE_PROXIES);
    if (route.tries) await takeTry(pool, { ...route.tries, who });
    const { forwarded, email } = await withBody(request);
    if (route.perEmail && email !== undefined) {
      await takeTry(pool, { what: "sign-in", who: email, perMinute: TRIES_OF_EMAIL });
    }
    const before = route.audit ? await auth().api.getSession({ headers: request.headers }) : null;
    const answer = await auth().handler(forwarded);
    if (route.audit && answer.ok && before && !(route.isFirst && before.user.twoFactorEnabled)) {
      await noteInAudit(before.user, route.audit);
    }
    return route.method === "GET" ? answer : trimmed(answer, route.answers ?? []);
  } catch (error) {
    return failure(error);
  }
}

/** The same request with its body read, so that its size is known before anything parses it. */
async function withBody(request: Request): Promise<{ forwarded: Request; email?: string }> {
  if (request.method === "GET") return { forwarded: request };
  const body = await readBody(request, BODY_BYTES_MAX);
  const { method, headers, url } = request;
  const text = new TextDecoder().decode(body);
  const forwarded = new Request(url, { method, headers, body: text });
  const email = emailIn(text);
  return email === undefined ? { forwarded } : { forwarded, email };
}

function emailIn(text: string): string | undefined {
  try {
    const { email } = JSON.parse(text) as { readonly email?: unknown };
    return typeof email === "string" ? email.toLowerCase().slice(0, 320) : undefined;
  } catch {
    return undefined; // better-auth says what is wrong with it
  }
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
