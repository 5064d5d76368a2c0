import { describe, expect, it } from "vitest";
import {
  claimOf,
  LEASE_MS,
  type OutboxContractOptions,
  outboxBench,
  textsOf,
} from "../testing/outbox-contract-bench.ts";
import type { GivenUp } from "./outbox-storage.ts";

/** How a claim ends, and that it ends only under its token. */
export function outboxSettlementContract(options: OutboxContractOptions): void {
  describe("settling", () => {
    const bench = outboxBench(options);
    const claimOne = async (text = "x") => {
      const { first, addTexts } = bench();
      const [id] = await addTexts([text]);
      const [row] = await first.claim(claimOf("a"));
      if (id === undefined || row === undefined) throw new Error("nothing claimed");
      return { id, row };
    };
    const letterOf = (receipt: GivenUp["receipt"]): GivenUp => ({
      ...{ receipt, reason: "max_attempts", error: "gave up", counts: true, isResolved: false },
    });

    it("nothing is 0 [OBX-22]", async () => {
      const { first } = bench();
      const nothing = [
        ...[first.complete([]), first.handBack([], 1), first.retry([]), first.deadLetter([])],
      ];
      expect(await Promise.all(nothing)).toEqual([0, 0, 0, 0]);
      expect(await first.renew([], 1)).toEqual([]);
    });

    it("as delivered is for good, and counts once [OBX-22][RLY-01]", async () => {
      const { first, passTime, look } = bench();
      const { id, row } = await claimOne();
      expect(await first.complete([row])).toBe(1);
      expect(await first.complete([row])).toBe(0);
      await passTime(2 * LEASE_MS);
      expect(await first.claim(claimOf("a"))).toEqual([]);
      expect((await look(id))?.state ?? "delivered").toBe("delivered");
    });

    it("as handed back counts nothing, and the message is due after the delay [ORD-07]", async () => {
      const { first, passTime } = bench();
      const { row } = await claimOne();
      expect(await first.handBack([row], 0)).toBe(1);
      const [again] = await first.claim(claimOf("a"));
      expect(again).toMatchObject({ deliveries: 1, attempts: 0 });
      if (again === undefined) throw new Error("nothing claimed");
      await first.handBack([again], 7_000);
      expect(await first.claim(claimOf("a"))).toEqual([]);
      await passTime(7_000);
      expect(await first.claim(claimOf("a"))).toMatchObject([{ deliveries: 1, attempts: 0 }]);
    });

    it("as failed counts an attempt, keeps the error, and tells how long it has been failing [LEA-11][RTY-10]", async () => {
      const { first, passTime, look } = bench();
      const { id, row } = await claimOne();
      const failure = { delayMs: 4_000, error: "RangeError: first", counts: true };
      expect(await first.retry([{ ...failure, receipt: row }])).toBe(1);
      expect(await look(id)).toMatchObject({
        ...{ state: "pending", attempts: 1, deliveries: 1, lastError: "RangeError: first" },
      });
      expect(await first.claim(claimOf("a"))).toEqual([]);
      await passTime(4_000);
      const [again] = await first.claim(claimOf("a"));
      expect(again).toMatchObject({ attempts: 1, deliveries: 2 });
      expect(again?.failingForMs).toBeGreaterThanOrEqual(4_000);
      expect(again?.failingForMs).toBeLessThan(4_000 + LEASE_MS);
    });

    it("as failed by an outage counts neither attempt nor delivery", async () => {
      const { first } = bench();
      const { row } = await claimOne();
      await first.retry([{ receipt: row, delayMs: 0, error: "down", counts: false }]);
      expect(await first.claim(claimOf("a"))).toMatchObject([{ attempts: 0, deliveries: 1 }]);
    });

    it("as given up takes the message out and leaves a dead letter with its error [RTY-12]", async () => {
      const { first, passTime, look } = bench();
      const { id, row } = await claimOne();
      expect(await first.deadLetter([letterOf(row)])).toBe(1);
      await passTime(2 * LEASE_MS);
      expect(await first.claim(claimOf("a"))).toEqual([]);
      expect(await look(id)).toMatchObject({ state: "dead", attempts: 1, lastError: "gave up" });
    });

    it("is refused to whoever lost the message to another, whatever it wants [LEA-04][LEA-08][LEA-12]", async () => {
      const { first, second, passTime, look } = bench();
      const { id, row } = await claimOne();
      await passTime(LEASE_MS);
      const [stolen] = await second.claim(claimOf("b"));
      const failure = { receipt: row, delayMs: 0, error: "late", counts: true };

      expect(await first.complete([row])).toBe(0);
      expect(await first.handBack([row], 0)).toBe(0);
      expect(await first.retry([failure])).toBe(0);
      expect(await first.deadLetter([letterOf(row)])).toBe(0);
      expect(await first.renew([row], LEASE_MS)).toEqual([]);
      expect(await look(id)).toMatchObject({ state: "pending", attempts: 0, deliveries: 2 });
      expect(stolen && (await second.complete([stolen]))).toBe(1);
    });

    it("is refused to an earlier claim of the same owner: a name is no fence [LEA-03][LEA-08]", async () => {
      const { first, passTime } = bench();
      const { row: early } = await claimOne();
      await passTime(LEASE_MS);
      const [late] = await first.claim(claimOf("a"));
      expect(await first.complete([early])).toBe(0);
      expect(late && (await first.complete([late]))).toBe(1);
    });

    it("of many is done for those that are still held", async () => {
      const { first, second, addTexts, passTime } = bench();
      await addTexts(["x", "y", "z"]);
      const rows = await first.claim(claimOf("a"));
      await passTime(LEASE_MS);
      await second.claim(claimOf("b", { limit: 1 }));
      expect(await first.complete(rows)).toBe(2);
    });

    it("is possible after the lease ended, as long as nobody else has the message", async () => {
      const { first, passTime } = bench();
      const { row } = await claimOne();
      await passTime(2 * LEASE_MS);
      expect(await first.complete([row])).toBe(1);
    });

    it("can be put off by renewing, which tells what is still held", async () => {
      const { first, second, addTexts, passTime } = bench();
      await addTexts(["x", "y"]);
      const rows = await first.claim(claimOf("a"));
      await passTime(LEASE_MS - 1_000);
      const [x, y] = rows;
      if (x === undefined || y === undefined) throw new Error("nothing claimed");
      expect(await first.renew([x], LEASE_MS)).toMatchObject([{ id: x.id }]);
      await passTime(2_000);
      expect(textsOf(await second.claim(claimOf("b")))).toEqual(["y"]);
      expect((await first.renew(rows, LEASE_MS)).map(({ id }) => id)).toEqual([x.id]);
    });
  });
}
