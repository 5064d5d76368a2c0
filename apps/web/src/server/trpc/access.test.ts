// @vitest-environment node
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Actor, actorInRole } from "../access/actor.ts";
import { HTTP_ROUTES, whoMay } from "../access/http-routes.ts";
import { ACTIONS_BY_MACHINE } from "../access/machines-of-action.ts";
import {
  isAllowed,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
} from "../access/permissions.ts";
import { AUTH_ROUTES } from "../auth/auth-routes.ts";
import { ROLE_BY_SCOPE } from "../auth/find-token-actor.ts";
import { createCallerFactory, guardedProcedure, router } from "./init.ts";
import { appRouter } from "./router.ts";
import { contextAs } from "./testing/caller-as.ts";

/** Which permission each procedure asks for. A new procedure fails this test until it stands here. */
const ACCESS: Readonly<Record<string, Permission | "self" | "anyone">> = {
  "account.endOtherSessions": "self",
  "account.endSession": "self",
  "account.get": "self",
  "account.sessions": "self",
  "alerts.channels": "administer",
  "alerts.deleteChannel": "administer",
  "alerts.deleteRule": "administer",
  "alerts.list": "view",
  "alerts.notice": "administer",
  "alerts.rules": "view",
  "alerts.saveChannel": "administer",
  "alerts.saveRule": "administer",
  "alerts.testChannel": "administer",
  "asyncapi.changes": "view",
  "asyncapi.forget": "administer",
  "asyncapi.get": "view",
  "asyncapi.import": "administer",
  "asyncapi.isPublic": "view",
  "asyncapi.list": "view",
  "asyncapi.setPublic": "administer",
  "asyncapi.traffic": "view",
  "asyncapi.validity": "view",
  "audit.check": "readAudit",
  "audit.export": "readAudit",
  "audit.facets": "readAudit",
  "audit.lastCheck": "readAudit",
  "audit.list": "readAudit",
  "audit.rows": "readAudit",
  "audit.verification": "readAudit",
  "choreography.get": "view",
  "commandLine.feedHolders": "view",
  "commandLine.feeds": "view",
  "commandLine.forgetFeed": "operate",
  "commandLine.instance": "view",
  "commandLine.instances": "view",
  "commandLine.instancesOfSubject": "view",
  "commandLine.moveFeed": "operate",
  "conversations.deeds": "view",
  "conversations.get": "view",
  "conversations.list": "view",
  "conversations.skeleton": "view",
  "deadLetters.archive": "resolve",
  "deadLetters.assign": "resolve",
  "deadLetters.assignSelection": "resolve",
  "deadLetters.care": "view",
  "deadLetters.causes": "view",
  "deadLetters.command": "view",
  "deadLetters.dryRun": "dryRun",
  "deadLetters.editAndReplay": "replayEdited",
  "deadLetters.facets": "view",
  "deadLetters.get": "view",
  "deadLetters.history": "view",
  "deadLetters.groups": "view",
  "deadLetters.list": "view",
  "deadLetters.note": "resolve",
  "deadLetters.purge": "administer",
  "deadLetters.replay": "replay",
  "deadLetters.resolve": "resolve",
  "deadLetters.schema": "view",
  "deadLetters.unseal": "unseal",
  "deadLetters.restore": "resolve",
  "envelopes.get": "view",
  "envelopes.list": "view",
  "instances.calls": "view",
  "instances.chart": "view",
  "instances.facets": "view",
  "instances.contextDifference": "view",
  "instances.get": "view",
  "instances.history": "view",
  "instances.letters": "view",
  "instances.list": "view",
  "instances.machines": "view",
  "instances.step": "view",
  "instances.versions": "view",
  "live.changes": "view",
  "operations.cancel": "operate",
  "operations.command": "view",
  "operations.migrate": "operate",
  "operations.resume": "operate",
  "operations.rewind": "operate",
  "operations.send": "operate",
  "operations.skip": "operate",
  "overview.get": "view",
  "replayJobs.change": "replay",
  "replayJobs.get": "view",
  "replayJobs.items": "view",
  "replayJobs.list": "view",
  "replayJobs.preview": "dryRun",
  "replayJobs.rehearse": "dryRun",
  "replayJobs.resolve": "resolve",
  "replayJobs.selection": "view",
  "replayJobs.setPace": "replay",
  "replayJobs.start": "replay",
  "pipes.get": "view",
  "pipes.handBack": "operate",
  "pipes.moveFeed": "operate",
  "roles.list": "administer",
  "roles.remove": "administer",
  "roles.save": "administer",
  "places.list": "view",
  "places.pin": "view",
  "places.visit": "view",
  "search.all": "view",
  "settings.previewPurge": "administer",
  "settings.previewRedaction": "view",
  "settings.redactionRules": "view",
  "settings.retention": "view",
  "settings.sealKeys": "administer",
  "session.me": "self",
  "shell.counts": "view",
  "tokens.create": "administer",
  "tokens.list": "administer",
  "tokens.revoke": "administer",
  "users.change": "administer",
  "users.invite": "administer",
  "users.list": "administer",
  "users.resetPassword": "administer",
  "users.setRole": "administer",
  "views.list": "view",
  "views.remove": "view",
  "views.save": "view",
  "views.share": "operate",
  "welcome.createAdmin": "anyone",
  "welcome.isOpen": "anyone",
  "welcome.link": "anyone",
  "welcome.acceptLink": "anyone",
  "welcome.ways": "anyone",
};

