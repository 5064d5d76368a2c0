import { describe, expect, it } from "vitest";
import { failing, sagaBench, startOf } from "../acceptance/saga-project.ts";
import type { JsonObject } from "../kernel/json.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { everythingIn, onlyLetter, operate } from "../testing/operation-bench.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

/** Below the time limit of a call. */
const CALL_MS = 20_000;

describe("resuming a saga whose compensation failed", () => {
  const saga = () =>
    sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
      .step("charge", { invoke: "chargeCard", compensate: "refundCard" })
      .step("ship", { invoke: "ship" });
  const on = { machineId: "fulfil" };

  it("goes back into the compensation, calls its service again under the same key, and undoes the rest", async () => {
    const keys: string[] = [];
    const world = { broken: true };
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (world.broken) throw new Error("bank down");
        return "refunded";
      },
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["compensationFailed"],
      status: "done",
      phase: "failed",
    });
    const letter = await onlyLetter(engine);
    const before = await everythingIn(engine);
    const dry = await operate(engine, { kind: "resume" }, { ...on, dryRun: true });
    expect(dry).toMatchObject({
      outcome: "processed",
      after: { states: ["compensating.charge"], status: "active" },
      effects: [{ src: "refundCard", ref: "compensate_charge" }],
      branches: [
        { when: "answers", states: ["compensating.reserve"] },
        { when: "fails", states: ["compensationFailed"] },
      ],
      resolves: [letter.id],
    });
    expect(await everythingIn(engine)).toEqual(before);

    world.broken = false;
    await operate(engine, { kind: "resume" }, on);

    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["charge", "reserve"] },
    });
    expect(bench.calls.slice(-3)).toEqual(["refundCard o-1", "refundCard o-1", "releaseStock o-1"]);
    expect(new Set(keys).size).toBe(1);
    expect(await engine.openLetters()).toEqual([]);
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "resumed" });
  });

  it("leaves a letter of its own when the compensation fails again", async () => {
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: failing("bank down"),
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    const first = await onlyLetter(engine);
    await operate(engine, { kind: "resume" }, on);
    const second = await onlyLetter(engine);
    expect(second.id).not.toBe(first.id);
    expect((second.snapshot as JsonObject).value).toBe("compensationFailed");
  });

  it("may be answered by the operator instead, once it is back in the compensation", async () => {
    const clock = simulatedClock();
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: ({ signal }, n) => {
        if (n === 0) throw new Error("bank down");
        return clock.sleep(CALL_MS, signal).then(() => "refunded");
      },
    });
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));
    await operate(engine, { kind: "resume" }, on);
    await operate(engine, { kind: "skip", output: "refunded by hand" }, on);
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["charge", "reserve"] },
    });
  });
});
