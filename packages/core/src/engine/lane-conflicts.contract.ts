import { describe, expect, it } from "vitest";
import {
  commitOf,
  doneWith,
  effectWrite,
  instanceWrite,
  receiptOf,
  timerWrite,
} from "../testing/commit-makers.ts";
import {
  CONTRACT_LEASE_MS,
  contractBench,
  type EngineContractOptions,
  joinAs,
} from "../testing/contract-stores.ts";
import { CommitConflictError } from "./errors.ts";
import { everythingIn, fullCommit } from "./lane-commit.contract.ts";
import type { Settlement } from "./step-commit.ts";

const STALE = { shard: 0, token: "999999" };

/** What no longer fits voids the whole commit. */
export function laneConflictsContract(options: EngineContractOptions): void {
  describe("conflicts", () => {
    const bench = contractBench(options);

    /** A conflict of `settlement` must leave no trace of the full commit around it, nor of the commit beside it. */
    const expectConflict = async (
      settlements: readonly Settlement[],
      extra: Partial<ReturnType<typeof commitOf>> = {},
    ) => {
      const before = await everythingIn(bench());
      const beside = commitOf("o-9", [], { instance: instanceWrite(bench().chartId, 1) });
      const attempt = bench().stores.lanes.commit([
        beside,
        { ...fullCommit(bench(), settlements), ...extra },
      ]);
      await expect(attempt).rejects.toBeInstanceOf(CommitConflictError);
      expect(await everythingIn(bench())).toEqual(before);
    };

    it("refuses a delivery that is gone, and writes nothing [OBX-13][OBX-14][OBX-16]", async () => {
      const { stores, deliver } = bench();
      const delivery = await deliver("o-1");
      await stores.lanes.commit([commitOf("o-1", [doneWith(delivery)])]);
      await expectConflict([doneWith(delivery)]);
    });

    it("refuses a delivery read under a token that another worker has taken over [LEA-04][LEA-08]", async () => {
      const { under, deliver } = bench();
      const delivery = await deliver("o-1");
      await under.passTime(CONTRACT_LEASE_MS + 1);
      await joinAs(under, "second");
      await expectConflict([doneWith(delivery)]);
    });

    it("refuses to put back a delivery under a stale token", async () => {
      const { id } = await bench().deliver("o-1");
      await expectConflict([
        {
          kind: "delivery-retry",
          deliveryId: id,
          fence: STALE,
          attempts: 1,
          delayMs: 0,
          errors: [],
        },
      ]);
    });

    it("refuses a stale revision, and a second start of one instance", async () => {
      const { stores, chartId } = bench();
      await stores.lanes.commit([commitOf("o-1", [], { instance: instanceWrite(chartId, 1) })]);
      await expectConflict([], { instance: instanceWrite(chartId, 1) });
      await expectConflict([], { instance: instanceWrite(chartId, 3) });
    });

    it("refuses a receipt whose key is answered for [INB-09]", async () => {
      const { stores } = bench();
      await stores.lanes.commit([commitOf("o-1", [], { receipt: receiptOf("e-1") })]);
      await expectConflict([], { receipt: receiptOf("e-1", { fingerprint: "other" }) });
    });

    it("lets the first of many racing commits win, and only that one [INB-09]", async () => {
      const { stores, chartId } = bench();
      const race = Array.from({ length: 20 }, () =>
        stores.lanes.commit([
          commitOf("o-1", [], { receipt: receiptOf("e-1"), instance: instanceWrite(chartId, 1) }),
        ]),
      );
      const outcomes = await Promise.allSettled(race);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("refuses a call that is no longer pending, or held under another token [LEA-08]", async () => {
      const { stores } = bench();
      const {
        effects: [effect],
      } = await stores.lanes.commit([commitOf("o-1", [], { effects: [effectWrite("a")] })]);
      const { id: effectId = "", token = "" } = effect ?? {};
      await expectConflict([{ kind: "effect-done", effectId, token: "77", output: null }]);
      await stores.lanes.commit([
        commitOf("o-1", [{ kind: "effect-done", effectId, token, output: null }]),
      ]);
      await expectConflict([{ kind: "effect-done", effectId, token, output: null }]);
      await expectConflict([{ kind: "effect-failed", effectId, token, errors: [] }]);
      await expectConflict([{ kind: "effect-dead", effectId, token, errors: [] }]);
      await expectConflict([
        {
          kind: "effect-again",
          effectId,
          commandId: "c",
          progress: {},
          replay: { letterId: "l", actor: "mara" },
        },
      ]);
    });

    it("refuses a timer that was set again or is gone", async () => {
      const { stores } = bench();
      const set = (revision: number) =>
        stores.lanes.commit([commitOf("o-1", [], { timers: [timerWrite("r", { revision })] })]);
      await set(1);
      await set(2);
      await expectConflict([{ kind: "timer-fired", ref: "r", revision: 1 }]);
      await expectConflict([{ kind: "timer-fired", ref: "other", revision: 1 }]);
    });

    it("refuses to finish a command that nobody runs", async () => {
      await expectConflict([
        { kind: "command-finished", commandId: "none", status: "done", result: {} },
      ]);
    });
  });
}
