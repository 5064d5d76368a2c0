import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkRetention, type RetentionPolicy } from "../../../engine/retention.ts";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import { defineProject } from "../../../projects/define-project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { eventually } from "../../../testing/test-engine.ts";
import { postgresFeedStores } from "../feeds/postgres-feed-stores.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { postgresUpkeepStore } from "../workers/postgres-upkeep-store.ts";
import { postgresRetentionStore } from "./postgres-retention-store.ts";

const DAY_MS = 86_400_000;
/** All that is published here is moved this far into the past. */
const AGE_DAYS = 40;

const project = defineProject({
  name: "kept",
  topics: ["commands", "events", { name: "fed", onUnknown: "ignore" }],
  machines: [
    { chart: { id: "order", initial: "a", states: { a: { on: { GO: "a" } } } }, logic: {} },
  ],
  routes: [{ topic: "commands", type: "go", machine: "order", event: "GO" }],
  feeds: [{ name: "far", topic: "fed", sink: async () => undefined }],
});

let database: TestDatabase;
const sql = () => fromPgPool(database.pool);
const retention = () => postgresRetentionStore(sql());
const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const count = async (table: string, where = "true") =>
  (await run(`SELECT count(*)::int AS n FROM sagascope.${table} WHERE ${where}`)).rows[0].n;
const ids = async () =>
  (await run("SELECT id FROM sagascope.event ORDER BY seq")).rows.map(({ id }) => id);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Empty tables, and two old partitions of a day each: 40 and 39 days ago. */
beforeEach(async () => {
  await run(`TRUNCATE sagascope.event, sagascope.history, sagascope.delivery, sagascope.inbox, sagascope.effect,
    sagascope.instance, sagascope.dead_letter, sagascope.dead_letter_occurrence, sagascope.feed, sagascope.feed_cursor,
    sagascope.feed_stream, sagascope.feed_pending, sagascope.feed_position`);
  for (const { name } of (await run(OLD_PARTITIONS)).rows) {
    await run(`DROP TABLE sagascope.${name}`);
  }
  for (const daysAgo of [AGE_DAYS, AGE_DAYS - 1]) {
    for (const parent of ["event", "history"]) {
      const from = `date_trunc('day', now(), 'UTC') - interval '${daysAgo} days'`;
      await run(`DO $$ BEGIN EXECUTE format(
        'CREATE TABLE sagascope.${parent}_old${daysAgo} PARTITION OF sagascope.${parent} FOR VALUES FROM (%L) TO (%L)',
        ${from}, ${from} + interval '1 day'); END $$`);
    }
  }
  await registerProject(sql(), { ...project, feeds: [] });
});
const OLD_PARTITIONS = `
  SELECT p.name FROM unnest(ARRAY['event', 'history']) t, sagascope.partitions_of(t) p WHERE p.ends_at < now()`;

const publish = (topic: string, type: string, id: string, subject: string) =>
  publishEvents(fromPg(database.pool), {
    topic,
    envelopes: [createEnvelope({ type, source: "/app", id, subject })],
    direction: "received",
  });
/** As if everything had happened that long ago: rows move to the partitions of that time. */
const age = (days = AGE_DAYS, table = "event", at = "recorded_at") =>
  run(`UPDATE sagascope.${table} SET ${at} = ${at} - $1 * interval '1 day'`, [days]);
const putInstance = (subject: string, status: "active" | "done", finishedDaysAgo = 0) =>
  run(
    `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot,
       correlation_id, finished_at)
     SELECT 'order', $1, 'kept', chart_id, 1, $2, CASE WHEN $2 = 'active' THEN 'running' ELSE 'completed' END, '{a}', '{}', 'c',
       CASE WHEN $2 = 'done' THEN clock_timestamp() - $3 * interval '1 day' END
     FROM sagascope.machine WHERE machine_id = 'order'`,
    [subject, status, finishedDaysAgo],
  );
const putLetter = (id: string, subject: string, resolvedDaysAgo?: number) =>
  run(
    `INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, machine_id, subject, event_type,
       envelope_id, attempts, errors, fingerprint, cause_title, resolved_at)
     VALUES ($1, 'kept', 'order', $1, 'envelope', 'max_attempts', 'order', $2, 'go', 'none', 1, '[]', 'f', 't',
       clock_timestamp() - $3 * interval '1 day')`,
    [id, subject, resolvedDaysAgo ?? null],
  );
