// @vitest-environment node
import type { Sql } from "@sagascope/core/postgres";
import { describe, expect, it } from "vitest";
import { actorInRole } from "./actor.ts";
import { admitActor, admitToken } from "./admit.ts";

const ADA = actorInRole({ id: "u", name: "Ada", email: "ada@example.com" }, "admin");
const headers = new Headers({ authorization: "Bearer sgs_x" });

/** A store that knows the token, with these scopes. */
const knowing = (scopes: readonly string[]): Sql => ({
  query: async <Row extends object>() => [
    { id: "t", name: "till", scopes, stale: false } as unknown as Row,
  ],
});

describe("the gate of HTTP", () => {
  it.each(["/api/nobody-wrote-a-row", "/api/health", "/api/metrics", "/api/trpc/[trpc]"])(
    "lets nobody in by a permission where the table names none: %s",
    (path) => {
      expect(admitActor(path, ADA)).toMatchObject({ status: 403 });
    },
  );

  it.each(["/api/nobody-wrote-a-row", "/api/health", "/api/export/instances"])(
    "lets nobody in by a token where the table names no scope: %s",
    async (path) => {
      const all = knowing(["ingest", "read", "operate", "metrics", "administer"]);
      expect(await admitToken(path, all, headers)).toMatchObject({ kind: "refused", status: 403 });
    },
  );

  it("lets in by the scope that the table names, and by no other", async () => {
    const at = (scopes: readonly string[]) => admitToken("/api/metrics", knowing(scopes), headers);
    expect(await at(["metrics"])).toEqual({ kind: "admitted", id: "t", name: "till" });
    expect(await at(["administer"])).toMatchObject({ kind: "refused", status: 403 });
  });

  it("lets in who has the permission, unless a second factor is owed", () => {
    const path = "/api/export/instances";
    expect(admitActor(path, ADA)).toEqual({ kind: "admitted", actor: ADA });
    expect(admitActor(path, { ...ADA, mustEnrol: true })).toMatchObject({ status: 403 });
    expect(admitActor(path, undefined)).toMatchObject({ status: 401 });
  });
});
