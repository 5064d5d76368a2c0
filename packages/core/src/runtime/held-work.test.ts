import { expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Logger } from "../kernel/logger.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import { createMemoryDatabase, type MemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { eventually } from "../testing/eventually.ts";
import { createEngine } from "./engine.ts";

/** More subjects wait for code that the worker lacks than it holds in memory. */
const HELD = Array.from({ length: 12 }, (_subject, n) => `held-${n}`);
const LIMITS = { heldMax: 8, readMax: 4, sweepMs: 1 };

/** A deployment of one project: its version of the machine runs with its own code only. */
function deployment(version: string, relayed?: string[]): Project {
  const action = `note ${version}`;
  return defineProject({
    name: "rollout",
    topics: ["in", "events", { name: "news", onUnknown: "ignore" }],
    routes: [{ topic: "in", type: "go", machine: "walker", event: "GO" }],
    machines: [
      {
        chart: {
          id: "walker",
          version,
          initial: "on",
          states: { on: { on: { GO: { target: "on", actions: action } } } },
        },
        logic: { actions: { [action]: () => undefined } },
      },
    ],
    relays:
      relayed === undefined
        ? []
        : [
            {
              name: "courier",
              topic: "news",
              publish: async ({ subject }) => void relayed.push(subject),
            },
          ],
  });
}

function start(db: MemoryDatabase, project: Project, workerId: string, logger = silentLogger) {
  const worker = { project: project.name, workerId, leaseMs: 10_000, effectLeaseMs: 15_000 };
  const engine = createEngine({
    project,
    charts: registerProject(db, project),
    stores: memoryEngineStores(db, worker),
    keys: undefined,
    logger,
    host: "h",
    pid: 1,
    version: "1",
    limits: LIMITS,
  });
  return engine.start().then(() => engine);
}

const envelope = (type: string, subject: string) =>
  createEnvelope({ type, source: "/test", subject });

const send = (db: MemoryDatabase, topic: string, type: string, subjects: readonly string[]) =>
  insertEvents(
    db,
    subjects.map((subject) => ({ topic, envelope: envelope(type, subject) })),
    "received",
  );

const untilStepped = (db: MemoryDatabase, subject: string, revision: number) =>
  eventually(`${subject} to have stepped`, async () =>
    db.instances.rows().some((row) => row.subject === subject && row.revision === revision),
  );

it("holds the events of a relay that only a newer project has, says so, and does not fill up with them", async () => {
  const db = createMemoryDatabase();
  const relayed: string[] = [];
  const warnings: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (_message, facts) => warnings.push(facts) };
  const older = await start(db, deployment("1"), "older", logger);
  registerProject(db, deployment("1", relayed));
  send(db, "news", "told", HELD);
  await eventually("the events to be held", async () => warnings.length >= HELD.length);
  send(db, "in", "go", ["other"]);
  await untilStepped(db, "other", 1);

  const why =
    "relay 'courier' is not in this worker: start a worker of the project that defines it";
  expect(warnings).toContainEqual({ lane: { machineId: "courier", subject: "held-0" }, why });
  const waiting = db.deliveries.rows().map(({ subject, attempts }) => [subject, attempts]);
  expect(waiting).toEqual(HELD.map((subject) => [subject, 0]));
  await older.stop();
  const newer = await start(db, deployment("1", relayed), "newer");
  await eventually("the relay to have them", async () => relayed.length === HELD.length);
  await newer.stop();
  expect(db.letters.rows()).toEqual([]);
});

it("does not fill up with events of instances whose version only another worker runs", async () => {
  const db = createMemoryDatabase();
  const before = await start(db, deployment("before"), "before");
  send(db, "in", "go", HELD);
  for (const subject of HELD) await untilStepped(db, subject, 1);
  await before.stop();

  const after = await start(db, deployment("after"), "after");
  send(db, "in", "go", HELD);
  send(db, "in", "go", ["other"]);
  await untilStepped(db, "other", 1);
  await after.stop();
  expect(db.deliveries.rows().map(({ subject }) => subject)).toEqual(HELD);
});
