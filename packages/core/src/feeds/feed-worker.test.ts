import { describe, expect, it } from "vitest";
import { feedSettingsOf } from "../projects/feed-settings.ts";
import { partitionOf } from "../testing/feed-contract-stores.ts";
import { type FeedScene, type FeedSceneOptions, feedScene } from "../testing/feed-scene.ts";
import { readGolden } from "../testing/golden.ts";
import type { FeedSource } from "./feed-stores.ts";
import { createFeedWorker, type FeedWorker } from "./feed-worker.ts";
import { feedRetryDelayMs } from "./retry-delay.ts";

const golden = readGolden<{
  readonly retry_backoff_s: { readonly failures_1_to_6: readonly number[] };
}>("statesman_vectors");

const SECOND_MS = 1_000;
const HALF_MINUTE_MS = 30 * SECOND_MS;

interface WorkerScene extends FeedScene {
  readonly worker: FeedWorker;
}

/** A worker on a scene; it polls every half minute unless told otherwise. */
function workerScene(options: FeedSceneOptions = {}): WorkerScene {
  const definition = { name: "test", topic: "events", sink: async () => undefined };
  const fields = { leaseMs: 100 * SECOND_MS, pollMs: HALF_MINUTE_MS, ...options };
  const scene = feedScene(fields);
  const settings = feedSettingsOf({ ...definition, ...fields }, "feed");
  const { cycle, sink, clock: timers } = scene;
  const partition = partitionOf("test");
  const logger = loggerOf(scene);
  const worker = createFeedWorker({ cycle, sink, partition, settings, timers, logger });
  return { ...scene, worker };
}

