// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { keptByText } from "./kept-by-text.ts";

describe("what is kept by text", () => {
  it("is made once a text, also for those who ask meanwhile", async () => {
    const make = vi.fn(async (text: string) => text.length);
    const length = keptByText(10, make);
    expect(await Promise.all([length("one"), length("one"), length("four")])).toEqual([3, 3, 4]);
    expect(await length("one")).toBe(3);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it("is forgotten when there is too much of it", async () => {
    const make = vi.fn(async (text: string) => text);
    const kept = keptByText(2, make);
    for (const text of ["a", "b", "c", "a"]) await kept(text);
    expect(make).toHaveBeenCalledTimes(4);
  });

  it("is no failure", async () => {
    const make = vi.fn<(text: string) => Promise<string>>();
    make.mockRejectedValueOnce(new Error("busy")).mockResolvedValueOnce("well");
    const kept = keptByText(2, make);
    await expect(kept("a")).rejects.toThrow("busy");
    expect(await kept("a")).toBe("well");
  });
});