const putStep = (subject: string) =>
  run(
    `INSERT INTO sagascope.history (machine_id, subject, revision, chart_id, cause_kind, cause_id, event, transitions, entered,
       states, phase, snapshot, worker_id)
     VALUES ('order', $1, 1, 1, 'event', 'e', 'GO', '[]', '{}', '{}', 'running', '{}', 'w')`,
    [subject],
  );

const EVENTS = { events: 30 * DAY_MS };

describe("retention of events", () => {
  it("drops partitions whose time is over, and leaves what is younger [OPS-04]", async () => {
    await publish("elsewhere", "t", "old", "s-1");
    await age();
    await publish("elsewhere", "t", "young", "s-1");

    const { purged } = await retention().purge(EVENTS);

    expect(purged).toMatchObject([
      { what: "events", kind: "partition", name: "event_old40", rows: 1, kept: 0 },
      { what: "events", kind: "partition", name: "event_old39", rows: 0, kept: 0 },
    ]);
    expect(await ids()).toEqual(["young"]);
    expect((await run(OLD_PARTITIONS)).rows.map(({ name }) => name)).toEqual([
      "history_old40",
      "history_old39",
    ]);
    expect((await retention().purge(EVENTS)).purged).toEqual([]);
  });

  it("keeps what a delivery, a running instance or an open letter still needs, and moves it aside [OBX-43]", async () => {
    await publish("commands", "go", "delivery", "s-1");
    await publish("elsewhere", "t", "running", "s-2");
    await publish("elsewhere", "t", "letter", "s-3");
    await publish("elsewhere", "t", "finished", "s-4");
    await publish("elsewhere", "t", "resolved", "s-5");
    await age();
    await age(AGE_DAYS, "delivery", "event_at");
    await putInstance("s-2", "active");
    await putInstance("s-4", "done");
    await putLetter("open", "s-3");
    await putLetter("closed", "s-5", 0);

    const { purged } = await retention().purge(EVENTS);

    expect(purged[0]).toMatchObject({ name: "event_old40", rows: 2, kept: 3 });
    expect(await ids()).toEqual(["delivery", "running", "letter"]);
    const joined = await run(
      "SELECT e.id FROM sagascope.delivery d JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at",
    );
    expect(joined.rows).toEqual([{ id: "delivery" }]);

    await run("DELETE FROM sagascope.delivery");
    await run("UPDATE sagascope.instance SET status = 'done'");
    const later = await retention().purge(EVENTS);
    expect(later.purged).toMatchObject([{ kind: "rows", name: "event_default", rows: 2 }]);
    expect(await ids()).toEqual(["letter"]);
  });

  it("drops nothing that a feed has still to hand on, where dropping by age alone loses it [LIM-15][EXA-17]", async () => {
    await registerProject(sql(), project);
    const stores = postgresFeedStores(sql(), {
      ...{ project: "kept", workerId: "w", workerLeaseMs: 10_000 },
    });
    const far = { feed: "far", topic: "fed", partition: 0, partitions: 1 };
    while ((await stores.source?.advance("fed"))?.state !== "open");
    for (const id of ["e-1", "e-2"]) await publish("fed", "t", id, id);
    await eventually("both to be numbered", async () => {
      await stores.source?.advance("fed"); // transactions of the server's other databases may hold it back
      return (await count("feed_position")) === 2;
    });
    await age();
    await age(AGE_DAYS, "feed_position", "event_at");
    await stores.cursors.advance(far, { position: 1n, fence: undefined });
    const gone = async () => {
      const page = await stores.source?.readPage({
        ...far,
        after: 1n,
        limit: 10,
        types: undefined,
      });
      return page?.gone;
    };

    const { purged } = await retention().purge(EVENTS);
    expect(purged).toMatchObject([{ name: "event_old40", rows: 0, heldBy: "feed kept/far" }]);
    expect(await gone()).toBe(0);

    await stores.cursors.advance(far, { position: 2n, fence: undefined });
    await run("UPDATE sagascope.feed_cursor SET position = 1");
    await run("DELETE FROM sagascope.event WHERE recorded_at < now() - interval '30 days'"); // naive
    expect(await gone()).toBe(1);

    await run("UPDATE sagascope.feed_cursor SET position = 2");
    expect((await retention().purge(EVENTS)).purged).toMatchObject([
      { name: "event_old40", heldBy: undefined },
      { name: "event_old39", heldBy: undefined },
    ]);
    expect(await count("feed_position")).toBe(0);
  });

  it("keeps an event whose feed gave it up, and its place, so that it can be handed on again", async () => {
    await registerProject(sql(), project);
    const { source, cursors } = postgresFeedStores(sql(), {
      ...{ project: "kept", workerId: "w", workerLeaseMs: 10_000 },
    });
    while ((await source?.advance("fed"))?.state !== "open");
    await publish("fed", "t", "e-1", "s-1");
    await eventually("it to be numbered", async () => {
      await source?.advance("fed");
      return (await count("feed_position")) === 1;
    });
    await age();
    await age(AGE_DAYS, "feed_position", "event_at");
    const far = { feed: "far", topic: "fed", partition: 0, partitions: 1 };
    await cursors.advance(far, { position: 1n, fence: undefined });
    await putLetter("open", "s-1");
    await run(
      "UPDATE sagascope.dead_letter SET source = 'feed', consumer = 'far', envelope_id = 'e-1'",
    );

    const { purged } = await retention().purge(EVENTS);

    expect(purged[0]).toMatchObject({ name: "event_old40", kept: 1, heldBy: undefined });
    expect(await source?.findRecord("fed", { id: "e-1", source: undefined })).toMatchObject({
      record: { position: "1" },
    });
  });

  it("waits for whoever still writes to a partition, and says so", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("LOCK TABLE sagascope.event_old40 IN ROW EXCLUSIVE MODE");
      const { purged } = await retention().purge(EVENTS);
      expect(purged).toMatchObject([{ name: "event_old40", rows: 0 }]);
      expect(purged[0]?.heldBy).toContain("open");
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    expect((await retention().purge(EVENTS)).purged).toHaveLength(2);
  });

  it("says beforehand what it would do, and changes nothing", async () => {
    await publish("commands", "go", "needed", "s-1");
    await publish("elsewhere", "t", "over", "s-2");
    await age();
    await age(AGE_DAYS, "delivery", "event_at");
    await run("ANALYZE sagascope.event_old40");

    const { purged } = await retention().preview(EVENTS);

    expect(purged).toMatchObject([
      { name: "event_old40", rows: 2, kept: 1, heldBy: undefined },
      { name: "event_old39" },
    ]);
    expect(await ids()).toEqual(["needed", "over"]);
    expect((await run(OLD_PARTITIONS)).rows).toHaveLength(4);
  });
});

