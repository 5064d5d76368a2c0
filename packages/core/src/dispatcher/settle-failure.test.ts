import { describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { settleFailure } from "./settle-failure.ts";

describe("settleFailure", () => {
  it("tries again until the last allowed attempt, then gives up", () => {
    const error = new Error("card declined");
    expect(settleFailure(error, 0, 5)).toEqual({ action: "retry", attempts: 1 });
    expect(settleFailure(error, 3, 5)).toEqual({ action: "retry", attempts: 4 });
    expect(settleFailure(error, 4, 5)).toEqual({
      action: "dead-letter",
      attempts: 5,
      reason: "max_attempts",
    });
  });

  it("never counts an outage of our own store, even at the cap", () => {
    expect(settleFailure(new StoreUnavailableError("load"), 4, 5)).toEqual({ action: "hold" });
  });
});
