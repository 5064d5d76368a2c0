import { describe, expect, it } from "vitest";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { type FakeService, sagaBench, startOf } from "./saga-project.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** One starts each minute; the last one ends with the two hours. */
const SAGAS = 60;

/** Reserving takes four minutes, charging is tried again after ten and twenty, shipping has 25 minutes. */
const slow = () =>
  sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserve", compensate: "release", timeoutMs: 10 * MINUTE_MS })
    .step("charge", {
      invoke: "charge",
      compensate: "refund",
      retry: new RetryPolicy({
        maxAttempts: 3,
        baseMs: 10 * MINUTE_MS,
        maxMs: 60 * MINUTE_MS,
        jitter: "none",
      }),
    })
    .step("ship", { invoke: "ship", timeoutMs: 25 * MINUTE_MS });

/** Minutes after its start at which a saga takes each of its steps. */
const COMPLETED = [0, 4, 4, 14, 14, 34, 34, 40];
const UNDONE = [0, 4, 4, 14, 14, 34, 34, 59, 60, 61];

/** Every third one is never shipped. */
const isUndone = (saga: number) => saga % 3 === 2;

describe("two hours on the simulated clock", () => {
  it("have every call, retry and time limit of sixty sagas at its own time, to the millisecond", async () => {
    const clock = simulatedClock();
    const charged = new Map<string, number>();
    const takes =
      (minutes: number): FakeService =>
      async ({ signal }) => {
        await clock.sleep(minutes * MINUTE_MS, signal);
        return "done";
      };
    const bench = sagaBench(slow(), {
      reserve: takes(4),
      charge: ({ subject }) => {
        const tries = (charged.get(subject) ?? 0) + 1;
        charged.set(subject, tries);
        if (tries < 3) throw new Error("card company is busy");
        return "charged";
      },
      ship: (call) => takes(isUndone(Number(call.subject)) ? 300 : 6)(call, 0),
      refund: takes(1),
      release: takes(1),
    });
    // The calls of the steps may take as long as their steps; an undoing has no limit but the default of 30 s.
    const patient = { refund: { timeoutMs: HOUR_MS }, release: { timeoutMs: HOUR_MS } };
    const machines = bench.project.machines.map((machine) => ({ ...machine, services: patient }));
    const engine = createMemoryEngine({ ...bench.project, machines }, { clock });
    const startMs = clock.now().getTime();
    for (let saga = 0; saga < SAGAS; saga += 1) {
      await engine.publish("commands", startOf("fulfil", String(saga)));
      await engine.advance(MINUTE_MS);
    }
    await engine.advance((120 - SAGAS) * MINUTE_MS);

    expect(clock.now().getTime() - startMs).toBe(120 * MINUTE_MS);
    const history = engine.database.history.rows();
    for (let saga = 0; saga < SAGAS; saga += 1) {
      const steps = history.filter(({ subject }) => subject === String(saga));
      const minutes = steps.map(({ atMs }) => (atMs - startMs) / MINUTE_MS - saga);
      expect([saga, minutes]).toEqual([saga, isUndone(saga) ? UNDONE : COMPLETED]);
    }
    expect(await engine.inspect.timers()).toEqual([]);
    const states = (await engine.inspect.instances()).map((instance) => instance.states.join());
    expect(states).toEqual(
      Array.from({ length: SAGAS }, (_saga, at) => (isUndone(at) ? "failed" : "completed")),
    );
  });
});
