import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { defineProject } from "../../../projects/define-project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { readPipeTrend } from "./read-pipe-trend.ts";
import { forgetOldSamples, recordPipes } from "./record-pipes.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await registerProject(
    fromPgPool(database.pool),
    defineProject({
      ...{ name: "shop", topics: ["events"], machines: [], routes: [] },
      relays: [{ name: "kafka", topic: "events", publish: async () => undefined }],
    }),
  );
});
afterAll(() => database.drop());

const KAFKA = { kind: "relay", project: "shop", name: "kafka" } as const;
const HOUR_MS = 3_600_000;
const since = (agoMs: number) => new Date(Math.floor((Date.now() - agoMs) / HOUR_MS) * HOUR_MS);

describe("what is recorded of the pipes", () => {
  it("is one look a minute, however many workers look, and the most of each hour", async () => {
    const sql = fromPg(database.pool);
    const envelopes = ["a", "b"].map((id) => createEnvelope({ type: "t", source: "/shop", id }));
    await publishEvents(sql, { topic: "events", direction: "published", envelopes });

    await Promise.all([recordPipes(sql), recordPipes(sql), recordPipes(sql)]);
    await recordPipes(sql);

    const { rows } = await database.pool.query<{ grain: string; at: Date; kind: string }>(
      "SELECT grain, at, kind FROM sagascope.pipe_sample",
    );
    for (const [grain, unitMs] of [
      ["minute", 60_000],
      ["hour", HOUR_MS],
    ] as const) {
      const own = rows.filter((row) => row.grain === grain);
      const times = new Set(own.map(({ at }) => at.getTime()));
      expect(own).toHaveLength(2 * times.size); // one, unless a minute or hour began meanwhile
      expect([...times].every((time) => time % unitMs === 0)).toBe(true);
      const buckets = await readPipeTrend(
        ...([sql, { grain, since: since(HOUR_MS), bucketMs: 4 * HOUR_MS }, [KAFKA]] as const),
      );
      expect(buckets).toMatchObject([
        { bucket: 0, kind: "all", project: "", name: "", waiting: 2 },
        { bucket: 0, ...KAFKA, waiting: 2 },
      ]);
      expect(buckets[0]?.ageMs).toBeGreaterThanOrEqual(0);
    }
  });

  it("keeps the most that was seen within an hour, and the look of a minute that saw more", async () => {
    const sql = fromPg(database.pool);
    await database.pool.query(
      "UPDATE sagascope.pipe_sample SET waiting = CASE kind WHEN 'all' THEN 70 ELSE 0 END, at = at - CASE grain WHEN 'minute' THEN interval '1 minute' ELSE interval '0' END",
    );

    await recordPipes(sql); // the hour knows of more of everything, and of less of the relay

    const hours = await readPipeTrend(
      ...([sql, { grain: "hour", since: since(HOUR_MS), bucketMs: 4 * HOUR_MS }, [KAFKA]] as const),
    );
    expect(hours.find(({ kind }) => kind === "all")?.waiting).toBe(70);
    expect(hours.find(({ kind }) => kind === "relay")?.waiting).toBe(2);
  });

  it("is read of everything together and of what is asked for alone", async () => {
    const sql = fromPg(database.pool);
    await database.pool.query(
      `INSERT INTO sagascope.pipe_sample (grain, at, kind, project, name, waiting, age_ms)
       SELECT 'hour', date_trunc('hour', clock_timestamp() - make_interval(hours => h), 'UTC'), 'queue', 'shop', 'machine-' || n, h, 0
       FROM generate_series(2, 100) h, generate_series(1, 20) n`,
    );
    const week = { grain: "hour", since: since(7 * 24 * HOUR_MS), bucketMs: 4 * HOUR_MS } as const;
    const one = { kind: "queue", project: "shop", name: "machine-7" } as const;

    const read = await readPipeTrend(sql, week, [one]);

    expect(new Set(read.map(({ name }) => name))).toEqual(new Set(["", "machine-7"]));
    expect(read.length).toBeLessThanOrEqual(2 * 43);
  });

  it("is forgotten after two days by the minute, and after eight by the hour", async () => {
    const sql = fromPg(database.pool);
    await database.pool.query(
      `INSERT INTO sagascope.pipe_sample (grain, at, kind, project, name, waiting, age_ms)
       SELECT grain, clock_timestamp() - make_interval(hours => h), 'feed', 'shop', 'old', h, 0
       FROM (VALUES ('minute', 47), ('minute', 49), ('hour', 49), ('hour', 191), ('hour', 193)) AS old (grain, h)`,
    );

    expect(await forgetOldSamples(sql)).toBe(2);
    const { rows } = await database.pool.query<{ grain: string; waiting: string }>(
      "SELECT grain, waiting FROM sagascope.pipe_sample WHERE name = 'old' ORDER BY grain DESC, waiting",
    );
    expect(rows.map(({ grain, waiting }) => `${grain} ${waiting}`)).toEqual([
      "minute 47",
      "hour 49",
      "hour 191",
    ]);
  });
});
