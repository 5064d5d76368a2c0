import { describe, expect, it } from "vitest";
import {
  commitOf,
  effectWrite,
  historyWrite,
  instanceWrite,
  letterOf,
  timerWrite,
} from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";
import type { StepCommit } from "./step-commit.ts";

const KEY = { machineId: "order", subject: "o-1" };

/** What every `CommandStore` tells about an instance that an operator wants to act on. */
export function instanceWorkContract(options: EngineContractOptions): void {
  describe("what an instance waits for", () => {
    const bench = contractBench(options);
    const commit = (...commits: StepCommit[]) => bench().stores.lanes.commit(commits);
    const step = (revision: number, event: string, extra: Partial<StepCommit> = {}) => {
      const { chartId } = bench();
      const causeKind = event.includes(".") ? ("effect" as const) : ("event" as const);
      return commitOf("o-1", [], {
        instance: instanceWrite(chartId, revision),
        history: { ...historyWrite(chartId, revision), event, causeKind },
        ...extra,
      });
    };

    it("is its open calls, timers and letters, and the envelope it took last", async () => {
      const { stores } = bench();
      const {
        effects: [a, b, c],
      } = await commit(
        step(1, "GO", {
          effects: [
            effectWrite("a"),
            effectWrite("b"),
            effectWrite("c"),
            effectWrite("mail#0", { kind: "action" }),
          ],
          timers: [timerWrite("later", { delayMs: 60_000 }), timerWrite("soon")],
          deadLetters: [letterOf("l-1", { revision: 1 }), letterOf("l-2")],
        }),
        commitOf("o-2", [], {
          effects: [effectWrite("a")],
          timers: [timerWrite("t")],
          deadLetters: [letterOf("l-3", { subject: "o-2" })],
        }),
      );
      await commit(
        commitOf("o-1", [
          { kind: "effect-done", effectId: a?.id ?? "", token: a?.token ?? "", output: 1 },
          { kind: "effect-dead", effectId: b?.id ?? "", token: b?.token ?? "", errors: [] },
          { kind: "letter-resolved", letterId: "l-2", resolution: "resolved" },
        ]),
        commitOf("o-2"),
      );
      await commit(step(2, "done.invoke.a"));

      const work = await stores.commands.findWork(KEY);

      expect(work.calls.map(({ ref, kind, status }) => [ref, kind, status])).toEqual([
        ["b", "invoke", "dead"],
        ["c", "invoke", "pending"],
        ["mail#0", "action", "pending"],
      ]);
      expect(work.calls[1]).toMatchObject({ id: c?.id, call: effectWrite("c").call });
      expect(work.timers.map(({ ref, label }) => [ref, label])).toEqual([
        ["soon", "after.1000"],
        ["later", "after.1000"],
      ]);
      expect(work.letters.map(({ id, revision }) => [id, revision])).toEqual([["l-1", 1]]);
      expect(work.causeEventId).toBe("e-1");
    });

    it("is nothing for an instance that is not there", async () => {
      expect(await bench().stores.commands.findWork(KEY)).toEqual({
        calls: [],
        timers: [],
        letters: [],
      });
    });

    it("was something else after an earlier step, while that is kept", async () => {
      const { stores, chartId } = bench();
      await commit(step(1, "GO"));
      await commit(step(2, "GO"));
      expect(await stores.commands.findRevision(KEY, 1)).toEqual({
        revision: 1,
        chartId,
        phase: "running",
        states: ["open"],
        snapshot: { context: { revision: 1 } },
      });
      expect(await stores.commands.findRevision(KEY, 3)).toBeUndefined();
      expect(await stores.commands.findRevision({ ...KEY, subject: "o-2" }, 1)).toBeUndefined();
    });

    it("tells calls that were over by a revision from those that came after it", async () => {
      const { stores } = bench();
      const calls = async (upTo: number) =>
        (await stores.commands.findCalls(KEY, ["a", "b", "none"], upTo))
          .map(({ ref, revision, wasOver }) => [ref, revision, wasOver])
          .sort();
      await commit(step(1, "GO", { effects: [effectWrite("a"), effectWrite("b")] }));
      await commit(step(2, "done.invoke.a"));
      await commit(step(3, "GO", { effects: [effectWrite("a", { revision: 3 })] }));
      await commit(step(4, "error.platform.b"));
      expect(await calls(1)).toEqual([
        ["a", 1, false],
        ["b", 1, false],
      ]);
      expect(await calls(2)).toEqual([
        ["a", 1, true],
        ["b", 1, false],
      ]);
      expect(await calls(4)).toEqual([
        ["a", 3, false],
        ["b", 1, true],
      ]);
      expect(await stores.commands.findCalls(KEY, [], 4)).toEqual([]);
    });

    it("may be moved to chart versions that are found by their names", async () => {
      const { stores, chartId, under } = bench();
      const current = under.charts.find(({ machineId }) => machineId === "order");
      const { version = "" } = current ?? {};
      expect(await stores.charts.findVersion("order", version)).toMatchObject({ id: chartId });
      expect(await stores.charts.findVersion("order", "no such")).toBeUndefined();
      expect(await stores.charts.findVersion("no such", version)).toBeUndefined();
    });
  });
}
