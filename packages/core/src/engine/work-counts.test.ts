import { describe, expect, it } from "vitest";
import { commitOf, effectWrite, instanceWrite, letterOf } from "../testing/commit-makers.ts";
import type { InstanceWrite } from "./step-commit.ts";
import { countWork, noWork } from "./work-counts.ts";

const FENCE = { shard: 0, token: "1" };

function endedAs(phase: InstanceWrite["phase"], context: object = {}) {
  const snapshot = { context: JSON.parse(JSON.stringify(context)) };
  return commitOf("o-1", [], {
    instance: instanceWrite(1, 3, { status: "done", phase, snapshot }),
  });
}

describe("what commits come to", () => {
  it("is an instance started by its first revision only", () => {
    const first = commitOf("o-1", [], { instance: instanceWrite(1, 1) });
    const second = commitOf("o-1", [], { instance: instanceWrite(1, 2) });
    expect(countWork([first, second]).get("order")).toEqual({ ...noWork(), started: 1 });
  });

  it.each(["completed", "compensated", "failed", "cancelled"] as const)(
    "is an instance that ended as %s",
    (phase) => {
      expect(countWork([endedAs(phase)]).get("order")).toEqual({ ...noWork(), [phase]: 1 });
    },
  );

  it("is no end while an instance is active, whatever its phase", () => {
    const commit = commitOf("o-1", [], { instance: instanceWrite(1, 2, { phase: "failed" }) });
    expect(countWork([commit]).size).toBe(0);
  });

  it("is retry pressure where a step of a completed saga had failed before [OPS-02]", () => {
    const counts = countWork([
      endedAs("completed", { attempt_charge: 2 }),
      endedAs("completed", { attempt_charge: 0, attempts: 7 }),
      endedAs("compensated", { attempt_charge: 2 }),
    ]).get("order");
    expect(counts).toEqual({ ...noWork(), completed: 2, compensated: 1, retriedRuns: 1 });
  });

  it("is how deliveries and calls went, and what was asked for", () => {
    const error = { name: "Error", message: "no", at: "2026-01-01T00:00:00.000Z", attempt: 1 };
    const commit = commitOf(
      "o-1",
      [
        { kind: "delivery-done", deliveryId: "1", fence: FENCE },
        {
          kind: "delivery-retry",
          deliveryId: "2",
          fence: FENCE,
          attempts: 1,
          delayMs: 0,
          errors: [error],
        },
        { kind: "effect-failed", effectId: "1", token: "1", errors: [error] },
        { kind: "effect-dead", effectId: "2", token: "1", errors: [error] },
        { kind: "effect-done", effectId: "3", token: "1", output: null },
      ],
      { effects: [effectWrite("charge")], deadLetters: [letterOf("l-1")] },
    );
    expect(countWork([commit]).get("order")).toEqual({
      ...noWork(),
      consumed: 1,
      retried: 1,
      callsFailed: 2,
      calls: 1,
      deadLettered: 1,
    });
  });
});
