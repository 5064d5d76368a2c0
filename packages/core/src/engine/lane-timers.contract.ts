import { describe, expect, it } from "vitest";
import { commitOf, timerWrite } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";
import type { TimerPlace } from "./engine-store.ts";

/** Timers are due by the store's clock. */
export function laneTimersContract(options: EngineContractOptions): void {
  describe("timers", () => {
    const bench = contractBench(options);
    const set = (ref: string, delayMs: number, revision = 1) =>
      bench().stores.lanes.commit([
        commitOf("o-1", [], { timers: [timerWrite(ref, { delayMs, revision })] }),
      ]);
    const due = async (limit = 10) =>
      (await bench().stores.lanes.dueTimers(bench().shards, limit)).timers.map(({ ref }) => ref);

    it("fall due after their delay, soonest first", async () => {
      await set("late", 60_000);
      await set("soon", 10_000);
      expect(await due()).toEqual([]);
      await bench().under.passTime(10_000);
      expect(await due()).toEqual(["soon"]);
      await bench().under.passTime(50_000);
      expect(await due()).toEqual(["soon", "late"]);
      expect(await due(1)).toEqual(["soon"]);
    });

    it("come back with all that is needed to fire them", async () => {
      await set("r", 0, 3);
      expect((await bench().stores.lanes.dueTimers(bench().shards, 10)).timers).toEqual([
        {
          machineId: "order",
          subject: "o-1",
          ref: "r",
          revision: 3,
          event: "xstate.r",
          label: "after.1000",
          causeEventId: "e-1",
          causeDepth: 0,
          deliveries: 1,
          attempts: 0,
        },
      ]);
    });

    it("come back with the trace that they are part of", async () => {
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      const timers = [timerWrite("r", { delayMs: 0, traceparent })];
      await bench().stores.lanes.commit([commitOf("o-1", [], { timers })]);
      const [timer] = (await bench().stores.lanes.dueTimers(bench().shards, 10)).timers;
      expect(timer?.traceparent).toBe(traceparent);
      await set("r", 0, 2);
      const [again] = (await bench().stores.lanes.dueTimers(bench().shards, 10)).timers;
      expect(again?.traceparent).toBeUndefined();
    });

    it("are counted as handed out once a worker, so that one that workers die with is found", async () => {
      const { under, stores, shards } = bench();
      await set("r", 0);
      const countIn = async (of: typeof stores) =>
        (await of.lanes.dueTimers(shards, 10)).timers.map(({ deliveries }) => deliveries);
      expect(await countIn(stores)).toEqual([1]);
      expect(await countIn(stores)).toEqual([1]);
      expect(await countIn(under.storesOf("second"))).toEqual([2]);
      await set("r", 0, 2);
      expect(await countIn(under.storesOf("third"))).toEqual([1]);
    });

    it("count a try that began and was never over, and none of a timer that is gone", async () => {
      const { stores, shards, under } = bench();
      await set("r", 0);
      const [timer] = (await stores.lanes.dueTimers(shards, 10)).timers;
      if (timer === undefined) throw new Error("no timer is due");
      const tries = async () => (await under.inspect.timers()).map(({ attempts }) => attempts);
      await stores.lanes.countTimerTry(timer, "begins");
      expect(await tries()).toEqual([1]);
      await stores.lanes.countTimerTry(timer, "is over");
      await stores.lanes.countTimerTry(timer, "is over");
      expect(await tries()).toEqual([0]);
      await set("r", 0, 2);
      await stores.lanes.countTimerTry(timer, "begins");
      expect(await tries()).toEqual([0]);
      await stores.lanes.commit([commitOf("o-1", [], { cancelledTimers: ["r"] })]);
      await stores.lanes.countTimerTry(timer, "begins");
      expect(await tries()).toEqual([]);
    });

    it("belong to the shard of their subject", async () => {
      await set("r", 0);
      expect(await bench().stores.lanes.dueTimers([], 10)).toEqual({
        timers: [],
        cutAt: undefined,
      });
    });

    it("come page by page, each once, also those of one time, and are counted as handed out once", async () => {
      const { stores, shards, under } = bench();
      const refs = ["a", "b", "c", "d", "e"];
      const timers = refs.map((ref) => timerWrite(ref, { delayMs: 0 }));
      await stores.lanes.commit([commitOf("o-1", [], { timers })]);
      const round = async (): Promise<readonly (readonly [ref: string, deliveries: number])[]> => {
        const read: [ref: string, deliveries: number][] = [];
        for (let after: TimerPlace | undefined, page = 0; page < 3; page += 1) {
          const { timers, cutAt } = await stores.lanes.dueTimers(shards, 2, after);
          read.push(...timers.map(({ ref, deliveries }) => [ref, deliveries] as [string, number]));
          expect(cutAt === undefined).toBe(page === 2);
          after = cutAt;
        }
        return [...read].sort(([first], [second]) => (first < second ? -1 : 1));
      };
      expect(await round()).toEqual(refs.map((ref) => [ref, 1]));
      expect(await round()).toEqual(refs.map((ref) => [ref, 1]));
      expect((await under.inspect.timers()).map(({ deliveries }) => deliveries)).toEqual(
        refs.map(() => 1),
      );
    });

    it("are gone when they fired, and when their state was left", async () => {
      await set("fires", 0);
      await set("cancelled", 0);
      await bench().stores.lanes.commit([
        commitOf("o-1", [{ kind: "timer-fired", ref: "fires", revision: 1 }], {
          cancelledTimers: ["cancelled", "never set"],
        }),
      ]);
      expect(await due()).toEqual([]);
    });

    it("start over when set again, also in the commit that takes them back", async () => {
      await set("r", 10_000, 1);
      await bench().under.passTime(9_000);
      await bench().stores.lanes.commit([
        commitOf("o-1", [], {
          cancelledTimers: ["r"],
          timers: [timerWrite("r", { delayMs: 10_000, revision: 2 })],
        }),
      ]);
      await bench().under.passTime(9_000);
      expect(await due()).toEqual([]);
      await bench().under.passTime(1_000);
      expect(await due()).toEqual(["r"]);
    });
  });
}
