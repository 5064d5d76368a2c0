import { readdirSync } from "node:fs";
import path from "node:path";
import { createApiToken, fromPg, TOKEN_SCOPES } from "@sagascope/core/postgres";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { HTTP_ROUTES } from "./http-routes.ts";
import { ROLES } from "./permissions.ts";

vi.setConfig({ testTimeout: 600_000 }); // hashing passwords is slow on purpose

const HOST = "localhost:3998";
const APP = path.join(import.meta.dirname, "../../app");
const PASSWORD = "a long enough password";
const OWN = "owl"; // a role of an admin's own that may nothing but read the audit

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
type Who = Readonly<Record<string, string>>;

let database: WebTestDatabase;
/** Headers by which each comes: nobody, people of every role, tokens of every scope, and a token that is none. */
const everybody = new Map<string, Who>();

beforeAll(async () => {
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
}, 600_000);
afterAll(async () => {
  const { database: own } = await import("../database/database.ts");
  const { liveHub } = await import("../live/process-hub.ts");
  await liveHub().listening.stop();
  await own().pool.end();
  await database.drop();
});

async function sessionOf(role: string): Promise<string> {
  const { auth } = await import("../auth/auth.ts");
  const { serveAuth } = await import("../auth/serve-auth.ts");
  const email = `${role}@example.com`;
  const password = await (await auth().$context).password.hash(PASSWORD);
  const account = { id: `a-${role}`, accountId: role, providerId: "credential", password };
  await database.prisma.user.create({
    data: { id: role, name: role, email, role, accounts: { create: account } },
  });
  const answer = await serveAuth(
    new Request(`http://${HOST}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { host: HOST, "content-type": "application/json", "x-forwarded-for": "10.0.0.1" },
      body: JSON.stringify({ email, password: PASSWORD }),
    }),
  );
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function handlersOf(route: string): Promise<Record<string, Handler>> {
  return import(/* @vite-ignore */ path.join(APP, route, "route.ts"));
}

function ask(
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
async function statuses(of: (who: Who) => Promise<Response>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, who] of everybody) found[name] = (await of(who)).status;
  return found;
}

/** What is asked of everybody: those named get `yes`, all others what they would get as strangers or as who may not. */
function only(may: readonly string[], yes: number, refusals: (name: string) => number) {
  return Object.fromEntries(
    [...everybody.keys()].map((name) => [name, may.includes(name) ? yes : refusals(name)]),
  );
}

describe("paths of HTTP", () => {
  it("are those of the table, with its methods and no others", async () => {
    const folders = readdirSync(APP, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts"))
      .map((file) => `/${path.dirname(file)}`);
    expect(folders.sort()).toEqual(HTTP_ROUTES.map(({ path: at }) => at).sort());
    for (const { path: at, methods } of HTTP_ROUTES) {
      const exported = Object.keys(await handlersOf(at)).filter((name) => /^[A-Z]+$/.test(name));
      expect(exported.sort(), at).toEqual([...methods].sort());
    }
  });

  it("take events of tokens for that alone", async () => {
    const { POST } = await handlersOf("/api/events/[topic]");
    const found = await statuses((who) =>
      ask(POST as Handler, "/api/events/commands", "POST", who, { topic: "commands" }, "{}"),
    );
    const isToken = (name: string) => name.startsWith("token:");
    expect(found).toEqual(only(["token:ingest"], 415, (name) => (isToken(name) ? 403 : 401)));
  });

  it.each([
    [
      "a read",
      "instances.list",
      "GET",
      ["viewer", "responder", "admin", OWN, "token:read", "token:operate", "token:administer"],
    ],
    [
      "the audit",
      "audit.facets",
      "GET",
      ["viewer", "responder", "admin", OWN, "token:read", "token:operate", "token:administer"],
    ],
    ["a list of people", "users.list", "GET", ["admin", "token:administer"]],
    ["a change", "roles.remove", "POST", ["admin", "token:administer"]],
  ] as const)("let through to %s whom the table names", async (_what, procedure, method, named) => {
    const route = await handlersOf("/api/trpc/[trpc]");
    const input = JSON.stringify({ json: { filter: {}, name: "nobody-has-it" } });
    const query = method === "GET" ? `?input=${encodeURIComponent(input)}` : "";
    const found = await statuses((who) =>
      ask(
        route[method] as Handler,
        `/api/trpc/${procedure}${query}`,
        method,
        who,
        { trpc: procedure },
        method === "POST" ? input : undefined,
      ),
    );
    const may = procedure === "instances.list" ? named.filter((name) => name !== OWN) : named;
    const isKnown = (name: string) =>
      [...ROLES, OWN].includes(name) || /^token:(read|operate|administer)$/.test(name);
    expect(found).toEqual(
      only(may, method === "POST" ? 404 : 200, (name) => (isKnown(name) ? 403 : 401)),
    );
  });

  it("tell metrics to tokens for that alone", async () => {
    const { GET } = await handlersOf("/api/metrics");
    const found = await statuses((who) => ask(GET as Handler, "/api/metrics", "GET", who, {}));
    const isToken = (name: string) => name.startsWith("token:");
    expect(found).toEqual(only(["token:metrics"], 200, (name) => (isToken(name) ? 403 : 401)));
  });

  it("hand out lists to people and tokens that may look", async () => {
    const { GET } = await handlersOf("/api/export/instances");
    const url = "/api/export/instances?format=csv";
    const found = await statuses((who) => ask(GET as Handler, url, "GET", who, {}));
    const may = [...ROLES, "token:read", "token:operate", "token:administer"];
    expect(found).toEqual(only(may, 200, (name) => (name === OWN ? 403 : 401)));
  });

  it("show the viewer of documents to people who may look", async () => {
    const { GET } = await handlersOf("/asyncapi-viewer/[kind]/[name]");
    const found = await statuses((who) =>
      ask(GET as Handler, "/asyncapi-viewer/machine/x", "GET", who, { kind: "machine", name: "x" }),
    );
    expect(found).toEqual(only([...ROLES], 404, (name) => (name === OWN ? 403 : 401)));
  });

  it("are the same for everybody where they are open, and hide what is not", async () => {
    const open = [
      ["/public/asyncapi/[...path]", "/public/asyncapi/index.html", { path: ["index.html"] }, 404],
      ["/asyncapi-viewer/files/[file]", "/asyncapi-viewer/files/env.ts", { file: "env.ts" }, 404],
      ["/api/auth/[...all]", "/api/auth/get-session", {}, 404],
      ["/api/health", "/api/health", {}, 503],
    ] as const;
    for (const [route, url, params, status] of open) {
      const { GET } = await handlersOf(route);
      const found = await statuses((who) => ask(GET as Handler, url, "GET", who, params));
      expect(found, url).toEqual(only([...everybody.keys()], status, () => 0));
    }
  });

  it("refuse a change from another site's page, whoever's session it comes with", async () => {
    const { POST } = await handlersOf("/api/trpc/[trpc]");
    const forged = { origin: "https://evil.example" };
    const found = await statuses((who) =>
      ask(POST as Handler, "/api/trpc/roles.remove", "POST", { ...who, ...forged }, {}, "{}"),
    );
    for (const role of [...ROLES, OWN, "nobody"]) expect(found[role], role).toBe(403);
  });
});

describe("pages", () => {
  const OPEN = ["/sign-in", "/welcome", "/link", "/register"];
  const pages = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map(
      (file) =>
        `/${path
          .dirname(file)
          .replaceAll(/\(\w+\)\/?/g, "")
          .replaceAll(/\[[^\]]+\]/g, "x")}`,
    )
    .map((at) => at.replace(/\/\.?$/, "") || "/");

  it.each(pages)(
    "send who is not signed in to the sign-in page, unless it is one for them: %s",
    async (page) => {
      const { proxy } = await import("../../proxy.ts");
      const answer = proxy(new NextRequest(`http://${HOST}${page}`));
      const location = answer.headers.get("location");
      if (OPEN.includes(page)) expect(location).toBeNull();
      else expect(new URL(location ?? "").pathname).toBe("/sign-in");
    },
  );

  it("have a policy with a nonce of their own each time, and no frame", async () => {
    const { proxy } = await import("../../proxy.ts");
    const policies = [1, 2].map(
      () =>
        proxy(new NextRequest(`http://${HOST}/sign-in`)).headers.get("content-security-policy") ??
        "",
    );
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(nonces[0]).toBeDefined();
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const policy of policies) {
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https:)/);
    }
  });
});
