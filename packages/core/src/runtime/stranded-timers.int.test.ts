import { afterAll, beforeAll, expect, it } from "vitest";
import { moveIntoThePast } from "../testing/move-into-the-past.ts";
import { AFTER, BEFORE, READ_MAX, STRANDED, WAIT_MS } from "../testing/stranded-timers.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function subjectsOfTimers(): Promise<readonly string[]> {
  const { rows } = await database.pool.query("SELECT subject FROM sagascope.timer ORDER BY 1");
  return rows.map(({ subject }) => subject);
}

it("fires a timer behind more of them than are read at a time and cannot fire here", async () => {
  const first = await startTestEngine(database, BEFORE);
  for (const subject of STRANDED) await publish(database.pool, "in", "wait", subject);
  await eventually(
    "all to wait",
    async () => (await subjectsOfTimers()).length === STRANDED.length,
  );
  await first.stop();

  const second = await startTestEngine(database, AFTER, {
    limits: { readMax: READ_MAX, sweepMs: 10 },
  });
  await publish(database.pool, "in", "wait", "new");
  await eventually("the timer to be set", async () => (await subjectsOfTimers()).includes("new"));
  await moveIntoThePast(database.pool, WAIT_MS);
  await eventually("the timer to fire", async () => !(await subjectsOfTimers()).includes("new"));
  await second.stop();
  expect(await subjectsOfTimers()).toEqual(STRANDED);
});
