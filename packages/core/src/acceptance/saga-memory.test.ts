import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import type { MemoryDatabase } from "../stores/memory/memory-database.ts";
import { keyOf } from "../stores/memory/table.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { failing, sagaBench, startOf } from "./saga-project.ts";

const RUNS = 10_000;
const BATCH = 500;
/** Runs after which caches and compiled code have grown to what they will be. */
const WARM_UP_RUNS = 2_000;
/** A leak of 130 bytes a run, less than the smallest thing a run makes, would come to more. */
const GROWTH_BYTES_MAX = 1_024 * 1_024;
const TEST_TIMEOUT_MS = 300_000;
const HOUR_MS = 3_600_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Live bytes, once all that nobody holds is gone. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Empty the tables: what an engine is to keep lies in them, and nothing else may grow. */
function forgetAll(db: MemoryDatabase): void {
  db.transaction(() => {
    for (const { machineId, subject } of db.instances.rows()) {
      db.instances.remove(keyOf(machineId, subject));
    }
    for (const { machineId, subject, revision } of db.history.rows()) {
      db.history.remove(keyOf(machineId, subject, revision));
    }
    for (const { seq, id } of db.events.rows()) {
      db.events.remove(keyOf(seq));
      db.eventsById.remove(id);
      db.untaken.remove(keyOf(seq));
    }
    for (const { id } of db.effects.rows()) db.effects.remove(keyOf(id));
    for (const { scope, key } of db.receipts.rows()) db.receipts.remove(keyOf(scope, key));
  });
}

describe("memory", () => {
  it("does not grow with 10,000 saga runs, a third of which fail and are undone [SAG-27]", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const saga = sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
      .step("ship", { invoke: "ship", timeoutMs: 5_000 });
    const bench = sagaBench(saga, {
      ship: (call, n) => (n % 3 === 0 ? failing("no courier")(call, n) : "parcel"),
    });
    const engine = createMemoryEngine(bench.project);
    const ends = { completed: 0, failed: 0 };
    let warm = 0;

    for (let run = 0; run < RUNS; run += BATCH) {
      const starts = Array.from({ length: BATCH }, (_s, n) => startOf("fulfil", `o-${run + n}`));
      await engine.publish("commands", ...starts);
      await engine.advance(HOUR_MS);
      for (const { states } of await engine.inspect.instances()) {
        ends[states.join() as keyof typeof ends] += 1;
      }
      expect(await engine.inspect.deliveries()).toEqual([]);
      expect(await engine.inspect.timers()).toEqual([]);
      forgetAll(engine.database);
      bench.calls.length = 0;
      bench.inputs.length = 0;
      if (run + BATCH === WARM_UP_RUNS) warm = liveBytes();
    }

    expect(ends.completed + ends.failed).toBe(RUNS);
    expect(ends.failed).toBeGreaterThan(RUNS / 4);
    expect(liveBytes() - warm).toBeLessThan(GROWTH_BYTES_MAX);
  });
});
