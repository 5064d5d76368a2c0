import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FeedStores } from "../../../feeds/feed-stores.ts";
import { findBrokenRow } from "../../../operations/audit-chain.ts";
import type { FeedDefinition } from "../../../projects/feed.ts";
import { countingSql } from "../../../testing/counting-sql.ts";
import {
  feedProject,
  numbered,
  partitionOf,
  partsOf,
} from "../../../testing/feed-contract-stores.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { listAudit } from "../audit/list-audit.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { registerProject } from "../projects/register-project.ts";
import { purge } from "../retention/purge.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { forgetFeed } from "./forget-feed.ts";
import { listFeeds } from "./list-feeds.ts";
import { forgetFeedPositions, lowestFeedCursor } from "./lowest-feed-cursor.ts";
import { moveFeedCursor } from "./move-feed-cursor.ts";
import { postgresFeedStores } from "./postgres-feed-stores.ts";

const LEASE_MS = 30_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query(`
    TRUNCATE sagascope.feed, sagascope.feed_cursor, sagascope.feed_stream, sagascope.feed_pending,
             sagascope.feed_position, sagascope.event`);
});

const sql = () => fromPgPool(database.pool);
const stores = (): FeedStores =>
  postgresFeedStores(sql(), {
    ...{ project: "contract", workerId: "worker-1", workerLeaseMs: LEASE_MS, patienceMs: 0 },
  });
const parts = () => partsOf(stores());
const register = (...feeds: (Partial<FeedDefinition> & { readonly name: string })[]) =>
  registerProject(sql(), feedProject(...feeds));
const publish = (topic: string, ...envelopes: ReturnType<typeof numbered>[]) =>
  publishEvents(fromPg(database.pool), { topic, envelopes, direction: "received" });
const operation = (feed: string) => ({ project: "contract", feed, reason: "why", actor: "ada" });
const all = partitionOf("all");

describe("the list of feeds", () => {
  it("tells of each partition how far it is, who leads it, and what stands in its way", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1), numbered("a", 2), numbered("a", 3));
    const { source, cursors, leases } = parts();
    await source.advance("events");
    const fence = await leases.acquire(all, LEASE_MS);
    await cursors.advance(all, { position: 1n, fence });
    const error = { name: "Error", message: "refused", at: "2026-01-01T00:00:00Z", attempt: 1 };
    await cursors.noteFailure(all, { after: 1n, error, counts: true, fence });
    await publish("events", numbered("a", 4));

    const [feed, ...others] = await listFeeds(sql(), { project: "contract" });

    expect(others).toEqual([]);
    expect(feed).toMatchObject({
      ...{ name: "all", topic: "events", sink: "function", target: null, declared: true },
      ...{ partition: 0, partitions: 1, streamState: "open", lastPosition: "3", position: "1" },
      ...{ behind: "2", notNumbered: "1", leader: "worker-1", failures: 1, lastError: error },
      ...{
        oldestAt: expect.any(Date),
        failingSince: expect.any(Date),
        advancedAt: expect.any(Date),
      },
    });
    expect(feed?.now.getTime()).toBeGreaterThanOrEqual(feed?.oldestAt?.getTime() ?? 0);
  });

  it("shows where a sink leads, and one row a partition", async () => {
    const sink = {
      ...{ kind: "webhook", target: "https://crm.example/hook" },
      open: async () => ({
        deliver: async () => ({ duplicates: 0 }),
        close: async () => undefined,
      }),
    };
    await register({ name: "split", partitions: 3, sink });
    expect(await listFeeds(sql())).toMatchObject(
      [0, 1, 2].map((partition) => ({
        ...{ partition, sink: "webhook", target: "https://crm.example/hook" },
        ...{ streamState: "new", leader: null, position: null, oldestAt: null },
      })),
    );
  });

  it("says of a feed that its project dropped that nobody runs it, and forgets nothing of it", async () => {
    await register({ name: "all" }, { name: "old" });
    await parts().cursors.advance(partitionOf("old"), { position: 5n, fence: undefined });
    await register({ name: "all" });
    expect(await listFeeds(sql())).toMatchObject([
      { name: "all", declared: true },
      { name: "old", declared: false, position: "5" },
    ]);
    await register({ name: "old" });
    expect((await listFeeds(sql())).find(({ name }) => name === "old")).toMatchObject({
      ...{ declared: true, position: "5" },
    });
  });
});

