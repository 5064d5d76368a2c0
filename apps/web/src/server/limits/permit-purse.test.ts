import { describe, expect, it } from "vitest";
import { createPermitPurse } from "./permit-purse.ts";

/** A shared count of one window, as the database keeps it. */
function sharedCount(max: number) {
  let used = 0;
  let asked = 0;
  return {
    asked: () => asked,
    fetch: async (_key: string, count: number) => {
      asked += 1;
      const granted = Math.min(count, max - used);
      used += granted;
      return { granted, leftMs: 60_000 };
    },
  };
}

describe("createPermitPurse", () => {
  it("asks once a handful", async () => {
    const count = sharedCount(100);
    const purse = createPermitPurse(count.fetch, 10, () => 0);
    for (let each = 0; each < 10; each += 1)
      expect(await purse.take("k")).toEqual({ refusedMs: 0 });
    expect(count.asked()).toBe(1);
  });

  it("never lets two processes have more than the limit together", async () => {
    const count = sharedCount(25);
    const purses = [0, 1].map(() => createPermitPurse(count.fetch, 10, () => 0));
    const takes = await Promise.all(
      Array.from({ length: 100 }, (_each, at) => (purses[at % 2] as (typeof purses)[0]).take("k")),
    );
    expect(takes.filter(({ refusedMs }) => refusedMs === 0)).toHaveLength(25);
  });

  it("refuses until the window ends without asking again, then asks", async () => {
    let now = 0;
    const count = sharedCount(1);
    const purse = createPermitPurse(count.fetch, 10, () => now);
    await purse.take("k");
    expect(await purse.take("k")).toEqual({ refusedMs: 60_000 });
    now = 20_000;
    expect(await purse.take("k")).toEqual({ refusedMs: 40_000 });
    expect(count.asked()).toBe(2);
    now = 60_001;
    await purse.take("k");
    expect(count.asked()).toBe(3);
  });

  it("does not give what was left of an old window in a new one", async () => {
    let now = 0;
    const count = sharedCount(5);
    const purse = createPermitPurse(count.fetch, 5, () => now);
    await purse.take("k");
    now = 60_001;
    expect((await purse.take("k")).refusedMs).toBeGreaterThan(0);
  });

  it("counts each key by itself", async () => {
    const purse = createPermitPurse(
      async () => ({ granted: 1, leftMs: 1_000 }),
      1,
      () => 0,
    );
    expect(await purse.take("a")).toEqual({ refusedMs: 0 });
    expect(await purse.take("b")).toEqual({ refusedMs: 0 });
  });
});