function loggerOf({ log }: FeedScene) {
  const line =
    (level: "debug" | "info" | "warn" | "error") =>
    (message: string, fields = {}) =>
      void log.push({ level, message, fields });
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

/** Let everything run that does not wait for time. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 500; turns += 1) await Promise.resolve();
}

const down = () => {
  throw new Error("refused");
};

describe("a feed's worker", () => {
  it("waits its poll interval, which is the longest an event waits [RLY-28]", async () => {
    const scene = workerScene();
    scene.worker.start();
    await settle();
    scene.publish(1);
    scene.clock.advance(HALF_MINUTE_MS - 1);
    await settle();
    expect(scene.batches).toEqual([]);
    scene.clock.advance(1);
    await settle();
    expect(scene.batches).toEqual([[1]]);
  });

  it("looks at once when it is hinted at, long before a poll of half a minute [RLY-28]", async () => {
    const scene = workerScene();
    scene.worker.start();
    await settle();
    scene.publish(1);
    scene.worker.hint();
    await settle();
    expect(scene.batches).toEqual([[1]]);
    expect(scene.traffic.acquires).toBe(1);
  });

  it("looks again before long where something was held back, without a hint", async () => {
    let held = true;
    const scene: WorkerScene = workerScene({
      wrapStores: (stores) => ({
        ...stores,
        source: stores.source && {
          ...stores.source,
          advance: async (topic) => ({
            ...((await stores.source?.advance(topic)) as Awaited<
              ReturnType<FeedSource["advance"]>
            >),
            isHeldBack: held,
          }),
        },
      }),
    });
    scene.worker.start();
    await settle();
    held = false;
    scene.publish(1);
    scene.clock.advance(50);
    await settle();
    expect(scene.batches).toEqual([[1]]);
    scene.publish(1);
    scene.clock.advance(50);
    await settle();
    expect(scene.batches).toEqual([[1]]);
  });

  it("runs one more cycle for a thousand hints during one, and never two at once [RLY-28]", async () => {
    let inside = 0;
    let most = 0;
    const scene: WorkerScene = workerScene({
      onBatch: async () => {
        inside += 1;
        most = Math.max(most, inside);
        for (let hints = 0; hints < 1_000; hints += 1) scene.worker.hint();
        await settle();
        inside -= 1;
      },
    });
    scene.publish(1);
    scene.worker.start();
    await settle();
    await settle();
    await settle();
    // A cycle that finds one page reads twice, the last time to see the end; one that finds none reads once.
    expect(scene.traffic.reads).toHaveLength(3);
    expect(most).toBe(1);
  });

  it("asks for the lease once a poll while it is a standby, whatever is hinted, and takes over by itself [RLY-29][LEA-18]", async () => {
    const scene = workerScene();
    const leader = feedScene({ beside: scene, workerId: "leader", leaseMs: 100 * SECOND_MS });
    await leader.cycle.runOnce();
    scene.worker.start();
    await settle();
    for (let hints = 0; hints < 50; hints += 1) scene.worker.hint();
    await settle();
    expect(scene.traffic.acquires).toBe(1);

    await leader.cycle.release();
    scene.publish(1);
    scene.clock.advance(HALF_MINUTE_MS);
    await settle();
    expect(scene.traffic.acquires).toBe(2);
    expect(scene.batches).toEqual([[1]]);
  });

  it("waits longer after each failure in a row, as the golden file says, and starts over after a success [RTY-13][RLY-31]", async () => {
    let failing = true;
    let offers = 0;
    const scene = workerScene({
      onBatch: () => {
        offers += 1;
        if (failing) down();
      },
    });
    scene.publish(1);
    scene.worker.start();
    await settle();
    const waits: number[] = [];
    for (const seconds of golden.retry_backoff_s.failures_1_to_6) {
      const before = offers;
      scene.clock.advance(seconds * SECOND_MS - 1);
      await settle();
      expect(offers).toBe(before);
      scene.clock.advance(1);
      await settle();
      waits.push(offers - before);
    }
    expect(waits).toEqual([1, 1, 1, 1, 1, 1]);

    failing = false;
    scene.clock.advance(10 * SECOND_MS);
    await settle();
    failing = true;
    scene.publish(1);
    scene.worker.hint();
    await settle();
    const before = offers;
    scene.clock.advance(SECOND_MS);
    await settle();
    expect(offers).toBe(before + 1);
  });

  it("doubles its waits at most sixteen times [RTY-13]", () => {
    expect(feedRetryDelayMs(17, 1, 1e9)).toBe(2 ** 16);
    expect(feedRetryDelayMs(500, 1, 1e9)).toBe(2 ** 16);
  });

  it("lets others lead before it waits after a failure, and says how many there were [RLY-31][OPS-10]", async () => {
    const scene = workerScene({ onBatch: down });
    scene.publish(1);
    scene.worker.start();
    await settle();

    expect(scene.leader()).toBeUndefined();
    expect(scene.log).toMatchObject([
      { level: "error", message: "a feed's cycle failed", fields: { failures: 1, feed: "test" } },
    ]);
    scene.worker.hint();
    await settle();
    expect(scene.log).toHaveLength(1);
  });

  it("ends after the batch under way, lets others lead, and closes its sink once [LEA-18][BRK-33]", async () => {
    let closed = 0;
    let finish: (() => void) | undefined;
    const taken: number[] = [];
    const scene = workerScene({
      batchSize: 1,
      sink: {
        kind: "test",
        open: async () => ({
          deliver: async (batch) => {
            await new Promise<void>((resolve) => {
              finish = resolve;
            });
            taken.push(...batch.map(({ position }) => Number(position)));
            return { duplicates: 0 };
          },
          close: async () => {
            closed += 1;
          },
        }),
      },
    });
    scene.publish(3);
    scene.worker.start();
    await settle();
    const stopped = scene.worker.stop(HALF_MINUTE_MS);
    await settle();
    expect(closed).toBe(0);
    finish?.();
    await stopped;
    await scene.worker.stop(HALF_MINUTE_MS);

    expect({ taken, closed, leader: scene.leader() }).toEqual({
      ...{ taken: [1], closed: 1, leader: undefined },
    });
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: 1n }]);
  });

  it("abandons a batch that outlasts the deadline, which then comes again", async () => {
    const scene = workerScene({ onBatch: () => new Promise(() => undefined) });
    scene.publish(1);
    scene.worker.start();
    await settle();
    const stopped = scene.worker.stop(SECOND_MS);
    await settle();
    scene.clock.advance(SECOND_MS);
    await settle();
    scene.clock.advance(SECOND_MS); // what a sink gets to say how far it came
    await stopped;

    expect(scene.leader()).toBeUndefined();
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined }]);
    const next = feedScene({ beside: scene, workerId: "next" });
    expect(await next.cycle.runOnce()).toMatchObject({ delivered: 1 });
  });

  it("gives up a sink that takes too long, and says so to it", async () => {
    const aborted: unknown[] = [];
    const scene = workerScene({
      timeoutMs: 5 * SECOND_MS,
      sink: (_batch, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(signal.reason);
            reject(new Error("aborted"));
          });
        }),
    });
    scene.publish(1);
    scene.worker.start();
    await settle();
    scene.clock.advance(5 * SECOND_MS);
    await settle();

    expect(aborted).toMatchObject([{ code: "SINK_TIMEOUT" }]);
    expect(scene.cycle.state().lastError).toMatchObject({ code: "SINK_TIMEOUT" });
  });
});
