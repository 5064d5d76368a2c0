import { describe, expect, it } from "vitest";
import { toErrorRecord } from "./capture.ts";

const context = {
  attempt: 2,
  at: new Date("2026-11-29T14:31:52.010Z"),
  scrub: (text: string) => text.replace("4111", "***"),
};

const thrownAt = (frames: readonly string[]) => {
  const error = new RangeError("card 4111 is too short");
  error.stack = ["RangeError: card 4111 is too short", ...frames].join("\n");
  return error;
};

describe("toErrorRecord", () => {
  it("keeps name, scrubbed message, try and time", () => {
    expect(toErrorRecord(thrownAt([]), { ...context, source: "chargeCard" })).toEqual({
      name: "RangeError",
      message: "card *** is too short",
      at: "2026-11-29T14:31:52.010Z",
      attempt: 2,
      source: "chargeCard",
    });
  });

  it("keeps the frames of the user's code only: no packages, no Node, none of the engine", () => {
    const { stack } = toErrorRecord(
      thrownAt([
        "    at check (/shop/machines/payment.ts:12:3)",
        "    at run (/shop/node_modules/xstate/dist/x.js:1:1)",
        `    at stepInstance (${new URL("../instances/step.ts", import.meta.url).pathname}:40:1)`,
        "    at process.processTicks (node:internal/process/task_queues:1:1)",
      ]),
      context,
    );
    expect(stack).toBe("at check (/shop/machines/payment.ts:12:3)");
  });

  it("says why a step failed, not that it did", () => {
    const cause = new TypeError("no such currency");
    const failed = Object.assign(new Error("step failed", { cause }), { code: "STEP_FAILED" });
    expect(toErrorRecord(failed, context)).toMatchObject({
      name: "TypeError",
      message: "no such currency",
    });
  });

  it("takes whatever was thrown, and bounds it [SEC-10]", () => {
    expect(toErrorRecord("boom", context)).toMatchObject({ name: "Error", message: "boom" });
    const long = toErrorRecord(new Error("x".repeat(5_000)), context);
    expect(long.message).toHaveLength(1_000);
  });
});
