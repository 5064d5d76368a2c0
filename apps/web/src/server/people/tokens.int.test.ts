import { checkApiToken, fromPg } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTokenActor } from "../auth/find-token-actor.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs } from "../trpc/testing/caller-as.ts";
import { changeUser } from "./change-user.ts";
import { listUsers } from "./list-users.ts";
import { saveRole } from "./roles.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";

const ADA = actorAs("admin");

let database: WebTestDatabase;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await addAdmin(ADA.id, ADA.email);
});
afterAll(() => database.drop());

async function addAdmin(id: string, email: string): Promise<void> {
  const account = { id: `a-${id}`, accountId: id, providerId: "credential", password: "a hash" };
  const person = { id, name: id, email, role: "admin", accounts: { create: account } };
  await database.prisma.user.create({ data: person });
}

const auditOf = (target: string) =>
  database.prisma.audit.findMany({ where: { target }, orderBy: { seq: "asc" } });

describe("tokens of somebody who may not administer any more", () => {
  async function adminWithTokens() {
    count += 1;
    const id = `boss-${count}`;
    const boss = { ...ADA, id, email: `${id}@example.com` };
    await addAdmin(id, boss.email);
    const { pool } = database;
    const own = await createToken(pool, boss, { name: `own-${id}`, scopes: ["administer"] });
    const till = await createToken(pool, boss, { name: `till-${id}`, scopes: ["ingest"] });
    const byToken = { ...boss, email: `token:own-${id}` };
    const child = await createToken(pool, byToken, { name: `child-${id}`, scopes: ["read"] });
    const actors = async () =>
      Promise.all([own, child].map(({ token }) => findTokenActor(fromPg(pool), token)));
    return { boss, own, till, child, actors };
  }

  it.each([{ kind: "disable" }, { kind: "role", role: "viewer" }] as const)(
    "end with it, those that a token of theirs made too, while a service's goes on: %o",
    async (change) => {
      const { pool, prisma } = database;
      const { boss, own, till, child, actors } = await adminWithTokens();
      const bystander = await createToken(pool, ADA, { name: "ada", scopes: ["administer"] });
      expect((await actors()).every(Boolean)).toBe(true);
      const { users } = await listUsers(prisma);
      const listed = users.find(({ id }) => id === boss.id);
      expect(listed?.tokens).toEqual({ theirs: 1, ofServices: 1 });
      await changeUser(prisma, ADA, boss.id, change);
      expect(await actors()).toEqual([undefined, undefined]);
      expect(await checkApiToken(fromPg(pool), till.token, "ingest")).toMatchObject({
        kind: "valid",
      });
      expect(await findTokenActor(fromPg(pool), bystander.token)).toBeDefined();
      const { detail } = (await auditOf(`user:${boss.id}`)).at(-1) ?? {};
      const { endedTokens } = detail as { endedTokens: string[] };
      expect(endedTokens.sort()).toEqual([own.id, child.id].sort());
    },
  );

  it("end when a role of their maker's loses that permission", async () => {
    const { prisma } = database;
    const { boss, actors } = await adminWithTokens();
    const keeper = { name: "keeper", description: "", machines: [] };
    await saveRole(prisma, ADA, { ...keeper, permissions: ["administer"] });
    await changeUser(prisma, ADA, boss.id, { kind: "role", role: "keeper" });
    expect((await actors()).every(Boolean)).toBe(true);
    await saveRole(prisma, ADA, { ...keeper, permissions: ["view"] });
    expect(await actors()).toEqual([undefined, undefined]);
  });

  it("go on while their maker may administer", async () => {
    const { prisma } = database;
    const { boss, actors } = await adminWithTokens();
    await changeUser(prisma, ADA, boss.id, { kind: "endSessions" });
    expect((await actors()).every(Boolean)).toBe(true);
  });
});

describe("an API token", () => {
  it("opens nothing once it has expired", async () => {
    const { pool } = database;
    const { id, token } = await createToken(pool, ADA, {
      name: "short",
      scopes: ["read"],
      days: 1,
    });
    expect(await findTokenActor(fromPg(pool), token)).toMatchObject({ id });
    await pool.query(
      "UPDATE sagascope.api_token SET expires_at = clock_timestamp() WHERE id = $1",
      [id],
    );
    expect(await findTokenActor(fromPg(pool), token)).toBeUndefined();
    expect(await checkApiToken(fromPg(pool), token, "read")).toEqual({ kind: "unknown" });
  });

  it("says to the minute when it was last used, and nothing before", async () => {
    const { pool } = database;
    const { id, token } = await createToken(pool, ADA, { name: "used", scopes: ["read"] });
    const lastUsed = async () =>
      (await listTokens(pool)).tokens.find((each) => each.id === id)?.lastUsedAt;
    const setBack = (by: string) =>
      pool.query(
        "UPDATE sagascope.api_token SET last_used_at = last_used_at - $2::interval WHERE id = $1",
        [id, by],
      );
    expect(await lastUsed()).toBeNull();
    await findTokenActor(fromPg(pool), token);
    expect(await lastUsed()).toBeInstanceOf(Date);
    await setBack("-1 hour");
    const recent = await lastUsed();
    await findTokenActor(fromPg(pool), token);
    expect(await lastUsed()).toEqual(recent); // within the minute nothing is written
    await setBack("2 hours");
    const old = await lastUsed();
    await findTokenActor(fromPg(pool), token);
    expect(Number(await lastUsed())).toBeGreaterThan(Number(old) + 60_000);
  });

  it("is shown once, kept as a hash, and stands in the audit when made and revoked", async () => {
    const { pool } = database;
    const { id, token } = await createToken(pool, ADA, { name: "ci", scopes: ["read"], days: 1 });
    const { tokens } = await listTokens(pool);
    expect(JSON.stringify(tokens)).not.toContain(token);
    const { rows } = await pool.query("SELECT * FROM sagascope.api_token WHERE id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    await revokeToken(pool, ADA, id);
    const actions = (await auditOf(`token ${id}`)).map(({ action }) => action);
    expect(actions).toEqual(["token create", "token revoke"]);
  });
});
