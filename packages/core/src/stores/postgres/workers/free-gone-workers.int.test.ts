import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineProject } from "../../../projects/define-project.ts";
import { moveIntoThePast } from "../../../testing/move-into-the-past.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPgPool } from "../sql.ts";
import { DEFAULT_SESSION_GRACE_MS } from "./free-gone-workers.ts";
import { postgresWorkerStore } from "./postgres-worker-store.ts";

const LEASE_MS = 600_000;
const LONG_MS = DEFAULT_SESSION_GRACE_MS + 1;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const project = defineProject({ name: "shop", topics: ["t"], machines: [], routes: [] });
  await registerProject(fromPgPool(database.pool), project);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("DELETE FROM sagascope.worker"));

const storeOf = (workerId: string) =>
  postgresWorkerStore(fromPgPool(database.pool), { project: "shop", workerId, leaseMs: LEASE_MS });

async function join(workerId: string, backendPid?: number): Promise<void> {
  await storeOf(workerId).register({
    host: "h",
    pid: 1,
    version: "1",
    machines: [],
    ...(backendPid === undefined ? {} : { backendPid }),
  });
}

/** A worker whose session has just ended. */
async function joinAndBreak(workerId: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined); // the server ends it
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  await join(workerId, rows[0].pid);
  await database.pool.query("SELECT pg_terminate_backend($1, 60000)", [rows[0].pid]);
  await client.end().catch(() => undefined);
}

async function isGone(workerId: string): Promise<boolean> {
  const { rows } = await database.pool.query(
    "SELECT stopped_at IS NOT NULL AS gone FROM sagascope.worker WHERE id = $1",
    [workerId],
  );
  return rows[0].gone;
}

const look = () => storeOf("looker").balance({ release: [] });

describe("a worker whose database session broke", () => {
  it("is gone once nobody has heard of it in all the grace since that was seen", async () => {
    await joinAndBreak("broken");
    await look();
    await moveIntoThePast(database.pool, LONG_MS, ["worker"]);
    await look();
    expect(await isGone("broken")).toBe(true);
  });

  it("is not gone when it is first seen, however long ago its last beat was", async () => {
    await joinAndBreak("broken");
    await moveIntoThePast(database.pool, LONG_MS, ["worker"]);
    await look();
    expect(await isGone("broken")).toBe(false);
  });

  it.each([
    ["beats", () => storeOf("broken").balance({ release: [] })],
    ["registers its next session", () => join("broken")],
  ])("has all the grace again when it %s", async (_how, comeBack) => {
    await joinAndBreak("broken");
    await look();
    await moveIntoThePast(database.pool, LONG_MS, ["worker"]);
    await comeBack();
    await look();
    expect(await isGone("broken")).toBe(false);
  });

  it("is told from one whose session is there", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    await join("well", rows[0].pid);
    await look();
    await moveIntoThePast(database.pool, LONG_MS, ["worker"]);
    await look();
    expect(await isGone("well")).toBe(false);
    await client.end();
  });
});
