import { describe, expect, it } from "vitest";
import {
  claimOf,
  type OutboxContractOptions,
  outboxBench,
  textsOf,
} from "../testing/outbox-contract-bench.ts";

/** What strict order means, and loose order does not. */
export function outboxOrderContract(options: OutboxContractOptions): void {
  describe("strict order", () => {
    const bench = outboxBench(options);
    /** Two keys: `k` with three messages, `other` with one. */
    const addKeys = async () => {
      await bench().addTexts(["k1", "k2", "k3"], { key: "k" });
      await bench().addTexts(["o1"], { key: "other" });
    };

    it("hands out several messages of a key in one claim, in the order they were written [ORD-06]", async () => {
      await addKeys();
      expect(textsOf(await bench().first.claim(claimOf("a")))).toEqual(["k1", "k2", "k3", "o1"]);
    });

    it("holds back what follows a message that is claimed, while other keys go on [ORD-08]", async () => {
      await addKeys();
      expect(textsOf(await bench().first.claim(claimOf("a", { limit: 1 })))).toEqual(["k1"]);
      expect(textsOf(await bench().second.claim(claimOf("b")))).toEqual(["o1"]);
    });

    it("holds back what follows a message that waits for its next try, while other keys go on [ORD-07][ORD-08]", async () => {
      const { first, passTime } = bench();
      await addKeys();
      const [head] = await first.claim(claimOf("a", { limit: 1 }));
      if (head === undefined) throw new Error("nothing claimed");
      await first.retry([{ receipt: head, delayMs: 9_000, error: "no", counts: true }]);
      expect(textsOf(await first.claim(claimOf("a")))).toEqual(["o1"]);
      await passTime(9_000);
      expect(textsOf(await first.claim(claimOf("a")))).toEqual(["k1", "k2", "k3"]);
    });

    it("comes to what other keys have far behind a message that waits, each key in its order [ORD-07][ORD-08]", async () => {
      const { first, second, addTexts } = bench();
      await addTexts(["h1", ...Array.from({ length: 60 }, (_n, at) => `h${at + 2}`)], {
        key: "hot",
      });
      await addTexts(["a1", "a2", "a3"], { key: "a" });
      await addTexts(["b1", "b2"], { key: "b" });
      await addTexts(["alone"]);
      const [head] = await first.claim(claimOf("a", { limit: 1 }));
      if (head === undefined) throw new Error("nothing claimed");
      await first.retry([{ receipt: head, delayMs: 3_600_000, error: "no", counts: true }]);
      const found: string[] = [];
      for (let round = 0; round < 12; round += 1) {
        const by = round % 2 === 0 ? first : second;
        const rows = await by.claim(claimOf(`${round % 2}`, { limit: 3 }));
        found.push(...textsOf(rows));
        await by.complete(rows);
      }
      expect(found.filter((text) => text.startsWith("b"))).toEqual(["b1", "b2"]);
      expect(found.filter((text) => /^a\d/.test(text))).toEqual(["a1", "a2", "a3"]);
      expect(found.toSorted()).toEqual(["a1", "a2", "a3", "alone", "b1", "b2"]);
    });

    it("lets the followers of a message that is given up carry on [ORD-09]", async () => {
      const { first } = bench();
      await addKeys();
      const [head] = await first.claim(claimOf("a", { limit: 1 }));
      if (head === undefined) throw new Error("nothing claimed");
      const letter = { reason: "max_attempts", error: "no", counts: true } as const;
      await first.deadLetter([{ ...letter, receipt: head, isResolved: false }]);
      expect(textsOf(await first.claim(claimOf("a")))).toEqual(["k2", "k3", "o1"]);
    });

    it("does not hold back messages without a key [ORD-06]", async () => {
      const { first, second, addTexts } = bench();
      await addTexts(["x1", "x2"]);
      expect(textsOf(await first.claim(claimOf("a", { limit: 1 })))).toEqual(["x1"]);
      expect(textsOf(await second.claim(claimOf("b")))).toEqual(["x2"]);
    });

    it("is not kept by a claim that asks for loose order [ORD-02][ORD-08]", async () => {
      await addKeys();
      await bench().first.claim(claimOf("a", { limit: 1 }));
      expect(textsOf(await bench().second.claim(claimOf("b", { order: "loose" })))).toEqual([
        ...["k2", "k3", "o1"],
      ]);
    });

    it("never has two hold messages of one key, however many claim and settle at once [ORD-08]", async () => {
      const { storage, addTexts } = bench();
      const keys = ["k0", "k1", "k2"];
      for (let n = 0; n < 12; n += 1) {
        for (const key of keys) await addTexts([`${n}`], { key });
      }
      const holders = new Map<string, string>();
      const splits: string[] = [];
      const seen = new Map<string, number[]>(keys.map((key) => [key, []]));
      const consume = async (owner: string) => {
        const handle = storage();
        for (let idle = 0; idle < 20; ) {
          const rows = await handle.claim(claimOf(owner, { limit: 4 }));
          idle = rows.length === 0 ? idle + 1 : 0;
          for (const row of rows) {
            const { key } = row;
            const holder = holders.get(key ?? "");
            if (holder !== undefined && holder !== owner) splits.push(`${key}: ${holder} ${owner}`);
            holders.set(key ?? "", owner);
            seen.get(key ?? "")?.push(...textsOf([row]).map(Number));
          }
          for (const { key } of rows) holders.delete(key ?? "");
          await handle.complete(rows);
        }
      };
      await Promise.all(["a", "b", "c", "d"].map(consume));

      expect(splits).toEqual([]);
      const inOrder = Array.from({ length: 12 }, (_n, at) => at);
      for (const key of keys) expect(seen.get(key)).toEqual(inOrder);
    });
  });
}
