import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { findInstance } from "../stores/postgres/instances/find-instance.ts";
import { scheduleEvents } from "../stores/postgres/outbox/schedule-events.ts";
import { fromPg } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

const project = defineProject({
  name: "reminders",
  topics: ["commands", "events"],
  routes: [{ topic: "commands", type: "remind", machine: "reminder", event: "REMIND" }],
  machines: [
    {
      chart: {
        id: "reminder",
        initial: "waiting",
        states: { waiting: { on: { REMIND: "told" } }, told: {} },
      },
      logic: {},
    },
  ],
});

let database: TestDatabase;
const engines: Engine[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));
afterAll(() => database.drop());

const start = async () => engines.push(await startTestEngine(database, project));
const schedule = (subject: string, delayMs: number) =>
  scheduleEvents(
    fromPg(database.pool),
    [
      {
        topic: "commands",
        delayMs,
        envelope: createEnvelope({ type: "remind", source: "/app", subject }),
      },
    ],
    "published",
  );
const isTold = (subject: string) =>
  eventually(`reminder ${subject}`, async () => {
    const found = await findInstance(fromPg(database.pool), "reminder", subject);
    return found?.states.includes("told");
  });

describe("an engine", () => {
  it("hands on scheduled events when they fall due, set before it started or while it runs", async () => {
    await start();
    await schedule("while-it-ran", 300);
    await schedule("before-the-next", 600);
    await engines.splice(0)[0]?.stop(); // what waits survives it
    await start();
    await schedule("at-once", 0);

    await isTold("at-once");
    await isTold("while-it-ran");
    await isTold("before-the-next");

    const { rows } = await database.pool.query(
      `SELECT e.recorded_at >= s.started_at + interval '300 ms' AS in_time
       FROM sagascope.event e, (SELECT min(started_at) AS started_at FROM sagascope.worker) s
       WHERE e.subject = 'while-it-ran'`,
    );
    expect(rows).toEqual([{ in_time: true }]);
  });
});
