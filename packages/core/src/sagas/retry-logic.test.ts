import { describe, expect, it } from "vitest";
import { compileChart } from "../charts/compile-chart.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { startInstance, stepInstance } from "../instances/step.ts";
import { retryLogic } from "./retry-logic.ts";
import { RetryPolicy, type RetryPolicyOptions } from "./retry-policy.ts";

const CHART = parseChart({
  id: "m",
  initial: "idle",
  context: { tries: 0, who: "", error: "old" },
  states: {
    idle: { on: { FAIL: { target: "waiting", actions: "payBump" }, OK: { actions: "payReset" } } },
    waiting: {
      after: { payDelay: [{ guard: "payCanRetry", target: "idle" }, { target: "gone" }] },
      on: {
        FAIL: { target: "waiting", reenter: true, actions: "payBump" },
        OK: { actions: "payReset" },
      },
    },
    gone: { type: "final" },
  },
});

function steps(options: RetryPolicyOptions, events: readonly string[]) {
  const machine = compileChart(
    CHART,
    retryLogic(new RetryPolicy(options), { prefix: "pay", counter: "tries" }),
  );
  const results = [startInstance(machine)];
  for (const type of events) {
    const { snapshot, timers } = results.at(-1) ?? startInstance(machine);
    const event = type === "TIMER" ? (timers[0]?.event ?? "") : type;
    results.push(stepInstance(machine, snapshot, { type: event }));
  }
  return results;
}

describe("retryLogic", () => {
  it("counts failures, allows the tries left, then gives up [RTY-03]", () => {
    const results = steps({ maxAttempts: 2, jitter: "none" }, ["FAIL", "TIMER", "FAIL", "TIMER"]);

    expect(results.map(({ states }) => states[0])).toEqual([
      "idle",
      "waiting",
      "idle",
      "waiting",
      "gone",
    ]);
    expect(results.flatMap(({ timers }) => timers.map(({ delayMs }) => delayMs))).toEqual([
      200, 400,
    ]);
    expect(results.at(-1)?.context.tries).toBe(2);
  });

  it("forgets the count and the error on a reset [RTY-03]", () => {
    expect(steps({}, ["FAIL", "OK"]).at(-1)?.context).toMatchObject({ tries: 0, error: null });
  });

  it("remembers the previous delay in the context for decorrelated jitter [RTY-03]", () => {
    const options = { jitter: "decorrelated", maxMs: 3_000, rng: () => 0.5 } as const;

    const results = steps(options, ["FAIL", "FAIL", "FAIL"]);

    expect(results.flatMap(({ timers }) => timers.map(({ delayMs }) => delayMs))).toEqual([
      400, 700, 1150,
    ]);
    expect(results.at(-1)?.context.tries_delay_ms).toBe(1150);
  });

  it("draws the same delay for the same context, and another for another", () => {
    const delayOf = (who: string) => {
      const chart = parseChart({ ...CHART, context: { ...CHART.context, who } });
      const machine = compileChart(
        chart,
        retryLogic(new RetryPolicy(), { prefix: "pay", counter: "tries" }),
      );
      return stepInstance(machine, startInstance(machine).snapshot, { type: "FAIL" }).timers[0]
        ?.delayMs;
    };
    const delays = Array.from({ length: 50 }, (_, at) => delayOf(`order-${at}`) ?? -1);

    expect(delayOf("order-1")).toBe(delays[1]);
    expect(new Set(delays).size).toBeGreaterThan(25);
    expect(Math.max(...delays)).toBeLessThanOrEqual(200);
  });
});
