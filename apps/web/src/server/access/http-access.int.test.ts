import { readdirSync } from "node:fs";
import path from "node:path";
import { fromPgPool, setPagesPublic } from "@sagascope/core/postgres";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROLE_BY_SCOPE } from "../auth/find-token-actor.ts";
import type { WebTestDatabase } from "../testing/open-test-database.ts";
import { HTTP_ROUTES, type HttpAccess } from "./http-routes.ts";
import { permissionsOf, ROLES } from "./permissions.ts";
import {
  APP,
  ask,
  closeEverybody,
  everybody,
  type Handler,
  HOST,
  handlersOf,
  OWN,
  only,
  openEverybody,
  statuses,
} from "./testing/everybody.ts";

vi.setConfig({ testTimeout: 600_000 }); // hashing passwords is slow on purpose

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openEverybody();
}, 600_000);
afterAll(closeEverybody);

/** How each path is asked, and what it answers to who is let through. */
const PROBES: Readonly<Record<string, Probe>> = {
  "/api/events/[topic]": {
    url: "/api/events/commands",
    params: { topic: "commands" },
    body: "{}",
    through: 415,
  },
  "/api/export/instances": { url: "/api/export/instances?format=csv", params: {}, through: 200 },
  "/api/health": { url: "/api/health", params: {}, through: 503 },
  "/api/metrics": { url: "/api/metrics", params: {}, through: 200 },
  "/asyncapi-viewer/[kind]/[name]": {
    url: "/asyncapi-viewer/machine/x",
    params: { kind: "machine", name: "x" },
    through: 404,
  },
  "/asyncapi-viewer/files/[file]": {
    url: "/asyncapi-viewer/files/env.ts",
    params: { file: "env.ts" },
    through: 404,
  },
  "/public/asyncapi/[...path]": {
    url: "/public/asyncapi/index.html",
    params: { path: ["index.html"] },
    through: 200,
  },
};

interface Probe {
  readonly url: string;
  readonly params: object;
  readonly body?: string;
  readonly through: number;
}

/** What somebody is answered by the table; undefined: they are let through. */
function answerTo(name: string, may: HttpAccess): number | undefined {
  const [isToken, scope] = [name.startsWith("token:"), name.slice("token:".length)];
  switch (may.kind) {
    case "anybody":
    case "inside":
      return undefined;
    case "anybody once opened":
      return 404;
    case "token":
      if (!isToken) return 401;
      return scope === may.scope ? undefined : 403;
    case "permission": {
      const stoodInFor = ROLE_BY_SCOPE.find(
        ([each]) => isToken && may.byToken && each === scope,
      )?.[1];
      const role = stoodInFor ?? ROLES.find((each) => each === name);
      if (role !== undefined) return permissionsOf(role).includes(may.permission) ? undefined : 403;
      return name === OWN ? 403 : 401;
    }
  }
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

  it.each(HTTP_ROUTES.filter(({ may }) => may.kind !== "inside"))(
    "let through whom the table names, and nobody else: $path",
    async ({ path: at, methods, may }) => {
      const probe = PROBES[at];
      if (probe === undefined) throw new Error(`${at} is not asked: give it a probe`);
      const handlers = await handlersOf(at);
      for (const method of methods) {
        const found = await statuses((who) =>
          ask(handlers[method] as Handler, probe.url, method, who, probe.params, probe.body),
        );
        const names = [...everybody.keys()];
        const told = names.map((name) => [name, answerTo(name, may) ?? probe.through]);
        expect(found, method).toEqual(Object.fromEntries(told));
      }
    },
  );

  it("show the pages to everybody once an admin has opened them, until they are closed", async () => {
    const { GET } = await handlersOf("/public/asyncapi/[...path]");
    const all = (status: number) => only([...everybody.keys()], status, () => 0);
    const found = () =>
      statuses((who) =>
        ask(GET as Handler, "/public/asyncapi/index.html", "GET", who, { path: ["index.html"] }),
      );
    await setPagesPublic(fromPgPool(database.pool), true, "admin@example.com");
    expect(await found()).toEqual(all(200));
    await setPagesPublic(fromPgPool(database.pool), false, "admin@example.com");
    expect(await found()).toEqual(all(404));
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
      expect(policy).toMatch(/style-src 'self';/);
      expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https:)/);
    }
  });
});