describe("the lowest cursor", () => {
  it("is that of the feed that is furthest behind, and says which events must stay", async () => {
    await register({ name: "all" }, { name: "slow" });
    const { source, cursors } = parts();
    await publish("events", numbered("a", 1));
    await publish("events", numbered("a", 2));
    await source.advance("events");
    const page = { ...all, after: 0n, limit: 9, types: undefined };
    const [, second] = (await source.readPage(page)).records;
    await cursors.advance(all, { position: 2n, fence: undefined });
    await cursors.advance(partitionOf("slow"), { position: 1n, fence: undefined });

    const lowest = await lowestFeedCursor(sql());
    expect(lowest).toMatchObject({ feed: "slow", topic: "events", position: "1" });
    expect(lowest?.heldSince).toEqual(second?.recordedAt);

    await cursors.advance(partitionOf("slow"), { position: 2n, fence: undefined });
    expect(await lowestFeedCursor(sql())).toBeUndefined();
  });

  it("holds what is not numbered yet, and what nobody runs any more", async () => {
    await register({ name: "all" });
    await parts().source.advance("events");
    expect(await lowestFeedCursor(sql())).toBeUndefined();
    await publish("events", numbered("a", 1));
    await register();
    const lowest = await lowestFeedCursor(sql());
    expect(lowest).toMatchObject({ feed: "all", position: null, heldSince: expect.any(Date) });
  });

  it("holds everything while a topic is being numbered", async () => {
    await register({ name: "all" });
    expect((await lowestFeedCursor(sql()))?.heldSince).toEqual(new Date(0));
  });

  it("is passed at the price of a report: a feed goes on behind events that were dropped [LIM-15]", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1), numbered("a", 2));
    const { source } = parts();
    await source.advance("events");
    await database.pool.query("DELETE FROM sagascope.event WHERE id = 'a-1'");
    const page = await source.readPage({ ...all, after: 0n, limit: 9, types: undefined });
    expect(page).toMatchObject({ gone: 1, scannedTo: 2n, records: [{ id: "a-2" }] });
  });

  it("lets positions of dropped events be forgotten, and no others", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1));
    await publish("events", numbered("a", 2));
    const { source, readAll } = parts();
    await source.advance("events");
    const [, second] = await readAll();
    expect(await forgetFeedPositions(sql(), second?.recordedAt ?? new Date(0))).toBe(1);
    expect((await readAll()).map(({ position }) => position)).toEqual(["2"]);
    expect(await forgetFeedPositions(sql(), second?.recordedAt ?? new Date(0))).toBe(0);
  });
});

