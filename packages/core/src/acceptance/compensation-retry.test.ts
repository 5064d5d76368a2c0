import { describe, expect, it } from "vitest";
import { type Jitter, RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { type FakeService, failing, sagaBench, startOf } from "./saga-project.ts";

const HOUR_MS = 3_600_000;
const MAX = 4;

/** A saga that has to undo a reservation, which is tried by the policy. */
function undoing(retry: RetryPolicy, release: FakeService) {
  const saga = sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", {
      invoke: "reserveStock",
      compensate: "releaseStock",
      compensateRetry: retry,
    })
    .step("charge", { invoke: "chargeCard" });
  const clock = simulatedClock();
  const triedAtMs: number[] = [];
  const startedAtMs = clock.now().getTime();
  const bench = sagaBench(saga, {
    chargeCard: failing("card declined"),
    releaseStock: (call, n) => {
      triedAtMs.push(clock.now().getTime() - startedAtMs);
      return release(call, n);
    },
  });
  return { engine: createMemoryEngine(bench.project, { clock }), triedAtMs };
}

describe("a compensation with a retry policy of its own", () => {
  // The engine in memory always draws the longest wait.
  it.each<[Jitter, readonly number[]]>([
    ["none", [0, 1_000, 3_000, 7_000]],
    ["full", [0, 1_000, 3_000, 7_000]],
    ["equal", [0, 1_000, 3_000, 7_000]],
    ["decorrelated", [0, 3_000, 12_000, 21_000]],
  ])(
    "is tried as often, and after the waits, that its policy says, before the saga gives up: jitter %s",
    async (jitter, tries) => {
      const policy = new RetryPolicy({ maxAttempts: MAX, baseMs: 1_000, maxMs: 9_000, jitter });
      const { engine, triedAtMs } = undoing(policy, failing("warehouse down"));
      await engine.handle(startOf("fulfil"));
      expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual([
        "compensating.reserve",
      ]);

      await engine.advance(HOUR_MS);

      expect(triedAtMs).toEqual(tries);
      expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["compensationFailed"]);
      const [letter] = await engine.openLetters();
      expect(letter?.errors.map(({ message }) => message)).toEqual([
        "card declined",
        ...Array<string>(MAX).fill("warehouse down"),
      ]);
    },
  );

  it("undoes its step when a later try succeeds, and the saga never hears of the others [LIM-08]", async () => {
    const policy = new RetryPolicy({ maxAttempts: MAX, baseMs: 1_000 });
    const { engine } = undoing(policy, (call, n) =>
      n < 2 ? failing("warehouse down")(call, n) : "released",
    );
    await engine.handle(startOf("fulfil"));
    await engine.advance(HOUR_MS);
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["reserve"], error: { message: "card declined" } },
    });
    expect(await engine.openLetters()).toEqual([]);
  });

  it("has all its tries again when an operator resumes it", async () => {
    const policy = new RetryPolicy({ maxAttempts: MAX, baseMs: 1_000 });
    const { engine, triedAtMs } = undoing(policy, failing("warehouse down"));
    await engine.handle(startOf("fulfil"));
    await engine.advance(HOUR_MS);
    engine.request({
      machineId: "fulfil",
      subject: "o-1",
      action: { kind: "resume" },
      dryRun: false,
      reason: "the warehouse is back, they say",
    });
    await engine.advance(HOUR_MS);
    expect(triedAtMs).toHaveLength(2 * MAX);
    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["compensationFailed"]);
  });
});