describe("retention of everything else", () => {
  it("takes finished instances with their calls, but for those that something may still come to", async () => {
    await putInstance("over", "done", 40);
    await putInstance("young", "done", 1);
    await putInstance("running", "active");
    await putInstance("letter", "done", 40);
    await putLetter("open", "letter");
    await putInstance("delivery", "done", 40);
    await publish("commands", "go", "e", "delivery");
    await putInstance("call", "done", 40);
    for (const [subject, status] of [
      ["over", "done"],
      ["call", "pending"],
    ]) {
      await run(
        `INSERT INTO sagascope.effect (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key,
           cause_event_id, cause_depth, status)
         VALUES ('kept', 0, 'order', $1, 1, 'r', 'invoke', 's', '{}', 'k', 'c', 1, $2)`,
        [subject, status],
      );
    }

    const { purged } = await retention().purge({ instances: 30 * DAY_MS });

    expect(purged).toMatchObject([{ what: "instances", name: "instance", rows: 1 }]);
    const { rows } = await run("SELECT subject FROM sagascope.instance ORDER BY subject");
    expect(rows.map(({ subject }) => subject)).toEqual([
      "call",
      "delivery",
      "letter",
      "running",
      "young",
    ]);
    expect(await count("effect")).toBe(1);
  });

  it("takes history but for running instances, and receipts by their age, in small bites", async () => {
    await putInstance("running", "active");
    for (const subject of ["running", "over"]) await putStep(subject);
    await age(AGE_DAYS, "history", "at");
    await run(`INSERT INTO sagascope.inbox (scope, key, fingerprint, receipt, recorded_at)
      SELECT 's', n::text, 'f', '{}'::json, now() - interval '40 days' FROM generate_series(1, 5000) n
      UNION ALL SELECT 's', 'young', 'f', '{}', now()`);

    const { purged } = await retention().purge({ history: 30 * DAY_MS, receipts: 30 * DAY_MS });

    expect(purged).toMatchObject([
      { what: "receipts", rows: 5_000 },
      { what: "history", name: "history_old40", rows: 1, kept: 1 },
      { what: "history", name: "history_old39", rows: 0, kept: 0 },
    ]);
    expect(await count("history", "subject = 'running'")).toBe(1);
    expect(await count("history")).toBe(1);
    expect(await count("inbox")).toBe(1);
  });

  it("takes instances in bites, also behind many that have to stay", async () => {
    await run(
      `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot,
         correlation_id, finished_at)
       SELECT 'order', 's-' || n, 'kept', chart_id, 1, 'done', 'completed', '{a}', '{}', 'c',
         clock_timestamp() - interval '50 days' + n * interval '1 second'
       FROM sagascope.machine, generate_series(1, 4600) n WHERE machine_id = 'order'`,
    );
    await run(
      `INSERT INTO sagascope.effect (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key,
         cause_event_id, cause_depth, status)
       SELECT 'kept', 0, 'order', 's-' || n, 1, 'r', 'invoke', 's', '{}', 'k', 'c', 1, 'pending' FROM generate_series(1, 2500) n`,
    );
    const { purged } = await retention().purge({ instances: 30 * DAY_MS });
    expect(purged).toMatchObject([{ name: "instance", rows: 2_100 }]);
    expect(await count("instance")).toBe(2_500);
  });

  it("leaves whatever the policy does not name", async () => {
    await putLetter("over", "s", 40);
    expect((await retention().purge({})).purged).toEqual([]);
    expect((await retention().preview({})).purged).toEqual([]);
    expect(await count("dead_letter")).toBe(1);
  });

  it.each([
    ["less than a day", { events: 3_600_000 }],
    ["no number", { events: Number.NaN }],
    ["a name it does not know", { evnets: 30 * DAY_MS }],
  ])("refuses %s", (_case, policy) => {
    expect(() => checkRetention(policy as RetentionPolicy)).toThrow(InvalidConfigError);
  });
});

