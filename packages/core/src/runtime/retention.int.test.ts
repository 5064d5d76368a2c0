import { afterAll, beforeAll, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { LogFields } from "../kernel/logger.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresRetentionStore } from "../stores/postgres/retention/postgres-retention-store.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, startTestEngine } from "../testing/test-engine.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a worker takes away what is over by its policy, and tells what it took and what stays [OPS-04]", async () => {
  await database.pool.query(`
    CREATE TABLE sagascope.event_old PARTITION OF sagascope.event FOR VALUES FROM ('2020-01-01Z') TO ('2020-01-02Z')`);
  const envelopes = [createEnvelope({ type: "t", source: "/test", subject: "s" })];
  const publication = { topic: "elsewhere", envelopes, direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
  await database.pool.query("UPDATE sagascope.event SET recorded_at = '2020-01-01T12:00Z'");
  const told: LogFields[] = [];
  const holder = await database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE sagascope.event_old IN ROW EXCLUSIVE MODE");

  const engine = await startTestEngine(
    database,
    defineProject({ name: "kept", topics: ["events"], machines: [], routes: [] }),
    {
      retention: {
        store: postgresRetentionStore(fromPgPool(database.pool)),
        policy: { events: 30 * 86_400_000 },
      },
      timings: { upkeepMs: 20 },
      logger: {
        ...silentLogger,
        info: (_text, fields) => void told.push(fields ?? {}),
        warn: (_text, fields) => void told.push(fields ?? {}),
      },
    },
  );
  await eventually("what stays to be told", async () => told.some(({ heldBy }) => heldBy));
  await holder.query("ROLLBACK");
  holder.release();
  await eventually("what went to be told", async () =>
    told.some(({ name, rows, heldBy }) => name === "event_old" && rows === 1 && !heldBy),
  );
  await engine.stop();

  const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM sagascope.event");
  expect(rows[0].n).toBe(0);
});
