import { describe, expect, it } from "vitest";
import { type FeedScene, feedScene } from "../testing/feed-scene.ts";

const LEASE_MS = 30_000;
const deadLetter = {
  onPoison: { kind: "dead_letter" as const, afterFailures: 3 },
  leaseMs: LEASE_MS,
};

/** Process death: the sink's call never ends, and the leader is never heard of again. */
const never = () => new Promise<void>(() => undefined);

interface Story {
  readonly deaths: number;
  readonly taken: readonly number[];
  readonly scene: FeedScene;
}

/** Worker after worker leads, each until it dies of a deadly event; ends when one gets to the end. */
async function leadUntilDone(
  scene: FeedScene,
  deadly: readonly number[],
  fields: object,
): Promise<Story> {
  const taken: number[] = [];
  for (let deaths = 0; ; deaths += 1) {
    if (deaths > 12) throw new Error("they die for ever");
    let died: (() => void) | undefined;
    const death = new Promise<"died">((resolve) => {
      died = () => resolve("died");
    });
    const worker = feedScene({
      ...fields,
      beside: scene,
      workerId: `w-${deaths}`,
      onBatch: (numbers) => {
        if (!numbers.some((n) => deadly.includes(n))) return void taken.push(...numbers);
        died?.();
        return never();
      },
    });
    const end = await Promise.race([worker.cycle.runOnce(), death]);
    if (end !== "died") {
      await worker.cycle.release();
      return { deaths, taken, scene };
    }
    scene.clock.advance(LEASE_MS + 1);
  }
}

const run = async (events: number, deadly: readonly number[], fields: object = deadLetter) => {
  const scene = feedScene(fields);
  scene.publish(events);
  return leadUntilDone(scene, deadly, fields);
};

describe("an event that ends the process", () => {
  it("is found and left out, and the feed goes on: a batch, a batch again, then alone [DLQ-19]", async () => {
    const { deaths, taken, scene } = await run(5, [1]);

    expect(deaths).toBe(3);
    expect(taken).toEqual([2, 3, 4, 5]);
    expect(await scene.inspect.letters()).toMatchObject([
      { source: "feed", envelopeId: "s-1-1", errors: [{ name: "DeadlyEventError" }] },
    ]);
  });

  it("is found in the middle of a batch, and harms none of its neighbours", async () => {
    const { deaths, taken, scene } = await run(6, [4]);

    expect(deaths).toBeLessThanOrEqual(5);
    expect(taken).toEqual([1, 2, 3, 5, 6]);
    expect(await scene.inspect.letters()).toMatchObject([{ envelopeId: "s-4-4" }]);
  });

  it("is found each time there is one", async () => {
    const { taken, scene } = await run(6, [2, 5]);

    expect(taken).toEqual([1, 3, 4, 6]);
    expect((await scene.inspect.letters()).map(({ envelopeId }) => envelopeId)).toEqual([
      "s-2-2",
      "s-5-5",
    ]);
  });

  it("stops a feed that is to block, without ending one worker after the other", async () => {
    const fields = { onPoison: "block" as const, leaseMs: LEASE_MS };
    await expect(run(3, [1], fields)).rejects.toThrow("die of the event at position 1");
  });
});

describe("a leader that dies for another reason", () => {
  it("costs no event: its batch is handed on again as it was", async () => {
    const scene = feedScene(deadLetter);
    scene.publish(3);
    for (const workerId of ["idle-1", "idle-2", "idle-3", "idle-4"]) {
      const worker = feedScene({
        ...deadLetter,
        beside: scene,
        workerId,
        wrapStores: (stores) => ({
          ...stores,
          source: stores.source && { ...stores.source, readPage: () => never() as never },
        }),
      });
      void worker.cycle.runOnce(); // it leads, and dies before it hands anything on
      while (scene.leader() !== workerId) await new Promise(setImmediate);
      scene.clock.advance(LEASE_MS + 1);
    }
    const { deaths, taken } = await leadUntilDone(scene, [], deadLetter);
    expect(deaths).toBe(0);
    expect(taken).toEqual([1, 2, 3]);
    expect(await scene.inspect.letters()).toEqual([]);
  });
});
