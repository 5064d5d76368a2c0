import { describe, expect, it, vi } from "vitest";
import { createReadCache } from "./read-cache.ts";

describe("createReadCache", () => {
  it("makes one read of many askers", async () => {
    const cache = createReadCache();
    const read = vi.fn(async () => 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.share("a", read)));
    expect(answers).toEqual(Array(50).fill(1));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("keeps different questions apart", async () => {
    const cache = createReadCache();
    expect(await cache.share("a", async () => 1)).toBe(1);
    expect(await cache.share("b", async () => 2)).toBe(2);
  });

  it("reads anew after a change, even while an older read still runs", async () => {
    const cache = createReadCache();
    const old = cache.share(
      "a",
      () => new Promise<string>((resolve) => setImmediate(resolve, "old")),
    );
    cache.clear();
    const fresh = cache.share("a", async () => "new");
    expect(await fresh).toBe("new");
    expect(await old).toBe("old");
    expect(await cache.share("a", async () => "newer")).toBe("new");
  });

  it("lets no answer live longer than a second", async () => {
    let now = 0;
    const cache = createReadCache(() => now);
    await cache.share("a", async () => 1);
    now = 999;
    expect(await cache.share("a", async () => 2)).toBe(1);
    now = 1_000;
    expect(await cache.share("a", async () => 2)).toBe(2);
  });

  it("forgets failures and answers that are not worth keeping", async () => {
    const cache = createReadCache();
    await expect(cache.share("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(
      await cache.share(
        "a",
        async () => 2,
        () => false,
      ),
    ).toBe(2);
    await Promise.resolve();
    expect(await cache.share("a", async () => 3)).toBe(3);
  });
});