describe("partitions for the days to come", () => {
  it("are a week each, without gaps, behind those there are", async () => {
    await run("SELECT sagascope.ensure_partitions(40)");
    await run("SELECT sagascope.ensure_partitions(40)");
    for (const parent of ["event", "history"]) {
      const { rows } = await run(
        "SELECT starts_at, ends_at FROM sagascope.partitions_of($1) WHERE ends_at > now()",
        [parent],
      );
      expect(rows.at(-1).ends_at.getTime()).toBeGreaterThan(Date.now() + 40 * DAY_MS);
      for (const [at, { starts_at }] of rows.entries()) {
        if (at > 0) expect(starts_at).toEqual(rows[at - 1].ends_at);
      }
      expect(rows.at(-1).ends_at - rows.at(-1).starts_at).toBe(7 * DAY_MS);
      expect(rows.at(-1).ends_at.getUTCDay()).toBe(1);
    }
  });

  it("are made while a transaction that publishes is open, and hold up no other", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      const envelopes = [createEnvelope({ type: "t", source: "/app", subject: "s" })];
      const publication = { topic: "elsewhere", envelopes, direction: "published" as const };
      await publishEvents(fromPg(client), publication);
      await run("SELECT sagascope.ensure_partitions(80)");
      await publish("elsewhere", "t", "meanwhile", "s");
      await client.query("COMMIT");
    } finally {
      client.release();
    }
    expect(await count("event")).toBe(2);
  });

  it("are asked for by the upkeep of any worker", async () => {
    await run("DROP TABLE IF EXISTS sagascope.event_gone");
    const { rows } = await run(
      "SELECT name FROM sagascope.partitions_of('event') WHERE ends_at > now()",
    );
    for (const { name } of rows) await run(`DROP TABLE sagascope.${name}`);
    await postgresUpkeepStore(sql(), "shop").ensurePartitions();
    await publish("elsewhere", "t", "now", "s");
    expect(await count("event_default")).toBe(0);
    expect(await count("event")).toBe(1);
  });
});
