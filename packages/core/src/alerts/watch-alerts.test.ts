import { describe, expect, it } from "vitest";
import { outcomeOfFailure, RETRY_DELAYS_MS } from "./watch-alerts.ts";

describe("a notice that could not be told", () => {
  it("is tried again, later each time", () => {
    const delays = RETRY_DELAYS_MS.map((_delay, at) => {
      const outcome = outcomeOfFailure(at + 1, "no");
      return outcome.kind === "again" ? outcome.delayMs : 0;
    });
    expect(delays).toEqual(RETRY_DELAYS_MS);
    expect(delays).toEqual([...delays].sort((one, other) => one - other));
  });

  it("is given up after the last wait", () => {
    expect(outcomeOfFailure(RETRY_DELAYS_MS.length + 1, "no")).toEqual({
      kind: "gave up",
      error: "no",
    });
  });
});