describe("forgetting a feed", () => {
  it("takes the numbers of its events in bites, after it is gone, and those of no other feed", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1));
    await parts().source.advance("events");
    await database.pool.query(`
      INSERT INTO sagascope.feed_position (stream_id, position, event_seq, event_at, subject_hash)
      SELECT s.id, 1000 + n, 1000 + n, now(), 0 FROM sagascope.feed_stream s, generate_series(1, 25000) n`);
    await database.pool.query(`
      INSERT INTO sagascope.feed_stream (topic) VALUES ('others');
      INSERT INTO sagascope.feed_position (stream_id, position, event_seq, event_at, subject_hash)
      SELECT s.id, n, n, now(), 0 FROM sagascope.feed_stream s, generate_series(1, 3) n WHERE s.topic = 'others'`);
    const { sql: counted, take } = countingSql(sql());
    await forgetFeed(counted, operation("all"));

    const [first, ...bites] = take();
    expect(first).toEqual(["forget feed: a transaction"]);
    expect(bites).toEqual(Array.from({ length: 8 }, () => ["forget gone streams"])); // 3 bites, and one that finds nothing
    const { rows } = await database.pool.query(
      `SELECT s.topic, count(p.*)::int AS n FROM sagascope.feed_position p
       LEFT JOIN sagascope.feed_stream s ON s.id = p.stream_id GROUP BY s.topic`,
    );
    expect(rows).toEqual([{ topic: "others", n: 3 }]);
  });

  it("is done to its end by the next purge if whoever forgot it died over the numbers", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1));
    await parts().source.advance("events");
    await publish("events", numbered("a", 2));
    await database.pool.query("DELETE FROM sagascope.feed; DELETE FROM sagascope.feed_stream");
    await purge(sql(), {});
    for (const table of ["feed_pending", "feed_position"]) {
      const { rowCount } = await database.pool.query(`SELECT 1 FROM sagascope.${table}`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
    }
  });

  it("ends the work of publishing for it once none is left on the topic, and is audited", async () => {
    await register({ name: "all" }, { name: "twin" });
    await parts().source.advance("events");
    await forgetFeed(sql(), operation("twin"));
    await publish("events", numbered("a", 1));
    expect((await database.pool.query("SELECT 1 FROM sagascope.feed_pending")).rowCount).toBe(1);

    await forgetFeed(sql(), operation("all"));
    await publish("events", numbered("a", 2));

    for (const table of ["feed", "feed_cursor", "feed_stream", "feed_pending", "feed_position"]) {
      const { rowCount } = await database.pool.query(`SELECT 1 FROM sagascope.${table}`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
    }
    const audit = await listAudit(sql(), { limit: 100 });
    expect(audit.slice(-2)).toMatchObject([
      { actor: "ada", action: "feed forget", target: "feed contract/twin", outcome: "forgotten" },
      { action: "feed forget", target: "feed contract/all", reason: "why" },
    ]);
    expect(findBrokenRow(audit)).toBeUndefined();
  });

  it("makes a later feed on the topic one of another lineage, from the oldest event on", async () => {
    await register({ name: "all" });
    await publish("events", numbered("a", 1));
    const first = await parts().source.advance("events");
    await forgetFeed(sql(), operation("all"));
    await register({ name: "all" });
    const second = await parts().source.advance("events");
    expect(second.lineage).not.toBe(first.lineage);
    expect((await parts().readAll()).map(({ id }) => id)).toEqual(["a-1"]);
  });

  it("is refused without a reason, while a worker leads it, and of what nobody knows", async () => {
    await register({ name: "all" });
    await expect(forgetFeed(sql(), { ...operation("all"), reason: "" })).rejects.toThrow("reason");
    await expect(forgetFeed(sql(), operation("nobody"))).rejects.toThrow("not registered");
    await parts().leases.acquire(all, LEASE_MS);
    await expect(forgetFeed(sql(), operation("all"))).rejects.toThrow("'worker-1' runs it");
  });
});

describe("a feed that is registered otherwise", () => {
  it("is refused on another topic, and nothing is changed", async () => {
    await register({ name: "all" });
    await expect(register({ name: "all", topic: "other" })).rejects.toThrow(
      /feeds\[0\].topic is another than feed 'all' was registered with/,
    );
    expect(await listFeeds(sql())).toMatchObject([{ topic: "events" }]);
  });

  it("is refused where its cursor is of another lineage: a database put together from two", async () => {
    await register({ name: "all" });
    await database.pool.query("UPDATE sagascope.feed_stream SET lineage = 'another'");
    await expect(parts().cursors.read(all)).rejects.toThrow("another lineage");
  });

  it("cannot be moved before its topic is numbered", async () => {
    await register({ name: "all" });
    const move = { ...operation("all"), to: "earliest" as const };
    await expect(moveFeedCursor(sql(), move)).rejects.toThrow("still being numbered");
  });

  it("says where its partitions stood when it is moved", async () => {
    await register({ name: "all", partitions: 2 });
    await publish("events", numbered("a", 1), numbered("a", 2));
    const { source, cursors } = parts();
    await source.advance("events");
    const second = partitionOf("all", { partition: 1, partitions: 2 });
    await cursors.advance(second, { position: 2n, fence: undefined });
    const moved = await moveFeedCursor(sql(), { ...operation("all"), to: { position: 2 } });
    expect(moved).toEqual({ from: [null, "2"], to: "1" });
    const audit = (await listAudit(sql(), { limit: 100 })).at(-1);
    expect(JSON.parse(audit?.detail ?? "")).toEqual({
      ...moved,
      asked: { kind: "position", position: "2" },
    });
  });
});
