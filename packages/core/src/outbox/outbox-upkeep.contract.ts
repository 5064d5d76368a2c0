import { describe, expect, it } from "vitest";
import {
  claimOf,
  type OutboxContractOptions,
  outboxBench,
} from "../testing/outbox-contract-bench.ts";

/** What a store tells of itself, and how it gets rid of what is over. */
export function outboxUpkeepContract(options: OutboxContractOptions): void {
  describe("upkeep", () => {
    const bench = outboxBench(options);

    it("tells how much is pending, since when, and how much is dead [OBX-44]", async () => {
      const { first, addTexts, passTime } = bench();
      expect(await first.stats()).toEqual({ pending: 0, oldestPendingAgeMs: undefined, dead: 0 });
      await addTexts(["x"]);
      await passTime(60_000);
      await addTexts(["y", "z"]);
      await addTexts(["elsewhere"], { topic: "other" });
      const [x] = await first.claim(claimOf("a", { limit: 1 }));
      const claimed = await first.stats();
      expect(claimed).toMatchObject({ pending: 4, dead: 0 });
      expect(claimed.oldestPendingAgeMs).toBeGreaterThanOrEqual(60_000);
      expect(await first.stats(["other"])).toMatchObject({ pending: 1 });

      if (x === undefined) throw new Error("nothing claimed");
      const letter = { reason: "rejected", error: "no", counts: true, isResolved: false } as const;
      await first.deadLetter([{ ...letter, receipt: x }]);
      const after = await first.stats();
      expect(after).toMatchObject({ pending: 3, dead: 1 });
      expect(after.oldestPendingAgeMs).toBeLessThan(60_000);
      expect(await first.stats(["other"])).toMatchObject({ pending: 1, dead: 0 });
    });

    it("counts no dead letter that nobody has to look at [OBX-44]", async () => {
      const { first, addTexts } = bench();
      await addTexts(["x"]);
      const [x] = await first.claim(claimOf("a"));
      if (x === undefined) throw new Error("nothing claimed");
      const letter = { reason: "corrupt", error: "no", counts: false, isResolved: true } as const;
      await first.deadLetter([{ ...letter, receipt: x }]);
      expect(await first.stats()).toEqual({ pending: 0, oldestPendingAgeMs: undefined, dead: 0 });
    });

    it("purges delivered messages that are old, and nothing else [OBX-43][OBX-21]", async () => {
      const { first, addTexts, passTime, look } = bench();
      const ids = await addTexts(["delivered", "dead", "pending"]);
      const [delivered, dead] = await first.claim(claimOf("a", { limit: 2 }));
      if (delivered === undefined || dead === undefined) throw new Error("nothing claimed");
      const letter = { reason: "max_attempts", error: "no", counts: true } as const;
      await first.complete([delivered]);
      await first.deadLetter([{ ...letter, receipt: dead, isResolved: false }]);
      await passTime(100_000);
      const [young] = await addTexts(["young"]);
      const last = (await first.claim(claimOf("a"))).find(({ id }) => id === young);
      if (last === undefined) throw new Error("nothing claimed");
      await first.complete([last]);

      const kept = (await look(delivered.id)) !== undefined;
      expect(await first.purge(50_000)).toBe(kept ? 1 : 0); // 0 where delivered messages are not kept
      const states = await Promise.all([...ids, young ?? ""].map(look));
      expect(states.map((stored) => stored?.state)).toEqual([
        ...[undefined, "dead", "pending", kept ? "delivered" : undefined],
      ]);
    });
  });
}
