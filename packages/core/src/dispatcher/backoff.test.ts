import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

describe("backoffMs", () => {
  it("doubles with each failed try, up to half a minute", () => {
    const most = [1, 2, 3, 30].map((attempts) => backoffMs(attempts, () => 1));
    expect(most).toEqual([200, 400, 800, 30_000]);
  });

  it("is never an immediate retry [RTY-04]", () => {
    expect(backoffMs(1, () => 0)).toBe(100);
  });
});
