import { describe, expect, it } from "vitest";
import { relativePath } from "./relative-path.ts";

describe("relativePath", () => {
  it.each([
    ["steps.charge", "steps.reserve", "charge"],
    ["steps.pay.card", "steps.reserve", "pay.card"],
    ["compensating.charge", "steps.charge", "compensating.charge"],
    ["stepsBeyond.x", "steps.x", "stepsBeyond.x"],
    ["completed", "steps.ship", "completed"],
    ["steps.reserve", "idle", "steps.reserve"],
  ])("shows %s from %s as %s", (path, from, shown) => {
    expect(relativePath(path, from)).toBe(shown);
  });
});
