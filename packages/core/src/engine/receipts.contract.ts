import { describe, expect, it } from "vitest";
import { commitOf, receiptOf } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";
import { CommitConflictError } from "./errors.ts";

const TTL_MS = 60_000;

/** How long a receipt answers for its envelope. */
export function receiptsContract(options: EngineContractOptions): void {
  describe("receipts", () => {
    const bench = contractBench(options);
    const key = { scope: "/contract/order/o-1", key: "e-1" };
    const find = async () => (await bench().stores.lanes.load([], [key])).receipt(key);
    const write = (fingerprint: string, ttlMs: number | null = TTL_MS) =>
      bench().stores.lanes.commit([
        commitOf("o-1", [], { receipt: receiptOf("e-1", { fingerprint, ttlMs }) }),
      ]);

    it("answer until they expire, and no longer [INB-09][INB-10]", async () => {
      await write("first");
      await bench().under.passTime(TTL_MS - 5_000);
      expect(await find()).toMatchObject({ fingerprint: "first" });
      await bench().under.passTime(5_000);
      expect(await find()).toBeUndefined();
    });

    it("without a time to live answer for ever, and upkeep leaves them [INB-10]", async () => {
      await write("first", null);
      await bench().under.passTime(1_000 * TTL_MS);
      expect(await bench().stores.upkeep.forgetExpiredReceipts()).toBe(0);
      expect(await find()).toMatchObject({ fingerprint: "first" });
      await expect(write("second")).rejects.toThrow(CommitConflictError);
    });

    it("are replaced once they have expired", async () => {
      await write("first");
      await bench().under.passTime(TTL_MS);
      await write("second");
      expect(await find()).toMatchObject({ fingerprint: "second" });
    });

    it("are kept apart by scope and by key", async () => {
      await write("first");
      const others = [
        { scope: "/contract/order/o-2", key: "e-1" },
        { scope: "/contract/order/o-1", key: "e-2" },
      ];
      const loaded = await bench().stores.lanes.load([], others);
      expect(others.map((other) => loaded.receipt(other))).toEqual([undefined, undefined]);
    });

    it("are forgotten by upkeep when expired, not before [INB-09]", async () => {
      await write("first");
      expect(await bench().stores.upkeep.forgetExpiredReceipts()).toBe(0);
      await bench().under.passTime(TTL_MS);
      expect(await bench().stores.upkeep.forgetExpiredReceipts()).toBe(1);
      expect(await bench().stores.upkeep.forgetExpiredReceipts()).toBe(0);
    });

    it("leave room for days to come, as often as asked", async () => {
      await bench().stores.upkeep.ensurePartitions();
      await expect(bench().stores.upkeep.ensurePartitions()).resolves.toBeUndefined();
    });
  });
}
