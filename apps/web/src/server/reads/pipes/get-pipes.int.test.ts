import { createEnvelope, defineProject } from "@sagascope/core";
import {
  fromPg,
  fromPgPool,
  postgresFeedStores,
  publishEvents,
  recordPipes,
  registerProject,
  scheduleEvents,
} from "@sagascope/core/postgres";
import { eventually } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedWorker } from "../../testing/seed-rows.ts";
import { getPipes } from "./get-pipes.ts";

let database: WebTestDatabase;
const envelope = (id: string) =>
  createEnvelope({ type: "t", source: "/shop", subject: "order-42", id });

beforeAll(async () => {
  database = await openTestDatabase();
  await registerProject(
    fromPgPool(database.pool),
    defineProject({
      name: "shop",
      topics: [{ name: "events", onUnknown: "ignore" }, "quiet"],
      ...{ machines: [], routes: [] },
      relays: [
        { name: "kafka", topic: "events", publish: async () => undefined },
        { name: "mail", topic: "quiet", publish: async () => undefined },
      ],
      feeds: [{ name: "search", topic: "events", sink: async () => undefined }],
    }),
  );
});
afterAll(() => database.drop());

describe("getPipes", () => {
  it("says how everything stands: backlog by relay, feeds, holders, workers, timers and scheduled events", async () => {
    const sql = fromPg(database.pool);
    const feeds = postgresFeedStores(fromPgPool(database.pool), {
      ...{ project: "shop", workerId: "w", workerLeaseMs: 10_000 },
    });
    await eventually("the topic to open", async () => {
      return (await feeds.source?.advance("events"))?.state === "open";
    });
    const publication = { topic: "events", direction: "published" as const };
    await publishEvents(sql, { ...publication, envelopes: [envelope("a"), envelope("b")] });
    await database.pool.query(
      "UPDATE sagascope.delivery SET attempts = 1 WHERE id = (SELECT min(id) FROM sagascope.delivery)",
    );
    const later = { topic: "events", delayMs: 60_000, envelope: envelope("c") };
    await scheduleEvents(sql, [later], "published");
    await seedWorker(database.prisma);
    await database.pool.query(`
      INSERT INTO sagascope.timer (machine_id, subject, ref, project, shard, revision, event, label, state, cause_event_id, cause_depth, due_at)
      SELECT 'm', 's', n::text, 'shop', 0, 1, 'e', 'l', 's', 'c', 1, clock_timestamp() + n * interval '1 minute' + interval '30 s'
      FROM unnest(ARRAY[-2, 0, 0, 3, 61]) WITH ORDINALITY u (n, o)
      ON CONFLICT DO NOTHING`);

    await database.pool.query(`
      UPDATE sagascope.lane_shard SET owner = 'till:7:x', token = 40 + shard, leased_until = clock_timestamp() + interval '9 s'
      WHERE project = 'shop' AND shard IN (1, 3)`);
    await recordPipes(sql);

    const pipes = await getPipes(sql, "1h");

    expect(pipes.outbox).toMatchObject([
      { kind: "relay", name: "kafka", topic: "events", waiting: 2, retrying: 1, dead: 0 },
      { kind: "relay", name: "mail", topic: "quiet", waiting: 0, oldestAt: null },
    ]);
    expect(pipes.outbox[0]?.oldestAt?.getTime()).toBeLessThanOrEqual(pipes.now.getTime());
    expect(pipes.isCut).toBe(false);
    expect(pipes.leases).toMatchObject([
      { project: "shop", owner: "till:7:x", shards: 2, lowestToken: "41", highestToken: "43" },
    ]);
    expect(pipes.trend.all.waiting.at(-1)).toBe(2);
    expect(pipes.trend.all.waiting.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => null)); // nobody looked
    expect(pipes.trend.lines).toMatchObject([
      { kind: "feed", project: "shop", name: "search" },
      { kind: "relay", project: "shop", name: "kafka" },
    ]);
    expect(pipes.feeds).toMatchObject([{ name: "search", leader: null, declared: true }]);
    expect(pipes.workers).toMatchObject([{ shards: 0, shardsInAll: 64, stoppedAt: null }]);
    expect(pipes.scheduled).toMatchObject({ waiting: 1, due: 0 });
    expect(pipes.timers).toMatchObject({ late: 1 });
    expect(pipes.timers.byMinute.filter((number) => number > 0)).toHaveLength(2);
    expect(pipes.timers.byMinute).toHaveLength(60);
    const own = new URL(database.url).pathname.slice(1);
    expect(pipes.holders.filter((holder) => holder.database === own)).toEqual([]);
  });

  it("looks back a day or a week by the hour, with as many statements as for an hour", async () => {
    await database.pool.query(
      `INSERT INTO sagascope.pipe_sample (grain, at, kind, project, name, waiting, age_ms)
       SELECT 'hour', date_trunc('hour', clock_timestamp() - make_interval(hours => h), 'UTC'), kind, project, name, h, 1
       FROM generate_series(8, 160) h, (VALUES ('all', '', ''), ('relay', 'shop', 'mail')) AS of (kind, project, name)`,
    );
    const asked: string[] = [];
    const sql = fromPg(database.pool);
    const counting = {
      ...sql,
      query: (name: string, ...rest: [string, (readonly unknown[])?]) => {
        asked.push(name);
        return sql.query(name, ...rest);
      },
    } as typeof sql;
    const read = async (range: "1h" | "24h" | "7d") => {
      asked.length = 0;
      return { ...(await getPipes(counting, range)), statements: [...asked].sort() };
    };

    const [hour, day, week] = [await read("1h"), await read("24h"), await read("7d")];

    expect(day.statements).toEqual(hour.statements);
    expect(week.statements).toEqual(hour.statements);
    expect(new Set(hour.statements).size).toBe(hour.statements.length); // each once
    expect(day.trend.all.waiting).toHaveLength(24);
    expect([day.trend.all.waiting[0], day.trend.all.waiting[20]]).toEqual([23, null]);
    expect(week.trend.all.waiting).toHaveLength(42);
    expect(week.trend.all.waiting[0]).toBeNull();
    const mail = week.trend.lines.find(({ name }) => name === "mail");
    expect(Math.max(...(mail?.waiting ?? []).map((waiting) => waiting ?? 0))).toBe(160);
  });

  it("names a transaction that somebody left open, and that feeds wait for", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("SET application_name = 'billing-import'");
      await client.query("BEGIN; SELECT pg_current_xact_id()");
      await publishEvents(fromPg(database.pool), {
        ...{ topic: "events", envelopes: [envelope("d")], direction: "published" },
      });

      const { holders } = await getPipes(fromPg(database.pool), "1h");

      // Transactions of other databases of the server hold it as well, for as long as their tests take.
      const own = holders.filter(({ application }) => application === "billing-import");
      expect(own).toMatchObject([{ topic: "events", openSince: expect.any(Date) }]);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});
