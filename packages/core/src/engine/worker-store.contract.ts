import { describe, expect, it } from "vitest";
import { commitOf, effectWrite } from "../testing/commit-makers.ts";
import {
  CONTRACT_LEASE_MS,
  contractBench,
  type EngineContractOptions,
  joinAs,
} from "../testing/contract-stores.ts";

/** Every project has this many shards. */
const SHARDS = 64;

/** What every `WorkerStore` owes an engine. */
export function workerStoreContract(options: EngineContractOptions): void {
  describe("workers", () => {
    const bench = contractBench(options);
    const balance = (workerId: string, release: readonly number[] = []) =>
      bench().under.storesOf(workerId).workers.balance({ release });
    const shardsOf = async (workerId: string) => (await balance(workerId)).shards;

    it("hold every shard when they are alone, and keep their tokens while they renew", async () => {
      const { fences, under } = bench();
      expect(fences).toHaveLength(SHARDS);
      await under.passTime(CONTRACT_LEASE_MS - 1_000);
      const renewed = await shardsOf("first");
      expect([...renewed].sort(byShard)).toEqual([...fences].sort(byShard));
    });

    it("name what they hold beyond a fair share, and hand it over when they release it", async () => {
      const second = await joinAs(bench().under, "second");
      expect(second.fences).toEqual([]);

      const { shards, surplus } = await balance("first");
      expect(shards).toHaveLength(SHARDS);
      expect(surplus).toHaveLength(SHARDS / 2);
      const kept = await balance("first", surplus);
      const taken = await balance("second");

      expect(kept.shards).toHaveLength(SHARDS / 2);
      expect(kept.surplus).toEqual([]);
      expect(taken.shards.map(({ shard }) => shard).sort()).toEqual([...surplus].sort());
    });

    it("never hold one shard together, however many balance at once", async () => {
      const names = Array.from({ length: 20 }, (_name, index) => `w-${index}`);
      const { stores, under } = bench();
      await stores.workers.leave();
      for (const name of names) {
        await under
          .storesOf(name)
          .workers.register({ host: "h", pid: 1, version: "1", machines: [] });
      }
      for (let turn = 0; turn < 3; turn += 1) {
        await Promise.all(
          names.map(async (name) => {
            const { surplus } = await balance(name);
            await balance(name, surplus);
          }),
        );
      }
      const held = (await Promise.all(names.map(shardsOf))).flat();
      expect(new Set(held.map(({ shard }) => shard)).size).toBe(held.length);
      expect(held).toHaveLength(SHARDS);
    });

    it("that are silent for a lease lose everything to the others, under new tokens [LEA-06]", async () => {
      const { under, fences } = bench();
      await under.passTime(CONTRACT_LEASE_MS + 1);

      const second = await joinAs(under, "second");

      expect(second.fences).toHaveLength(SHARDS);
      const before = new Map(fences.map(({ shard, token }) => [shard, token]));
      expect(second.fences.every(({ shard, token }) => before.get(shard) !== token)).toBe(true);
      expect((await balance("first")).shards).toEqual([]);
    });

    it("that die have what they held counted as handed out, not as tried", async () => {
      const { stores, under, deliver } = bench();
      const held = await deliver("o-1");
      await deliver("o-2");
      await stores.lanes.holdDeliveries([held.id], false);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");

      const counts = (await under.inspect.deliveries()).map((row) => [
        row.subject,
        row.deliveries,
        row.attempts,
      ]);

      expect(counts).toEqual([
        ["o-1", 1, 0],
        ["o-2", 0, 0],
      ]);
    });

    it("that die have counted what they claimed as they read it, with what they handled beside it", async () => {
      const { stores, under, deliver, fences } = bench();
      const held = await deliver("o-1");
      await deliver("o-2");
      await deliver("o-3");
      const request = { shards: fences, exceptIds: [held.id], limit: 1, claimWith: [held.id] };
      const claimed = await stores.lanes.readDeliveries(request);
      await stores.lanes.readDeliveries({ ...request, limit: 0 });
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");

      expect(claimed.map(({ subject }) => subject)).toEqual(["o-2"]);
      expect(
        (await under.inspect.deliveries()).map((row) => [
          row.subject,
          row.deliveries,
          row.attempts,
        ]),
      ).toEqual([
        ["o-1", 1, 0],
        ["o-2", 1, 0],
        ["o-3", 0, 0],
      ]);
    });

    it("that die of a delivery tried alone have it counted as tried, and why", async () => {
      const { stores, under, deliver } = bench();
      const held = await deliver("o-1");
      await stores.lanes.holdDeliveries([held.id], true);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");

      expect(await under.inspect.deliveries()).toMatchObject([
        { deliveries: 1, attempts: 1, errors: [{ name: "WorkerDied", attempt: 1 }] },
      ]);
    });

    it("are counted for what they held last, once", async () => {
      const { stores, under, deliver } = bench();
      const [first, second] = [await deliver("o-1"), await deliver("o-2")];
      await stores.lanes.holdDeliveries([first.id], true);
      await stores.lanes.holdDeliveries([second.id], false);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");
      await under.storesOf("second").workers.balance({ release: [] });

      expect((await under.inspect.deliveries()).map(({ deliveries }) => deliveries)).toEqual([
        0, 1,
      ]);
    });

    it("that die free their service calls at once", async () => {
      const { stores, under, shards } = bench();
      await stores.lanes.commit([commitOf("o-1", [], { effects: [effectWrite("a")] })]);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      const second = await joinAs(under, "second");
      expect(await second.stores.effects.claimEffects(shards, 10)).toHaveLength(1);
    });

    it("that die have the calls that they ran counted as died with, not as tried [LEA-11]", async () => {
      const { stores, under, shards } = bench();
      await stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite("a"), effectWrite("b")] }),
      ]);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      const second = await joinAs(under, "second");

      expect(await under.inspect.effects()).toMatchObject([
        { ref: "a", attempts: 0, deaths: 1, errors: [] },
        { ref: "b", attempts: 0, deaths: 1, errors: [] },
      ]);
      expect(await second.stores.effects.claimEffects(shards, 10)).toMatchObject([
        { attempts: 1, deaths: 1 },
        { attempts: 1, deaths: 1 },
      ]);
    });

    it("that die of a call tried alone have it counted as tried, and why; what waited beside it is not counted", async () => {
      const { stores, under } = bench();
      const {
        effects: [alone],
      } = await stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite("a"), effectWrite("b")] }),
      ]);
      await stores.effects.markAlone(alone?.id ?? "", true);
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");

      expect(await under.inspect.effects()).toMatchObject([
        { ref: "a", attempts: 1, deaths: 1, errors: [{ name: "WorkerDied", attempt: 1 }] },
        { ref: "b", attempts: 0, deaths: 0, errors: [] },
      ]);
    });

    it("that leave free everything at once, and nothing they held is counted [LEA-18]", async () => {
      const { stores, under, deliver } = bench();
      const held = await deliver("o-1");
      await stores.lanes.holdDeliveries([held.id], false);
      await stores.workers.leave();
      await stores.workers.leave();

      const second = await joinAs(under, "second");

      expect(second.fences).toHaveLength(SHARDS);
      expect(await under.inspect.deliveries()).toMatchObject([{ deliveries: 0, attempts: 0 }]);
    });
  });
}

function byShard(first: { shard: number }, second: { shard: number }): number {
  return first.shard - second.shard;
}
