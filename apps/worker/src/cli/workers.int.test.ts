import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "./testing/run-in-process.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    INSERT INTO sagascope.worker (id, project, host, pid, version, machines, heartbeat_at)
    VALUES ('w-1', 'p', 'h', 1, '1', '[]', clock_timestamp() - interval '1 minute');
    INSERT INTO sagascope.lane_shard (project, shard, owner, leased_until)
    VALUES ('p', 3, 'w-1', clock_timestamp() + interval '1 hour')`);
});
afterAll(() => database.drop());

const sagascope = (...argv: readonly string[]) => runInProcess(database.url, argv);

describe("sagascope workers", () => {
  it("lists what each holds", async () => {
    const { code, out } = await sagascope("workers", "list", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).workers).toMatchObject([{ id: "w-1", shards: 1, shardsInAll: 1 }]);
  });

  it("says what would be handed back, and hands it back with a reason once it is told to", async () => {
    const handBack = ["workers", "hand-back", "w-1"];
    expect((await sagascope(...handBack)).out).toBe(
      "WOULD hand back 1 shards, 0 deliveries, 0 service calls",
    );
    expect(await sagascope(...handBack, "--yes")).toMatchObject({ code: 2 });
    const { out } = await sagascope(...handBack, "--yes", "--reason", "it hangs");
    expect(out).toBe("handed back 1 shards, 0 deliveries, 0 service calls");
    const { rows } = await database.pool.query("SELECT action, reason FROM sagascope.audit");
    expect(rows).toEqual([{ action: "worker hand-back", reason: "it hangs" }]);
  });
});
