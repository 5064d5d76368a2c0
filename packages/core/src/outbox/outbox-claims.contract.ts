import { describe, expect, it } from "vitest";
import {
  claimOf,
  contractMessage,
  LEASE_MS,
  type OutboxContractOptions,
  outboxBench,
  textsOf,
} from "../testing/outbox-contract-bench.ts";

/** What a claim owes whoever makes it. */
export function outboxClaimsContract(options: OutboxContractOptions): void {
  describe("a claim", () => {
    const bench = outboxBench(options);
    const numbers = (count: number) => Array.from({ length: count }, (_n, at) => `m${at}`);

    it("of nothing is empty, and so is one of no topics [RLY-11]", async () => {
      const { first, addTexts } = bench();
      expect(await first.claim(claimOf("a"))).toEqual([]);
      await addTexts(["x"]);
      expect(await first.claim(claimOf("a", { topics: [] }))).toEqual([]);
    });

    it("returns what was written as it was written, oldest first, with one delivery counted [LEA-01][ORD-05][ORD-10]", async () => {
      const { first, add } = bench();
      const isFree = (options.holds ?? "bytes") === "bytes";
      const bytes = isFree ? new Uint8Array([0, 0x72, 0xff]) : Buffer.from('"ä"');
      const ids = await add(
        contractMessage("", { payload: bytes, key: "k", headers: { a: "b", "x-ä": "ö" } }),
        contractMessage("two", { topic: "other" }),
        contractMessage("three"),
      );
      const rows = await first.claim(claimOf("a"));

      expect(rows.map(({ id }) => id)).toEqual(ids);
      expect(rows[0]).toMatchObject({
        ...{ topic: "orders", key: "k", headers: { a: "b", "x-ä": "ö" } },
        ...{ attempts: 0, deliveries: 1, failingForMs: 0, createdAt: expect.any(Date) },
      });
      expect([...(rows[0]?.payload ?? [])]).toEqual([...bytes]);
      expect(rows[1]).toMatchObject({ topic: "other", key: null });
      expect(new Set(rows.map(({ token }) => token)).size).toBe(1);
    });

    it("takes no more than its limit, and the next one goes on behind it", async () => {
      const { first, addTexts } = bench();
      await addTexts(numbers(5));
      const seen: (readonly string[])[] = [];
      for (let round = 0; round < 4; round += 1) {
        seen.push(textsOf(await first.claim(claimOf("a", { limit: 2 }))));
      }
      expect(seen).toEqual([["m0", "m1"], ["m2", "m3"], ["m4"], []]);
    });

    it("takes only messages of its topics [RLY-11]", async () => {
      const { first, add } = bench();
      await add(
        contractMessage("a", { topic: "t1" }),
        contractMessage("b", { topic: "t2" }),
        contractMessage("c", { topic: "t3" }),
      );
      const topics = ["t3", "t1"];
      const order = "loose";
      expect([...textsOf(await first.claim(claimOf("a", { topics })))].sort()).toEqual(["a", "c"]);
      expect(textsOf(await first.claim(claimOf("a", { topics: ["t2"], order })))).toEqual(["b"]);
    });

    it("hides what it took from everyone until the lease ends, and not a moment longer [LEA-02][LEA-06][LEA-09][RLY-09]", async () => {
      const { first, second, addTexts, passTime } = bench();
      await addTexts(["x", "y"]);
      await first.claim(claimOf("a"));
      expect(await second.claim(claimOf("b"))).toEqual([]);
      await passTime(LEASE_MS - 1_000);
      expect(await second.claim(claimOf("b"))).toEqual([]);
      await passTime(1_000);

      const again = await second.claim(claimOf("b"));
      expect(textsOf(again)).toEqual(["x", "y"]);
      expect(again.map(({ deliveries, attempts }) => [deliveries, attempts])).toEqual([
        [2, 0],
        [2, 0],
      ]);
    });

    it("takes its owner's own messages once more only where it says so, under a new token [LEA-01][LEA-05]", async () => {
      const { first, addTexts } = bench();
      await addTexts(["x"]);
      const [before] = await first.claim(claimOf("a"));
      expect(await first.claim(claimOf("a"))).toEqual([]);
      expect(await first.claim(claimOf("b", { reclaimsOwn: true }))).toEqual([]);
      const [after] = await first.claim(claimOf("a", { reclaimsOwn: true }));
      expect(after?.id).toBe(before?.id);
      expect(after?.token).not.toBe(before?.token);
    });

    it("never overlaps another, however many claim at once [RLY-11][LEA-01]", async () => {
      const { storage, addTexts } = bench();
      const ids = await addTexts(numbers(60));
      for (const order of ["strict", "loose"] as const) {
        const claims = await Promise.all(
          Array.from({ length: 6 }, (_c, at) =>
            storage().claim(claimOf(`w-${at}`, { limit: 8, order })),
          ),
        );
        const taken = claims.flat().map(({ id }) => id);
        expect(new Set(taken).size).toBe(taken.length);
        expect(taken.length).toBeGreaterThanOrEqual(8);
        expect(ids).toEqual(expect.arrayContaining(taken));
      }
    });

    it("of topics, one at a time, never overlaps another either [RLY-11]", async () => {
      const { storage, addTexts } = bench();
      await addTexts(numbers(40));
      const request = { limit: 7, order: "loose", topics: ["orders"] } as const;
      const claims = await Promise.all(
        Array.from({ length: 6 }, (_c, at) => storage().claim(claimOf(`w-${at}`, request))),
      );
      const taken = claims.flat().map(({ id }) => id);
      expect(taken).toHaveLength(40);
      expect(new Set(taken).size).toBe(40);
    });

    it("leaves alone what was written within its visibility delay [ORD-11]", async () => {
      const { first, addTexts, passTime } = bench();
      await addTexts(["x"]);
      const visibilityDelayMs = 5_000;
      for (const order of ["strict", "loose"] as const) {
        expect(await first.claim(claimOf("a", { visibilityDelayMs, order }))).toEqual([]);
      }
      await passTime(visibilityDelayMs);
      expect(textsOf(await first.claim(claimOf("a", { visibilityDelayMs })))).toEqual(["x"]);
    });
  });
}
