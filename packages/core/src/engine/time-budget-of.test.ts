import { describe, expect, it } from "vitest";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { readGolden } from "../testing/golden.ts";
import { declareSaga, type SagaGolden } from "../testing/saga-golden.ts";
import { timeBudgetOf } from "./time-budget-of.ts";

const CALL_MS = 30_000; // of a service of which nobody said otherwise, tried once where the chart answers its errors

/** What each golden saga's timeouts and retries add up to, by hand. Jitter never makes a wait longer. */
const GOLDEN_MS: Readonly<Record<string, number>> = {
  doc_fulfil_immediate: 3 * 5_000 + (200 + 400 + 800) + 2 * CALL_MS,
  doc_fulfil_start_event: 2 * CALL_MS,
  one_step_compensable: CALL_MS,
  gap_in_compensations: 5 * CALL_MS,
  snake_case_with_retry_and_timeout_everywhere:
    3 * 5_000 + (200 + 400 + 800) + 5 * 8_000 + 500 * (1 + 2 + 4 + 8 + 16) + 3_000,
  underscore_edges: 3 * (2 * CALL_MS + (200 + 400)),
  ten_steps: 10 * CALL_MS,
};
const GOLDEN =
  readGolden<readonly { name: string; chart: unknown; declaration: SagaGolden }[]>("sagas");

describe("timeBudgetOf", () => {
  it.each(GOLDEN)("bounds the golden saga $name by its timeouts and retries", (golden) => {
    const { chart, declaration } = golden;
    const logic = declareSaga(declaration).logic();
    expect(timeBudgetOf({ chart, logic })).toBe(GOLDEN_MS[golden.name]);
  });

  it("bounds a saga of the builder by what its project says of its services, too", () => {
    const saga = sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "release", timeoutMs: 2_000 })
      .step("charge", {
        invoke: "chargeCard",
        retry: new RetryPolicy({ maxAttempts: 4, baseMs: 100, jitter: "decorrelated", maxMs: 500 }),
      })
      .step("ship", { invoke: "ship" });
    const services = {
      chargeCard: { timeoutMs: 1_000 },
      ship: { timeoutMs: 1_000, attemptsMax: 3, backoffMs: 100 },
      release: { timeoutMs: 60_000 },
    };
    expect(timeBudgetOf({ chart: saga.build(), logic: saga.logic(), services })).toBe(
      2_000 + 4 * 1_000 + (300 + 500 + 500 + 500) + (3 * 1_000 + 100 + 200),
    );
  });

  it("knows no bound where somebody decides between two steps", () => {
    const states = {
      charge: { invoke: { id: "charge", src: "charge", onDone: "approval" } },
      approval: { on: { APPROVED: "end" } },
      end: { type: "final" },
    };
    const chart = { id: "m", initial: "charge", states };
    expect(timeBudgetOf({ chart, logic: {} })).toBeUndefined();
  });
});