interface Declared {
  readonly _def: { readonly meta?: { readonly access?: string } };
}

describe("access to procedures", () => {
  it("is declared for every procedure as this table has it", () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, Declared>;
    const declared = Object.entries(procedures).map(([path, { _def }]) => [
      path,
      _def.meta?.access,
    ]);
    expect(Object.fromEntries(declared)).toEqual(ACCESS);
  });

  const guarded = Object.entries(ACCESS).filter(
    (entry): entry is [string, Permission | "self"] => entry[1] !== "anyone",
  );

  it.each(guarded)("refuses strangers at %s", async (path) => {
    expect(await codeOf(path, undefined)).toBe("UNAUTHORIZED");
  });

  it.each(guarded.flatMap(([path, access]) => ROLES.map((role) => ({ path, access, role }))))(
    "lets $role through to $path only with $access",
    async ({ path, access, role }) => {
      const may = access === "self" || isAllowed(role, access);
      expect((await codeOf(path, role)) !== "FORBIDDEN").toBe(may);
    },
  );

  it.each(PERMISSIONS)(
    "lets a role of an admin's own with nothing but %s do that alone",
    async (only) => {
      const actor: Actor = { ...ADA, role: "own", permissions: [only] };
      for (const [path, access] of guarded) {
        const may = access === "self" || access === only;
        expect((await codeAs(path, actor)) !== "FORBIDDEN", path).toBe(may);
      }
    },
  );

  it("lets a person who still owes a second factor do nothing but set it up", async () => {
    const actor: Actor = { ...actorInRole(ADA, "admin"), mustEnrol: true };
    for (const [path, access] of guarded) {
      expect((await codeAs(path, actor)) !== "FORBIDDEN", path).toBe(access === "self");
    }
  });

  it("is what the reference says; vitest -u writes it anew", async () => {
    const page = path.join(import.meta.dirname, "../../../../../docs/reference/permissions.md");
    await expect(referencePage()).toMatchFileSnapshot(page);
  });

  it("is refused to everybody where a procedure forgot to declare it", async () => {
    const forgetful = router({ oops: guardedProcedure.query(() => "secret") });
    const caller = createCallerFactory(forgetful)(contextAs("admin"));
    await expect(caller.oops()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

const ADA = { id: "user-ada", name: "Ada Test", email: "ada@example.com" };

function codeOf(path: string, role: Role | undefined): Promise<string> {
  return codeAs(path, role && actorInRole(ADA, role));
}

/** The code with which a call ends; bodies get no database here, so that a call that is let through fails otherwise. */
async function codeAs(path: string, actor: Actor | undefined): Promise<string> {
  const [area = "", name = ""] = path.split(".");
  const caller = createCallerFactory(appRouter)({
    ...contextAs(undefined),
    actor,
  }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  try {
    await caller[area]?.[name]?.({ filter: {} });
    return "OK";
  } catch (error) {
    return (error as { code?: string }).code ?? "UNKNOWN";
  }
}

/** `docs/reference/permissions.md`, from the same tables that the tests walk. */
function referencePage(): string {
  const tick = (yes: boolean) => (yes ? "yes" : "");
  const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const pathsWith = (access: string) =>
    Object.entries(ACCESS).flatMap(([each, asked]) => (asked === access ? [each] : []));
  const scopes = ROLE_BY_SCOPE.map(([scope, role]) => `| \`${scope}\` | as ${role} |`);
  return `${[
    "# Who may do what",
    "",
    "This page is compared with the code by a test (`apps/web/src/server/trpc/access.test.ts`), which also calls every",
    "procedure as nobody, as each role, and as a role with each single permission. Whatever is not listed, nobody may do.",
    "",
    "## Roles",
    "",
    `| permission | ${ROLES.join(" | ")} | procedures |`,
    `|---|${ROLES.map(() => "---|").join("")}---|`,
    ...PERMISSIONS.map((permission) => {
      const may = ROLES.map((role) => tick(permissionsOf(role).includes(permission)));
      return `| \`${permission}\` | ${may.join(" | ")} | ${named(pathsWith(permission))} |`;
    }),
    "",
    `Everybody who is signed in, about themselves: ${named(pathsWith("self"))}.`,
    "",
    `Anybody: ${named(pathsWith("anyone"))}.`,
    "",
    "An admin can make further roles from these permissions (Settings, Roles), and limit them to machines.",
    "",
    "## Roles that are limited to machines",
    "",
    "Their people read nothing but rows of those machines: every statement of theirs is narrowed before it reaches the",
    "database, so search, counts, facets, exports and the live stream are narrowed as well. An envelope is theirs if one of",
    "the machines sent or took it. What cannot be told apart by machine is refused: the audit, the choreography map, Pipes, alerts, retention.",
    "What they may change, with the permission for it, and only if everything it touches belongs to their machines:",
    `${named([...ACTIONS_BY_MACHINE])}.`,
    "",
    "## API tokens",
    "",
    "| scope | what it opens |",
    "|---|---|",
    "| `ingest` | `POST /api/events/{topic}` and nothing else |",
    ...scopes,
    "| `metrics` | the metrics endpoint and nothing else |",
    "",
    "## Paths of HTTP",
    "",
    "`http-access.int.test.ts` asks each as nobody, as every role and by a token of every scope, and compares what it answers with this.",
    "",
    "| path | methods | who |",
    "|---|---|---|",
    ...HTTP_ROUTES.map(
      (route) => `| \`${route.path}\` | ${route.methods.join(", ")} | ${whoMay(route)} |`,
    ),
    "",
    "Below `/api/auth`, of all that the library for accounts could do:",
    "",
    "| path | method | who |",
    "|---|---|---|",
    ...Object.entries(AUTH_ROUTES).map(
      ([at, { method, who }]) => `| \`${at}\` | ${method} | ${AUTH_WHO[who]} |`,
    ),
  ].join("\n")}\n`;
}

const AUTH_WHO = {
  anybody: "anybody, as often as tries are counted",
  "signed in": "who is signed in, about themselves",
  "half signed in":
    "who gave a right password and is to give a code; who is signed in, to set one up",
} as const satisfies Record<(typeof AUTH_ROUTES)[string]["who"], string>;
