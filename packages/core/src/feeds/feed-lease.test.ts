import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import { type FeedScene, type FeedSceneOptions, feedScene } from "../testing/feed-scene.ts";
import { readGolden } from "../testing/golden.ts";

const { lease: golden } = readGolden<{ readonly lease: readonly Record<string, unknown>[] }>(
  "statesman_vectors",
);
const expected = (title: string): unknown => golden.find((entry) => title in entry)?.[title];

const SECOND_MS = 1_000;

/** Somebody else leads from now on: the lease ran out unnoticed. */
function takeOver(scene: FeedScene): void {
  for (const row of scene.db.feedCursors.rows()) {
    const key = `${row.project}\0${row.feed}\0${row.partition}`;
    const leasedUntilMs = scene.clock.now().getTime() + 30 * SECOND_MS;
    scene.db.feedCursors.put(key, { ...row, owner: "other", token: row.token + 1, leasedUntilMs });
  }
}

async function threeCycles(options: FeedSceneOptions): Promise<FeedScene["traffic"]> {
  const scene = feedScene(options);
  for (let cycles = 0; cycles < 3; cycles += 1) await scene.cycle.runOnce();
  expect(scene.leader()).toBe("first");
  return scene.traffic;
}

describe("the lease of a feed", () => {
  it("is asked for by each cycle while somebody else leads, and nothing is looked at [RLY-27][LEA-16]", async () => {
    const leader = feedScene();
    leader.publish(3);
    await leader.cycle.runOnce();
    const standby = feedScene({ beside: leader, workerId: "second" });

    expect(await standby.cycle.runOnce()).toEqual({
      outcome: "lease_unavailable",
      ...{ delivered: 0, duplicates: 0, batches: 0, skipped: 0 },
      ...{ cursor: undefined, isHeldBack: false },
    });
    expect(standby.traffic).toEqual({ acquires: 1, renewals: 0, reads: [] });
  });

  it("is unavailable to a second dispatcher even from inside the first one's publish [LEA-16]", async () => {
    const outcomes: string[] = [];
    const first: FeedScene = feedScene({
      onBatch: async () => {
        const second = feedScene({ beside: first, workerId: "second" });
        outcomes.push((await second.cycle.runOnce()).outcome);
      },
    });
    first.publish(1);
    await first.cycle.runOnce();
    expect(outcomes).toEqual(["lease_unavailable"]);
  });

  it("is held across cycles [LEA-16][LEA-20]", async () => {
    const { acquires, renewals } = await threeCycles({});
    expect({ acquires, renewals, held: 1 }).toEqual(expected("3 cycles default"));
  });

  it("is renewed by each cycle where the interval is 0 [LEA-16]", async () => {
    const { acquires, renewals } = await threeCycles({ renewMs: 0 });
    expect({ acquires, renewals }).toEqual(expected("3 cycles, renew interval 0"));
  });

  it("is renewed before each further batch where the interval is 0 [LEA-16]", async () => {
    const scene = feedScene({ batchSize: 1, renewMs: 0 });
    scene.publish(3);
    await scene.cycle.runOnce();
    expect({ renewals: scene.traffic.renewals }).toEqual(
      expected("batch 1, 3 records, renew interval 0"),
    );
  });

  it("is renewed by time, whatever the number of batches [LEA-16][LEA-20]", async () => {
    const scene: FeedScene = feedScene({
      ...{ batchSize: 1, renewMs: 50 },
      onBatch: () => scene.clock.advance(10),
    });
    scene.publish(25);
    await scene.cycle.runOnce();
    expect({ renewals: scene.traffic.renewals }).toEqual(
      expected("25 batches x 10ms, renew interval 50ms"),
    );
  });

  it("is renewed a third of its length after the last time that it was [LEA-16]", async () => {
    const scene = feedScene();
    await scene.cycle.runOnce();
    const renewals: number[] = [];
    for (const seconds of [9, 2, 9]) {
      scene.clock.advance(seconds * SECOND_MS);
      await scene.cycle.runOnce();
      renewals.push(scene.traffic.renewals);
    }
    expect({ renewals, acquires: scene.traffic.acquires }).toEqual(
      expected("TTL 30 renew 10; advance 9,2,9"),
    );
  });

  it("lost on the way stops before the next batch, which is left to whoever leads now [LEA-17][RLY-27][OPS-10]", async () => {
    const scene: FeedScene = feedScene({
      ...{ batchSize: 1, renewMs: 0 },
      wrapStores: (stores) => ({
        ...stores,
        leases: stores.leases && { ...stores.leases, renew: async () => false },
      }),
    });
    scene.publish(3);

    const { outcome, delivered, cursor } = await scene.cycle.runOnce();

    expect({ outcome, delivered, cursor }).toEqual({
      ...{ outcome: "lease_lost", delivered: 1, cursor: 1n },
    });
    expect(scene.cycle.state().isLeading).toBe(false);
    expect(scene.log).toMatchObject([{ level: "warn", message: expect.stringContaining("lost") }]);
  });

  it("lost while the sink worked moves no cursor: the batch comes again from whoever leads now [LEA-17][LEA-19]", async () => {
    const scene: FeedScene = feedScene({ onBatch: () => takeOver(scene) });
    scene.publish(3);

    expect(await scene.cycle.runOnce()).toMatchObject({
      ...{ outcome: "lease_lost", delivered: 3, cursor: undefined },
    });
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined, owner: "other" }]);
  });

  it("refused between cycles is asked for exactly once more [LEA-17]", async () => {
    let refused = false;
    const scene = feedScene({
      renewMs: 0,
      wrapStores: (stores) => ({
        ...stores,
        leases: stores.leases && {
          ...stores.leases,
          renew: async (partition, fence) => {
            refused = true;
            await stores.leases?.release(partition, fence);
            return false;
          },
        },
      }),
    });
    await scene.cycle.runOnce();
    const { outcome } = await scene.cycle.runOnce();
    expect(refused).toBe(true);
    expect({ acquires: scene.traffic.acquires, outcome }).toEqual({
      acquires: 2,
      outcome: "completed",
    });
    expect(expected("renew refused between cycles")).toEqual({ acquires: 2, outcome: "Completed" });
  });

  it("taken by somebody else between cycles makes this worker a standby [LEA-17]", async () => {
    const scene = feedScene({ renewMs: 0 });
    await scene.cycle.runOnce();
    takeOver(scene);
    expect((await scene.cycle.runOnce()).outcome).toBe("lease_unavailable");
    expect(scene.cycle.state().isLeading).toBe(false);
  });

  it("is free for others at once when it is released, which may be repeated [LEA-18]", async () => {
    const scene = feedScene();
    await scene.cycle.runOnce();
    await scene.cycle.release();
    await scene.cycle.release();
    expect(scene.leader()).toBeUndefined();
    const next = feedScene({ beside: scene, workerId: "second" });
    expect((await next.cycle.runOnce()).outcome).toBe("completed");
  });

  it("that could not be released is renewed rather than waited for", async () => {
    let down = true;
    const scene = feedScene({
      wrapStores: (stores) => ({
        ...stores,
        leases: stores.leases && {
          ...stores.leases,
          release: async (...args) => {
            if (down) throw new Error("no connection");
            await stores.leases?.release(...args);
          },
        },
      }),
    });
    await scene.cycle.runOnce();
    await scene.cycle.release();
    down = false;
    expect((await scene.cycle.runOnce()).outcome).toBe("completed");
    expect(scene.traffic).toMatchObject({ acquires: 1, renewals: 1 });
  });

  it("is needed: a store without leases is refused by name, and what to set is said [LEA-15][ERR-05]", () => {
    const without = () => feedScene({ wrapStores: (stores) => ({ ...stores, leases: undefined }) });
    expect(without).toThrow(InvalidConfigError);
    expect(without).toThrow(/requireLease of feed 'test'.*store 'memory'.*false/);
  });

  it("is done without where the feed says so [LEA-15]", async () => {
    const scene = feedScene({
      requireLease: false,
      wrapStores: (stores) => ({ ...stores, leases: undefined }),
    });
    scene.publish(3);
    expect(await scene.cycle.runOnce()).toMatchObject({ outcome: "completed", cursor: 3n });
    expect(scene.cycle.state().runsWithoutLease).toBe(true);
    expect(scene.traffic.acquires).toBe(0);
  });
});
