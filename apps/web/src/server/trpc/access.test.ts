// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isAllowed, type Permission, ROLES, type Role } from "../access/permissions.ts";
import { createCallerFactory, guardedProcedure, router } from "./init.ts";
import { appRouter } from "./router.ts";
import { callerAs, contextAs } from "./testing/caller-as.ts";

/** Which permission each procedure asks for. A new procedure fails this test until it stands here. */
const ACCESS: Readonly<Record<string, Permission | "anyone">> = {
  "asyncapi.get": "view",
  "asyncapi.list": "view",
  "asyncapi.traffic": "view",
  "asyncapi.validity": "view",
  "audit.facets": "readAudit",
  "audit.list": "readAudit",
  "audit.verification": "readAudit",
  "conversations.get": "view",
  "conversations.list": "view",
  "deadLetters.causes": "view",
  "deadLetters.command": "view",
  "deadLetters.dryRun": "dryRun",
  "deadLetters.facets": "view",
  "deadLetters.get": "view",
  "deadLetters.history": "view",
  "deadLetters.list": "view",
  "deadLetters.replay": "replay",
  "deadLetters.resolve": "resolve",
  "envelopes.get": "view",
  "envelopes.list": "view",
  "instances.chart": "view",
  "instances.get": "view",
  "instances.history": "view",
  "instances.list": "view",
  "instances.machines": "view",
  "instances.step": "view",
  "live.changes": "view",
  "overview.get": "view",
  "search.all": "view",
  "session.me": "view",
  "shell.counts": "view",
  "welcome.createAdmin": "anyone",
  "welcome.isOpen": "anyone",
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
    (entry): entry is [string, Permission] => entry[1] !== "anyone",
  );

  it.each(guarded)("refuses strangers at %s", async (path) => {
    expect(await codeOf(path, undefined)).toBe("UNAUTHORIZED");
  });

  it.each(
    guarded.flatMap(([path, permission]) => ROLES.map((role) => ({ path, permission, role }))),
  )("lets $role through to $path only with $permission", async ({ path, permission, role }) => {
    expect((await codeOf(path, role)) !== "FORBIDDEN").toBe(isAllowed(role, permission));
  });

  it("is refused to everybody where a procedure forgot to declare it", async () => {
    const forgetful = router({ oops: guardedProcedure.query(() => "secret") });
    const caller = createCallerFactory(forgetful)(contextAs("admin"));
    await expect(caller.oops()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

/** The code with which a call ends; bodies get no database here, so that a call that is let through fails otherwise. */
async function codeOf(path: string, role: Role | undefined): Promise<string> {
  const [area = "", name = ""] = path.split(".");
  const caller = callerAs(role) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  try {
    await caller[area]?.[name]?.({ filter: {} });
    return "OK";
  } catch (error) {
    return (error as { code?: string }).code ?? "UNKNOWN";
  }
}
