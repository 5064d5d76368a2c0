import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import {
  commitOf,
  doneWith,
  effectWrite,
  historyWrite,
  instanceWrite,
  letterOf,
  receiptOf,
  timerWrite,
} from "../testing/commit-makers.ts";
import {
  CONTRACT_EFFECT_LEASE_MS,
  type ContractBench,
  contractBench,
  type EngineContractOptions,
} from "../testing/contract-stores.ts";
import type { StepCommit } from "./step-commit.ts";

const KEY = { machineId: "order", subject: "o-1" };

/** A commit with a bit of everything. */
export function fullCommit(
  { chartId }: ContractBench,
  settlements: StepCommit["settlements"],
): StepCommit {
  return commitOf("o-1", settlements, {
    receipt: receiptOf("e-1"),
    instance: instanceWrite(chartId, 1),
    history: historyWrite(chartId, 1),
    events: [
      {
        topic: "events",
        revision: 1,
        envelope: createEnvelope({ type: "order.placed", source: "xsm/order", subject: "o-1" }),
      },
    ],
    effects: [effectWrite("charge")],
    timers: [timerWrite("t")],
    deadLetters: [letterOf("l-1")],
    audit: [{ actor: "a", action: "replay", target: "t", outcome: "done", detail: {} }],
  });
}

/** Everything that a commit may have written. */
export async function everythingIn({ under }: ContractBench): Promise<unknown> {
  const { inspect } = under;
  return {
    deliveries: await inspect.deliveries(),
    events: await inspect.events(),
    instances: await inspect.instances(),
    history: await inspect.history(KEY),
    effects: await inspect.effects(),
    timers: await inspect.timers(),
    letters: await inspect.letters(),
    audit: await inspect.audit(),
  };
}

/** What a commit writes. */
export function laneCommitContract(options: EngineContractOptions): void {
  describe("committing", () => {
    const bench = contractBench(options);

    it("writes every part of a commit, and ends what led to it", async () => {
      const { stores, under, deliver } = bench();
      const delivery = await deliver("o-1");

      await stores.lanes.commit([fullCommit(bench(), [doneWith(delivery)])]);

      const { inspect } = under;
      expect((await inspect.deliveries()).map(({ topic }) => topic)).not.toContain("commands");
      expect((await inspect.events()).map(({ type }) => type)).toEqual([
        "order.place",
        "order.placed",
      ]);
      expect(await inspect.history(KEY)).toMatchObject([{ revision: 1, event: "GO" }]);
      expect(await inspect.effects()).toMatchObject([{ ref: "charge", status: "pending" }]);
      expect(await inspect.timers()).toMatchObject([{ ref: "t", label: "after.1000" }]);
      expect(await inspect.letters()).toMatchObject([{ id: "l-1", occurrences: 1 }]);
      expect(await inspect.audit()).toMatchObject([{ seq: "1", action: "replay" }]);
      const receipt = { scope: "/contract/order/o-1", key: "e-1" };
      const loaded = await stores.lanes.load([KEY], [receipt]);
      expect(loaded.receipt(receipt)?.fingerprint).toBe("f-1");
      expect(loaded.instance(KEY)).toEqual({
        ...KEY,
        chartId: bench().chartId,
        revision: 1,
        status: "active",
        phase: "running",
        states: ["open"],
        snapshot: { context: { revision: 1 } },
        correlationId: "c-1",
      });
    });

    it("moves an instance on, and keeps the correlation it started with", async () => {
      const { stores, chartId } = bench();
      const moved = instanceWrite(chartId, 2, { correlationId: "c-2", status: "done" });
      await stores.lanes.commit([commitOf("o-1", [], { instance: instanceWrite(chartId, 1) })]);
      await stores.lanes.commit([commitOf("o-1", [], { instance: moved })]);

      const instance = (await stores.lanes.load([KEY], [])).instance(KEY);

      expect(instance).toMatchObject({ revision: 2, status: "done", correlationId: "c-1" });
    });

    it("hands back the calls it creates, leased to this worker, the first try counted", async () => {
      const { stores, under, shards } = bench();

      const { effects } = await stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite("a"), effectWrite("b")] }),
        commitOf("o-2", [], { effects: [effectWrite("a")] }),
      ]);

      expect(effects.map(({ subject, ref, attempts }) => [subject, ref, attempts])).toEqual([
        ["o-1", "a", 1],
        ["o-1", "b", 1],
        ["o-2", "a", 1],
      ]);
      expect(effects[0]?.call).toEqual(effectWrite("a").call);
      expect(await stores.effects.claimEffects(shards, 10)).toEqual([]);
      await under.passTime(CONTRACT_EFFECT_LEASE_MS);
      expect(await stores.effects.claimEffects(shards, 10)).toHaveLength(3);
    });

    it("keeps JSON as it was sent, and apart from the caller's own objects", async () => {
      const { stores, chartId } = bench();
      const context = { "": 'a "quoted" \\ value', z: 1, a: [1.5, null, { b: "ü\u2028" }] };
      const snapshot = { context: structuredClone(context) };
      await stores.lanes.commit([
        commitOf("o-1", [], { instance: instanceWrite(chartId, 1, { snapshot }) }),
      ]);
      snapshot.context.z = 2;

      const stored = (await stores.lanes.load([KEY], [])).instance(KEY)?.snapshot;

      expect(JSON.stringify(stored)).toBe(JSON.stringify({ context }));
    });

    it("commits nothing gladly", async () => {
      const nothing = { effects: [], hasDeliveries: false };
      expect(await bench().stores.lanes.commit([commitOf("o-1")])).toEqual(nothing);
    });
  });
}
