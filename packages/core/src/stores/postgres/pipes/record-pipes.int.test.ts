import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { defineProject } from "../../../projects/define-project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { readPipeTrend } from "./read-pipe-trend.ts";
import { forgetOldSamples, recordPipes } from "./record-pipes.ts";

const LONG_AGO = new Date(0);

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

describe("what is recorded of the pipes", () => {
  it("is one look a minute, however many workers look", async () => {
    const sql = fromPg(database.pool);
    const envelopes = ["a", "b"].map((id) => createEnvelope({ type: "t", source: "/shop", id }));
    await publishEvents(sql, { topic: "events", direction: "published", envelopes });

    await Promise.all([recordPipes(sql), recordPipes(sql), recordPipes(sql)]);
    await recordPipes(sql);

    const recorded = await readPipeTrend(sql, LONG_AGO);
    const minutes = new Set(recorded.map(({ at }) => at.getTime())).size;
    expect(recorded).toHaveLength(2 * minutes); // one, unless a minute began meanwhile
    expect(recorded.slice(0, 2)).toMatchObject([
      { kind: "all", project: "", name: "", waiting: 2 },
      { kind: "relay", project: "shop", name: "kafka", waiting: 2 },
    ]);
    expect(recorded[0]?.at.getTime()).toBe(
      Math.floor((recorded[0]?.at.getTime() ?? 0) / 60_000) * 60_000,
    );
    expect(recorded[0]?.ageMs).toBeGreaterThanOrEqual(0);
  });

  it("is forgotten after two days", async () => {
    const sql = fromPg(database.pool);
    await database.pool.query(
      `INSERT INTO sagascope.pipe_sample (at, kind, project, name, waiting, age_ms)
       SELECT clock_timestamp() - make_interval(hours => h), 'all', '', '', h, 0 FROM unnest(ARRAY[47, 49]) h`,
    );

    expect(await forgetOldSamples(sql)).toBe(1);
    const kept = await readPipeTrend(sql, LONG_AGO);
    expect(kept.map(({ waiting }) => waiting)).toContain(47);
    expect(kept.map(({ waiting }) => waiting)).not.toContain(49);
  });
});
