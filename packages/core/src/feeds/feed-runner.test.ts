import { describe, expect, it } from "vitest";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import type { FeedRecord } from "../projects/feed.ts";
import { memoryFeedStores } from "../stores/memory/feeds/memory-feed-stores.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { memoryWorkerStore } from "../stores/memory/workers/memory-worker-store.ts";
import { feedProject, numbered } from "../testing/feed-contract-stores.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { createFeedRunner, type FeedHints } from "./feed-runner.ts";

const POLL_MS = 1_000;
const STOP_MS = 10_000;

/** Workers of one project in one memory. */
function house(project: ReturnType<typeof feedProject>) {
  const clock = manualClock();
  const db = createMemoryDatabase({ clock });
  registerProject(db, project);
  const lines: string[] = [];
  const line: Logger["info"] = (message) => void lines.push(message);
  return {
    clock,
    db,
    lines,
    publish: (...envelopes: ReturnType<typeof numbered>[]) =>
      insertEvents(
        db,
        envelopes.map((envelope) => ({ topic: "events", envelope })),
        "received",
      ),
    leaders: () => db.feedCursors.rows().map(({ owner }) => owner),
    async worker(workerId: string, hints?: FeedHints) {
      const worker = { project: project.name, workerId, leaseMs: 60_000, effectLeaseMs: 1 };
      await memoryWorkerStore(db, worker).register({
        ...{ host: "h", pid: 1, version: "1", machines: [] },
      });
      return createFeedRunner({
        ...{ project, clock, timers: clock, stores: memoryFeedStores(db, worker) },
        keys: undefined,
        logger: { ...silentLogger, info: line, warn: line },
        nowMs: () => clock.now().getTime(),
        ...(hints === undefined ? {} : { hints }),
      });
    },
  };
}

/** Let everything run that does not wait for time. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 500; turns += 1) await Promise.resolve();
}

describe("the feeds of a project", () => {
  it("run a cycle each when they are asked to, and lead no longer than that [RLY-32]", async () => {
    const taken: string[] = [];
    const sink = async (batch: readonly FeedRecord[]) => void taken.push(...batch.map((r) => r.id));
    const { publish, worker, leaders } = house(
      feedProject({ name: "good", sink }, { name: "idle" }),
    );
    publish(numbered("a", 1));
    const runner = await worker("first");

    expect(await runner.runOnce()).toMatchObject([
      { feed: "good", partition: 0, kind: "ran", result: { delivered: 1, cursor: 1n } },
      { feed: "idle", partition: 0, kind: "ran", result: { delivered: 1, cursor: 1n } },
    ]);
    expect(taken).toEqual(["a-1"]);
    expect(leaders()).toEqual([undefined, undefined]);
  });

  it("do not stand in each other's way when one fails", async () => {
    const bad = async () => {
      throw new Error("refused");
    };
    const { publish, worker } = house(feedProject({ name: "bad", sink: bad }, { name: "good" }));
    publish(numbered("a", 1));
    expect(await (await worker("first")).runOnce()).toMatchObject([
      { feed: "bad", kind: "failed", error: { message: "refused" } },
      { feed: "good", kind: "ran" },
    ]);
  });

  it("share a feed's partitions among workers as they come and go [LIM-18]", async () => {
    const scene = house(feedProject({ name: "split", partitions: 4, pollMs: POLL_MS }));
    const poll = async () => {
      scene.clock.advance(POLL_MS);
      await settle();
    };
    const count = (owner: string) => scene.leaders().filter((leader) => leader === owner).length;
    const first = await scene.worker("first");
    await first.start();
    await settle();
    expect(count("first")).toBe(4);

    const second = await scene.worker("second");
    await second.start();
    for (let polls = 0; polls < 3; polls += 1) await poll();
    expect([count("first"), count("second")]).toEqual([2, 2]);

    await first.stop(STOP_MS);
    scene.db.workers.put("first", {
      ...(scene.db.workers.get("first") as NonNullable<ReturnType<typeof scene.db.workers.get>>),
      stopped: true,
    });
    for (let polls = 0; polls < 3; polls += 1) await poll();
    expect(count("second")).toBe(4);
    await second.stop(STOP_MS);
  });

  it("are told of what is published by whoever listens, until they stop [RLY-28][RLY-30]", async () => {
    let tell: ((topic?: string) => void) | undefined;
    const scene = house(feedProject({ name: "all", pollMs: 20_000, retryMaxMs: 5_000 }));
    const runner = await scene.worker("first", {
      listen: async (onHint) => {
        tell = onHint;
        return {
          close: async () => {
            tell = undefined;
          },
        };
      },
    });
    await runner.start();
    await settle();
    scene.publish(numbered("a", 1));
    tell?.("other");
    await settle();
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined }]);
    tell?.("events");
    await settle();
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: 1n }]);

    await runner.stop(STOP_MS);
    expect(tell).toBeUndefined();
  });

  it("poll where nothing can be listened to, without asking more often: a hint may be lost, an event is not [RLY-30][OPS-10][EXA-16]", async () => {
    const scene = house(feedProject({ name: "all", pollMs: POLL_MS }));
    let asked = 0;
    const deaf = await scene.worker("first", {
      listen: async () => {
        asked += 1;
        throw new Error("no connection");
      },
    });
    await deaf.start();
    await settle();
    scene.publish(numbered("a", 1));
    await settle();
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined }]);
    scene.clock.advance(POLL_MS);
    await settle();
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: 1n }]);
    expect(asked).toBe(1);
    expect(scene.lines).toEqual(["feeds are not told of what is published: they poll"]);
    await deaf.stop(STOP_MS);
  });

  it("say once that they poll, and once that they run without a lease [OPS-10][LEA-15]", async () => {
    const scene = house(feedProject({ name: "all", requireLease: false }));
    const runner = await scene.worker("first");
    await runner.start();
    await settle();
    scene.clock.advance(10 * POLL_MS);
    await settle();
    expect(scene.lines).toEqual([
      "a feed runs without a lease: two workers would both hand it on",
      "feeds poll",
    ]);
    await runner.stop(STOP_MS);
  });
});
