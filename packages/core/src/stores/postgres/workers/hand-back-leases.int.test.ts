import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LeasesNotHandedBackError } from "../../../engine/errors.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPgPool } from "../sql.ts";
import { handBackLeases } from "./hand-back-leases.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A worker that holds a shard, a delivery and a call, and was heard of some time ago. */
beforeEach(() =>
  database.pool.query(`
    DELETE FROM sagascope.worker; DELETE FROM sagascope.lane_shard; DELETE FROM sagascope.delivery;
    DELETE FROM sagascope.delivery_claim;
    INSERT INTO sagascope.worker (id, project, host, pid, version, machines, heartbeat_at)
    VALUES ('w', 'p', 'h', 1, '1', '[]', clock_timestamp() - interval '1 minute');
    INSERT INTO sagascope.lane_shard (project, shard, owner, leased_until) VALUES ('p', 3, 'w', clock_timestamp() + interval '1 hour');
    INSERT INTO sagascope.delivery (project, shard, sink, kind, subject, topic, event_seq, event_at)
    VALUES ('p', 3, 'm', 'queue', 's', 't', 1, now());
    INSERT INTO sagascope.delivery_claim (worker_id, project, delivery_ids, alone) SELECT 'w', 'p', array_agg(id), false FROM sagascope.delivery`),
);

const state = async () => {
  const { rows } = await database.pool.query(`
    SELECT (SELECT owner FROM sagascope.lane_shard) AS owner, (SELECT deliveries FROM sagascope.delivery) AS deliveries,
           (SELECT stopped_at IS NOT NULL FROM sagascope.worker) AS stopped,
           (SELECT count(*)::int FROM sagascope.audit WHERE action = 'worker hand-back') AS audited`);
  return rows[0];
};
const request = { workerId: "w", actor: "mara", dryRun: false, reason: "it hangs" };
const handBack = (over: Partial<typeof request> = {}) =>
  handBackLeases(fromPgPool(database.pool), { ...request, ...over });

describe("handing back a dead worker's leases", () => {
  it("changes nothing in a dry run, and says what it would", async () => {
    const before = await state();
    expect(await handBack({ dryRun: true, reason: "" })).toEqual({
      shards: 1,
      deliveries: 1,
      calls: 0,
    });
    expect(await state()).toEqual(before);
  });

  it("frees them for others, counts what it may have been handling, and is audited", async () => {
    const before = await state();
    expect(await handBack()).toEqual({ shards: 1, deliveries: 1, calls: 0 });
    expect(await state()).toEqual({
      owner: null,
      deliveries: before.deliveries + 1,
      stopped: true,
      audited: before.audited + 1,
    });
    expect(await handBack()).toEqual({ shards: 0, deliveries: 0, calls: 0 });
  });

  it.each([
    [
      "a worker that lives",
      {},
      "UPDATE sagascope.worker SET heartbeat_at = clock_timestamp() + interval '1 hour'",
    ],
    ["no reason", { reason: "  " }, "SELECT 1"],
    ["a worker that nobody knows", { workerId: "x" }, "SELECT 1"],
  ])("is refused for %s", async (_what, over, setUp) => {
    await database.pool.query(setUp);
    const before = await state();
    await expect((async () => handBack(over))()).rejects.toBeInstanceOf(LeasesNotHandedBackError);
    expect(await state()).toEqual(before);
  });
});
