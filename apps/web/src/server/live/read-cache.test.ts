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

  it("begins a read at most once in its interval, however often something changes and whoever asks", async () => {
    const cache = createReadCache();
    let begun = 0;
    const read = async () => ++begun;
    const ask = () => cache.share("a", read, { everyMs: 30 });
    expect(await ask()).toBe(1);
    const answers: Promise<number>[] = [];
    for (let change = 0; change < 5; change += 1) {
      cache.clear();
      answers.push(ask(), ask());
    }
    expect(begun).toBe(1); // the next one waits for its turn
    expect(await Promise.all(answers)).toEqual(Array(10).fill(2));
    expect(begun).toBe(2);
  });

  it("never answers with what was read before the change that somebody asks about", async () => {
    const cache = createReadCache();
    let stored = "old";
    const ask = () => cache.share("a", async () => stored, { everyMs: 20 });
    expect(await ask()).toBe("old");
    for (const value of ["one", "two", "three"]) {
      stored = value;
      cache.clear();
      expect(await ask()).toBe(value);
    }
  });

  it("tries again at the next turn after a read that failed", async () => {
    const cache = createReadCache();
    const down = () => Promise.reject(new Error("down"));
    await expect(cache.share("a", down, { everyMs: 20 })).rejects.toThrow("down");
    expect(await cache.share("a", async () => 3, { everyMs: 20 })).toBe(3);
  });

  it("forgets failures and answers that are not worth keeping", async () => {
    const cache = createReadCache();
    await expect(cache.share("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(await cache.share("a", async () => 2, { isKept: () => false })).toBe(2);
    await Promise.resolve();
    expect(await cache.share("a", async () => 3)).toBe(3);
  });
});
