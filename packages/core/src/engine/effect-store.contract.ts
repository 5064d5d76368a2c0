import { describe, expect, it } from "vitest";
import { commitOf, effectWrite } from "../testing/commit-makers.ts";
import {
  CONTRACT_EFFECT_LEASE_MS,
  contractBench,
  type EngineContractOptions,
} from "../testing/contract-stores.ts";
import type { EffectRecord } from "./records.ts";
import type { Settlement } from "./step-commit.ts";

const failure = { name: "Error", message: "503", at: "2026-01-01T00:00:00.000Z", attempt: 1 };

/** What every `EffectStore` owes an engine. */
export function effectStoreContract(options: EngineContractOptions): void {
  describe("service calls", () => {
    const bench = contractBench(options);
    const create = async (ref = "charge", kind: "invoke" | "action" = "invoke") => {
      const {
        effects: [effect],
      } = await bench().stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite(ref, { kind })] }),
      ]);
      return effect as EffectRecord;
    };
    const end = (...settlements: Settlement[]) =>
      bench().stores.lanes.commit([commitOf("o-1", settlements)]);
    const claim = (limit = 10) => bench().stores.effects.claimEffects(bench().shards, limit);
    const state = async (id: string) =>
      (await bench().under.inspect.effects()).find((effect) => effect.id === id);

    it("are claimed when their lease has run out, with a new token; the try that never ended is a death, and no try [LEA-02][LEA-11]", async () => {
      const effect = await create();
      await bench().under.passTime(CONTRACT_EFFECT_LEASE_MS - 1_000);
      expect(await claim()).toEqual([]);
      await bench().under.passTime(1_000);

      const [again] = await claim();

      expect(again).toMatchObject({ id: effect.id, attempts: 1, deaths: 1, call: effect.call });
      expect(again?.token).not.toBe(effect.token);
      const late = end({
        kind: "effect-done",
        effectId: effect.id,
        token: effect.token,
        output: 1,
      });
      await expect(late).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
    });

    it("tried alone are claimed with that try counted, and why, when their lease has run out", async () => {
      const effect = await create();
      expect(await bench().under.storesOf("second").effects.markAlone(effect.id, true)).toBe(false);
      expect(await bench().stores.effects.markAlone(effect.id, true)).toBe(true);
      await bench().under.passTime(CONTRACT_EFFECT_LEASE_MS);

      const [again] = await claim();

      const died = { name: "WorkerDied", attempt: 1 };
      expect(again).toMatchObject({ attempts: 2, deaths: 1, errors: [died] });
      await bench().under.passTime(CONTRACT_EFFECT_LEASE_MS);
      expect(await claim()).toMatchObject([{ attempts: 2, deaths: 2, errors: [died] }]);
    });

    it("are not alone any more once that is said, or they are put off or given back", async () => {
      const { stores, under } = bench();
      const [said, putOff, back] = [await create("a"), await create("b"), await create("c")];
      for (const { id } of [said, putOff, back]) await stores.effects.markAlone(id, true);
      expect(await stores.effects.markAlone(said.id, false)).toBe(true);
      await stores.effects.rescheduleEffect(putOff, 0, []);
      await stores.effects.releaseEffects([back.id]);
      await claim();
      await under.passTime(CONTRACT_EFFECT_LEASE_MS);

      const claimed = (await claim()).map(({ ref, attempts, errors }) => [ref, attempts, errors]);

      expect(claimed.sort()).toEqual([
        ["a", 1, []],
        ["b", 2, []],
        ["c", 1, []],
      ]);
    });

    it("are claimed once, whoever asks first, oldest first and no more than asked for", async () => {
      const ids = [await create("a"), await create("b"), await create("c")].map(({ id }) => id);
      await bench().under.passTime(CONTRACT_EFFECT_LEASE_MS);
      const second = bench().under.storesOf("second");

      const [mine, theirs] = await Promise.all([
        claim(2),
        second.effects.claimEffects(bench().shards, 2),
      ]);

      const claimed = [...mine, ...theirs].map(({ id }) => id);
      expect([...claimed].sort()).toEqual([...ids].sort());
      expect(await bench().stores.effects.claimEffects([], 10)).toEqual([]);
    });

    it("stay held while they are renewed, by their holder only [LEA-12]", async () => {
      const effect = await create();
      const { stores, under } = bench();
      for (let turn = 0; turn < 3; turn += 1) {
        await under.passTime(CONTRACT_EFFECT_LEASE_MS - 1_000);
        expect(await stores.effects.renewEffects([effect.id])).toEqual([effect.id]);
      }
      expect(await under.storesOf("second").effects.renewEffects([effect.id])).toEqual([]);
      expect(await claim()).toEqual([]);
      await end({ kind: "effect-done", effectId: effect.id, token: effect.token, output: null });
      expect(await stores.effects.renewEffects([effect.id])).toEqual([]);
    });

    it("are leased again by their holder where it asks for lost ones, without a try being counted", async () => {
      const { stores, under } = bench();
      const known = await create("a");
      const lost = await create("b");
      await stores.lanes.commit([commitOf("o-2", [], { effects: [effectWrite("other")] })]);
      const done = await create("c");
      await end({ kind: "effect-done", effectId: done.id, token: done.token, output: 1 });
      const names = [{ machineId: "order", subject: "o-1" }];
      const here = { lanes: { kind: "only" as const, names }, exceptIds: [known.id] };
      const elsewhere = { lanes: { kind: "except" as const, names }, exceptIds: [known.id] };
      const second = under.storesOf("second");
      expect(await second.effects.reclaimEffects(here)).toEqual([]);
      expect(await second.effects.reclaimEffects(elsewhere)).toEqual([]);

      await under.passTime(CONTRACT_EFFECT_LEASE_MS - 1_000);
      const found = await stores.effects.reclaimEffects(here);
      const other = await stores.effects.reclaimEffects(elsewhere);

      expect(other).toMatchObject([{ subject: "o-2", ref: "other", attempts: 1 }]);
      expect(found).toMatchObject([{ id: lost.id, attempts: 1, call: lost.call }]);
      await under.passTime(1_000);
      expect((await claim()).map(({ ref }) => ref)).toEqual(["a"]);
      const late = end({ kind: "effect-done", effectId: lost.id, token: lost.token, output: 1 });
      await expect(late).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
      const token = found[0]?.token ?? "";
      await end({ kind: "effect-done", effectId: lost.id, token, output: 2 });
      expect(await state(lost.id)).toMatchObject({ status: "done", output: 2 });
    });

    it("put off wait out their delay and keep their errors", async () => {
      const effect = await create();
      await bench().stores.effects.rescheduleEffect(effect, 5_000, [failure]);
      expect(await claim()).toEqual([]);
      await bench().under.passTime(5_000);
      expect(await claim()).toMatchObject([{ id: effect.id, attempts: 2, errors: [failure] }]);
      // The token moved: an answer that was under way cannot put it off again.
      await bench().stores.effects.rescheduleEffect(effect, 0, []);
      expect(await state(effect.id)).toMatchObject({ errors: [failure] });
    });

    it("given back are free at once and their try does not count, for their holder only [LEA-03][LEA-12]", async () => {
      const effect = await create();
      await bench().under.storesOf("second").effects.releaseEffects([effect.id]);
      expect(await claim()).toEqual([]);
      await bench().stores.effects.releaseEffects([effect.id]);
      expect(await claim()).toMatchObject([{ id: effect.id, attempts: 1 }]);
    });

    it("end once, with what came of them", async () => {
      const done = await create("a");
      const failed = await create("b");
      const dead = await create("c");
      await end(
        { kind: "effect-done", effectId: done.id, token: done.token, output: { tx: 9 } },
        { kind: "effect-failed", effectId: failed.id, token: failed.token, errors: [failure] },
        { kind: "effect-dead", effectId: dead.id, token: dead.token, errors: [failure, failure] },
      );
      expect(await state(done.id)).toMatchObject({ status: "done", output: { tx: 9 } });
      expect(await state(failed.id)).toMatchObject({ status: "failed", errors: [failure] });
      expect(await state(dead.id)).toMatchObject({ status: "dead", errors: [failure, failure] });
      await bench().under.passTime(CONTRACT_EFFECT_LEASE_MS);
      expect(await claim()).toEqual([]);
    });

    it("cut by an operator end in the status they were found in, or not at all", async () => {
      const { stores, under } = bench();
      const pending = await create("a", "action");
      const dead = await create("b");
      await end({ kind: "effect-dead", effectId: dead.id, token: dead.token, errors: [failure] });
      const cut = (effectId: string, status: "pending" | "dead") =>
        end({ kind: "effect-cut", effectId, status });
      for (const [id, status] of [
        [pending.id, "dead"],
        [dead.id, "pending"],
      ] as const) {
        await expect(cut(id, status)).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
      }
      await cut(pending.id, "pending");
      await cut(dead.id, "dead");
      expect(await state(pending.id)).toMatchObject({ status: "cancelled" });
      expect(await state(dead.id)).toMatchObject({ status: "cancelled", errors: [failure] });
      await expect(cut(dead.id, "dead")).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
      expect(await stores.effects.renewEffects([pending.id])).toEqual([]);
      const { id: effectId, token } = pending;
      const answer = end({ kind: "effect-done", effectId, token, output: 1 });
      await expect(answer).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
      await stores.effects.recordLateResult(pending.id, { output: "late" });
      expect((await state(pending.id))?.late).toEqual({ output: "late" });
      await under.passTime(CONTRACT_EFFECT_LEASE_MS);
      expect(await claim()).toEqual([]);
    });

    it("are cancelled with their state, and keep one late result that moves nothing", async () => {
      const effect = await create();
      const { stores } = bench();
      await stores.effects.recordLateResult(effect.id, { output: "not late yet" });
      expect((await state(effect.id))?.late).toBeUndefined();
      await stores.lanes.commit([commitOf("o-1", [], { cancelledEffects: ["charge", "none"] })]);
      expect(await state(effect.id)).toMatchObject({ status: "cancelled" });
      await stores.effects.recordLateResult(effect.id, { output: "late" });
      await stores.effects.recordLateResult(effect.id, { output: "later" });
      expect((await state(effect.id))?.late).toEqual({ output: "late" });
      const answer = end({
        kind: "effect-done",
        effectId: effect.id,
        token: effect.token,
        output: 1,
      });
      await expect(answer).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
    });

    it("keep what their timed-out tries answered late, also while the next try is due or under way", async () => {
      const effect = await create();
      const { stores } = bench();
      await stores.effects.rescheduleEffect(effect, 0, [failure]);
      const [again] = await claim();
      await stores.effects.recordLateAnswer(effect.id, { output: "one", attempt: 1 });
      expect(await state(effect.id)).toMatchObject({
        status: "pending",
        attempts: 2,
        late: { output: "one", attempt: 1 },
      });
      await end({
        kind: "effect-done",
        effectId: effect.id,
        token: again?.token ?? "",
        output: "three",
      });
      await stores.effects.recordLateAnswer(effect.id, { output: "two", attempt: 2 });
      await stores.effects.recordLateAnswer(effect.id, { output: "four", attempt: 3 });
      expect(await state(effect.id)).toMatchObject({ status: "done", output: "three" });
      expect((await state(effect.id))?.late).toEqual({
        output: "one",
        attempt: 1,
        more: [
          { output: "two", attempt: 2 },
          { output: "four", attempt: 3 },
        ],
      });
    });

    it("that are side-effect actions, ended, or another subject's are not cancelled", async () => {
      const action = await create("mail#0", "action");
      const done = await create("a");
      await end({ kind: "effect-done", effectId: done.id, token: done.token, output: null });
      const { stores } = bench();
      await stores.lanes.commit([
        commitOf("o-1", [], { cancelledEffects: ["mail#0", "a"] }),
        commitOf("o-2", [], { cancelledEffects: ["mail#0", "a"] }),
      ]);
      expect(await state(action.id)).toMatchObject({ status: "pending" });
      expect(await state(done.id)).toMatchObject({ status: "done" });
    });
  });
}
