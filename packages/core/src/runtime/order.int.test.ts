import { afterAll, beforeAll, expect, it } from "vitest";
import { assign } from "xstate";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

const SUBJECTS = 6;
/** Several times what a lane holds in memory. */
const EVENTS_PER_SUBJECT = 240;

const project = defineProject({
  name: "order",
  topics: ["commands", "events"],
  routes: [{ topic: "commands", type: "entry", machine: "ledger", event: "ENTRY" }],
  machines: [
    {
      chart: {
        id: "ledger",
        initial: "open",
        context: { last: 0, inversions: 0 },
        states: { open: { on: { ENTRY: { actions: ["note"] } } } },
      },
      logic: {
        actions: {
          note: assign(({ context, event }) => ({
            last: event.payload.n,
            inversions: context.inversions + (event.payload.n === context.last + 1 ? 0 : 1),
          })),
        },
      },
    },
  ],
});

let database: TestDatabase;
const engines: Engine[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await registerProject(fromPgPool(database.pool), project);
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await database.drop();
});

/** Publish the next entries of every subject, one transaction for all. */
async function publishEntries(from: number, upTo: number): Promise<void> {
  const envelopes = Array.from({ length: upTo - from + 1 }, (_entry, at) =>
    Array.from({ length: SUBJECTS }, (_subject, subject) =>
      createEnvelope({
        type: "entry",
        subject: `account-${subject}`,
        source: "/test",
        data: { n: from + at },
      }),
    ),
  ).flat();
  const publication = { topic: "commands", envelopes, direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
}

const stepsTaken = async (): Promise<number> => {
  const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM sagascope.history");
  return rows[0].n;
};
const untilSteps = (count: number) =>
  eventually(`${count} steps`, async () => (await stepsTaken()) >= count);

it("keeps backlogs longer than memory in order, while entries arrive and workers come and go [ORD-01]", async () => {
  const total = SUBJECTS * EVENTS_PER_SUBJECT;
  await publishEntries(1, EVENTS_PER_SUBJECT / 2);
  const first = await startTestEngine(database, project);
  engines.push(first);
  await untilSteps(total / 8);
  engines.push(await startTestEngine(database, project));
  for (let n = EVENTS_PER_SUBJECT / 2 + 1; n <= EVENTS_PER_SUBJECT; n += 10) {
    await publishEntries(n, Math.min(EVENTS_PER_SUBJECT, n + 9));
  }
  await untilSteps(total / 2);
  await first.stop();
  engines.push(await startTestEngine(database, project));
  await untilSteps(total);

  const { rows } = await database.pool.query(
    "SELECT snapshot->'context' AS context, revision FROM sagascope.instance",
  );
  const inOrder = {
    context: { last: EVENTS_PER_SUBJECT, inversions: 0 },
    revision: EVENTS_PER_SUBJECT,
  };
  expect(rows).toEqual(Array.from({ length: SUBJECTS }, () => inOrder));
  const writers = await database.pool.query("SELECT DISTINCT worker_id FROM sagascope.history");
  expect(writers.rowCount).toBeGreaterThan(1);
});
