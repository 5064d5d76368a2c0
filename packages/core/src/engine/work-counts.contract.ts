import { describe, expect, it } from "vitest";
import {
  commitOf,
  doneWith,
  effectWrite,
  historyWrite,
  instanceWrite,
  letterOf,
  receiptOf,
} from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";
import { CommitConflictError } from "./errors.ts";

/** What is done is counted with it: all of it or nothing. */
export function workCountsContract(options: EngineContractOptions): void {
  describe("counting", () => {
    const bench = contractBench(options);

    it("counts what commits did, by machine", async () => {
      const { stores, under, chartId, deliver } = bench();
      const delivery = await deliver("o-1");
      await stores.lanes.commit([
        commitOf("o-1", [doneWith(delivery)], {
          instance: instanceWrite(chartId, 1),
          history: historyWrite(chartId, 1),
          effects: [effectWrite("charge")],
        }),
        {
          ...commitOf("o-2", [], {
            instance: instanceWrite(chartId, 1),
            deadLetters: [letterOf("l-1")],
          }),
          machineId: "audit",
        },
      ]);

      const counts = await under.inspect.counts();

      expect(counts.get("order")).toMatchObject({ started: 1, steps: 1, consumed: 1, calls: 1 });
      expect(counts.get("audit")).toMatchObject({ started: 1, steps: 0, deadLettered: 1 });
    });

    it("counts nothing of a commit that is void", async () => {
      const { stores, under, chartId } = bench();
      const first = { instance: instanceWrite(chartId, 1), receipt: receiptOf("e-1") };
      await stores.lanes.commit([commitOf("o-1", [], first)]);

      const again = stores.lanes.commit([
        commitOf("o-2", [], { instance: instanceWrite(chartId, 1) }),
        commitOf("o-1", [], first),
      ]);

      await expect(again).rejects.toBeInstanceOf(CommitConflictError);
      expect((await under.inspect.counts()).get("order")).toMatchObject({ started: 1 });
    });

    it("counts a call that is put off for another try, unless somebody else ended it", async () => {
      const { stores, under } = bench();
      const {
        effects: [effect],
      } = await stores.lanes.commit([commitOf("o-1", [], { effects: [effectWrite("charge")] })]);
      if (effect === undefined) throw new Error("no call was written");
      await stores.effects.rescheduleEffect(effect, 1_000, []);
      await stores.effects.rescheduleEffect({ ...effect, token: "999999" }, 1_000, []);

      expect((await under.inspect.counts()).get("order")).toMatchObject({ callsRetried: 1 });
    });

    it("says the same before and after what was counted is added up", async () => {
      const { stores, under, chartId } = bench();
      const start = (subject: string) =>
        stores.lanes.commit([commitOf(subject, [], { instance: instanceWrite(chartId, 1) })]);
      await start("o-1");
      await stores.upkeep.foldCounts();
      await start("o-2");
      const before = await under.inspect.counts();
      await stores.upkeep.foldCounts();

      expect(before.get("order")).toMatchObject({ started: 2 });
      expect(await under.inspect.counts()).toEqual(before);
    });
  });
}
