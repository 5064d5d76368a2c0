import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import type { FeedDefinition, FeedRecord } from "../projects/feed.ts";
import { listFeeds } from "../stores/postgres/feeds/list-feeds.ts";
import { moveFeedCursor } from "../stores/postgres/feeds/move-feed-cursor.ts";
import { awaitCommand } from "../stores/postgres/operations/find-command.ts";
import { requestCommand } from "../stores/postgres/operations/request-command.ts";
import { fromPgPool } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";
import { createEngine, type Engine } from "./engine.ts";

/** Far longer than any test: whatever is handed on was hinted at. */
const NEVER_MS = 600_000;

let database: TestDatabase;
let engine: Engine | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});
afterAll(() => database.drop());

const seen: string[] = [];

const project = (feed: Partial<FeedDefinition> = {}) =>
  defineProject({
    name: "shop",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    routes: [{ topic: "commands", type: "place", machine: "order", event: "PLACE" }],
    machines: [
      {
        chart: {
          id: "order",
          initial: "open",
          states: {
            open: {
              on: { PLACE: { target: "placed", meta: { publish: { type: "order.placed" } } } },
            },
            placed: { type: "final" },
          },
        },
        logic: {},
      },
    ],
    feeds: [
      {
        ...{ name: "elsewhere", topic: "events", leaseMs: NEVER_MS * 2, pollMs: NEVER_MS },
        sink: async (batch) => void seen.push(...batch.map(({ subject }) => subject)),
        ...feed,
      },
    ],
  });

describe("an engine with feeds", () => {
  it("hands on what its machines publish, told by the commit and not by polling [EXA-15][RLY-28]", async () => {
    engine = await startTestEngine(database, project());
    await publish(database.pool, "commands", "place", "o-1");
    await publish(database.pool, "commands", "place", "o-2");

    await eventually("both orders to arrive", async () => seen.length === 2);

    expect([...seen].sort()).toEqual(["o-1", "o-2"]);
    expect(await listFeeds(fromPgPool(database.pool))).toMatchObject([
      { name: "elsewhere", position: "2", behind: "0", leader: expect.stringMatching(/^test:/) },
    ]);
  });

  it("gives its feeds to the next worker when it stops", async () => {
    engine = await startTestEngine(database, project());
    await engine.stop();
    const [feed] = await listFeeds(fromPgPool(database.pool));
    expect(feed?.leader).toBeNull();
  });

  it("hands history on again once its feed is moved back, without a restart [RPL-10]", async () => {
    engine = await startTestEngine(database, project());
    await eventually("the engine to lead", async () => {
      const [feed] = await listFeeds(fromPgPool(database.pool));
      return feed?.leader != null;
    });
    seen.length = 0;
    const operation = { project: "shop", feed: "elsewhere", reason: "lost", actor: "ada" };
    await moveFeedCursor(fromPgPool(database.pool), { ...operation, to: "earliest" });

    await eventually("both orders to arrive again", async () => seen.length === 2);

    expect([...seen].sort()).toEqual(["o-1", "o-2"]);
  });

  it("leaves dead letters that say the feed gave up, and each is handed on again by itself", async () => {
    let isRefusing = true;
    const handed: string[] = [];
    const refusing = {
      ...{ name: "picky", retryMinMs: 10, retryMaxMs: 10 },
      onPoison: { kind: "dead_letter" as const, afterFailures: 2 },
      sink: async (batch: readonly FeedRecord[]) => {
        if (isRefusing) throw new Error("schema 17 is not known here");
        handed.push(...batch.map(({ id, position }) => `${position} ${id}`));
      },
    };
    engine = await startTestEngine(database, project(refusing));
    const letters = await eventually("two dead letters", async () => {
      const { rows } = await database.pool.query(
        "SELECT id, source, consumer, reason, attempts, subject FROM sagascope.dead_letter ORDER BY subject",
      );
      return rows.length === 2 && rows;
    });
    expect(letters).toMatchObject([
      { source: "feed", consumer: "picky", reason: "max_attempts", attempts: 2, subject: "o-1" },
      { source: "feed", consumer: "picky", subject: "o-2" },
    ]);
    const sql = fromPgPool(database.pool);
    const target = { letterId: letters[0].id };
    const ask = async (real: object) => {
      const request = { project: "shop", kind: "replay" as const, target, actor: "ada", ...real };
      const commandId = await requestCommand(sql, { dryRun: true, ...request });
      return awaitCommand(sql, commandId, { timeoutMs: 20_000 });
    };
    isRefusing = false;
    expect(await ask({})).toMatchObject({ status: "done", result: { outcome: "processed" } });
    expect(handed).toEqual([]);
    const real = await ask({ dryRun: false, reason: "the schema is there now" });
    expect(real).toMatchObject({ status: "done", result: { outcome: "processed" } });

    expect(handed).toHaveLength(1);
    const { rows } = await database.pool.query(
      "SELECT resolution FROM sagascope.dead_letter ORDER BY subject",
    );
    expect(rows).toEqual([{ resolution: "replayed" }, { resolution: null }]);
  });

  it("is refused without stores for them", () => {
    const options = {
      ...{ project: project(), charts: [], stores: {}, keys: undefined, logger: silentLogger },
      ...{ host: "h", pid: 1, version: "1" },
    };
    expect(() => createEngine(options as unknown as Parameters<typeof createEngine>[0])).toThrow(
      InvalidConfigError,
    );
  });
});
