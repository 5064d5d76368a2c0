import { expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { silentLogger } from "../kernel/logger.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { eventually } from "../testing/eventually.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { AFTER, BEFORE, READ_MAX, STRANDED, WAIT_MS } from "../testing/stranded-timers.ts";
import { createEngine } from "./engine.ts";

const waitFor = (subject: string) => createEnvelope({ type: "wait", source: "/test", subject });

it("fires a timer behind more of them than are read at a time and cannot fire here", async () => {
  const time = manualClock();
  const db = createMemoryDatabase({ clock: time });
  const first = createMemoryEngine(BEFORE, { clock: simulatedClock(time), database: db });
  await first.publish("in", ...STRANDED.map(waitFor));
  await first.runUntilQuiet();
  time.advance(WAIT_MS);

  const worker = { project: AFTER.name, workerId: "w", leaseMs: 10_000, effectLeaseMs: 15_000 };
  const engine = createEngine({
    project: AFTER,
    charts: registerProject(db, AFTER),
    stores: memoryEngineStores(db, worker),
    keys: undefined,
    logger: silentLogger,
    host: "h",
    pid: 1,
    version: "1",
    limits: { readMax: READ_MAX, sweepMs: 1 },
  });
  await engine.start();
  const timersOf = (subject: string) => db.timers.rows().filter((row) => row.subject === subject);
  insertEvents(db, [{ topic: "in", envelope: waitFor("new") }], "received");
  await eventually("the timer to be set", async () => timersOf("new").length > 0);
  time.advance(WAIT_MS);
  await eventually("the timer to fire", async () => timersOf("new").length === 0);
  await engine.stop();
  expect(db.timers.rows().map(({ subject }) => subject)).toEqual(STRANDED);
});

it("lets a run by hand look at every timer that is due", async () => {
  const time = manualClock();
  const options = { clock: simulatedClock(time), database: createMemoryDatabase({ clock: time }) };
  const first = createMemoryEngine(BEFORE, options);
  const many = Array.from({ length: 501 }, (_subject, n) => waitFor(`old-${n}`));
  await first.publish("in", ...many);
  await first.runUntilQuiet();
  time.advance(1);
  const second = createMemoryEngine(AFTER, options);
  await second.publish("in", waitFor("new"));
  await second.runUntilQuiet();
  await second.advance(WAIT_MS);
  expect((await second.findInstance("waiter", "new"))?.status).toBe("done");
});
