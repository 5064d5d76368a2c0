import { describe, expect, it } from "vitest";
import type { InstanceAction } from "../operations/instance-action.ts";
import { commitOf, effectWrite, letterOf } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";

/** No implementation holds a command longer than this without saying so. */
const LEASE_MAX_MS = 60_000;

/** What every `CommandStore` owes an engine. */
export function commandStoreContract(options: EngineContractOptions): void {
  describe("operators' commands", () => {
    const bench = contractBench(options);
    const request = (letterId: string, dryRun = true) =>
      bench().under.requestCommand({
        project: "contract",
        kind: "replay",
        target: { letterId },
        dryRun,
        reason: "fixed",
        actor: "mara",
      });
    const claim = (limit = 10) => bench().stores.commands.claimCommands(bench().shards, limit);
    const find = (id: string) => bench().under.inspect.findCommand(id);

    it("are claimed once, oldest first, with what was asked for", async () => {
      const ids = [await request("l-1"), await request("l-2", false), await request("l-3")];

      const first = await claim(2);
      const rest = await claim();

      expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
      expect(first[1]).toEqual({
        id: ids[1],
        kind: "replay",
        target: { letterId: "l-2" },
        parameters: {},
        dryRun: false,
        force: false,
        reason: "fixed",
        actor: "mara",
      });
      expect(await claim()).toEqual([]);
    });

    it("about an instance come with what was asked for, and are refused when that is malformed", async () => {
      const { under } = bench();
      const send = (action: object, reason = "asked") =>
        under.requestCommand({
          project: "contract",
          kind: "instance",
          target: { machineId: "order", subject: "o-1" },
          action: action as InstanceAction,
          dryRun: false,
          reason,
          actor: "mara",
        });
      const id = await send({ kind: "send", event: "GO", payload: { n: 1, deep: [null] } });
      for (const action of [
        { kind: "send", event: " " },
        { kind: "send", event: "GO", payload: Number.NaN },
        { kind: "rewind", revision: 0 },
        { kind: "rewind" },
        { kind: "migrate", states: { a: 1 } },
        { kind: "cancel", event: "GO" },
      ]) {
        await expect(send(action)).rejects.toMatchObject({ code: "OPERATION_REFUSED" });
      }
      const unexplained = send({ kind: "cancel" }, " ");
      await expect(unexplained).rejects.toMatchObject({ code: "OPERATION_REFUSED" });
      expect(await claim()).toEqual([
        {
          id,
          kind: "send",
          target: { machineId: "order", subject: "o-1" },
          parameters: { event: "GO", payload: { n: 1, deep: [null] } },
          dryRun: false,
          force: false,
          reason: "asked",
          actor: "mara",
        },
      ]);
      expect(await under.inspect.audit()).toMatchObject([
        { action: "send", target: "instance order/o-1", outcome: "requested" },
      ]);
    });

    it("are claimed by the owner of their subject's shard, those about nothing by anyone", async () => {
      const { under, stores, deliver } = bench();
      const { fence } = await deliver("o-1");
      await stores.lanes.commit([commitOf("o-1", [], { deadLetters: [letterOf("l-1")] })]);
      const about = (subject: string) =>
        under.requestCommand({
          project: "contract",
          kind: "instance",
          target: { machineId: "order", subject },
          action: { kind: "cancel" },
          dryRun: true,
          actor: "mara",
        });
      const ours = [await about("o-1"), await request("l-1")];
      const anyones = await request("unknown");
      const others = bench().shards.filter((shard) => shard !== fence.shard);
      const claimIn = async (shards: readonly number[]) =>
        (await stores.commands.claimCommands(shards, 10)).map(({ id }) => id);
      expect(await claimIn(others)).toEqual([anyones]);
      expect(await claimIn([fence.shard])).toEqual(ours);
    });

    it("leave an audit entry when they are real, and none when they are dry", async () => {
      await request("l-1");
      await request("l-2", false);
      expect(await bench().under.inspect.audit()).toMatchObject([
        { action: "replay", actor: "mara", target: "dead letter l-2", outcome: "requested" },
      ]);
    });

    it("are refused without a reason when they are real, and leave nothing", async () => {
      const request = {
        project: "contract",
        kind: "resolve" as const,
        target: { letterId: "l-1" },
        dryRun: false,
        reason: "  ",
        actor: "mara",
      };
      await expect(bench().under.requestCommand(request)).rejects.toMatchObject({
        code: "REPLAY_REFUSED",
      });
      expect(await claim()).toEqual([]);
      expect(await bench().under.inspect.audit()).toEqual([]);
    });

    it("are claimed again when the worker that had them is silent for too long", async () => {
      const id = await request("l-1");
      await claim();
      await bench().under.passTime(LEASE_MAX_MS);
      expect(await claim()).toMatchObject([{ id }]);
    });

    it("are finished once: a replay happens once", async () => {
      const id = await request("l-1");
      await claim();
      const finish = () =>
        bench().stores.lanes.commit([
          commitOf("o-1", [
            { kind: "command-finished", commandId: id, status: "done", result: { outcome: "x" } },
          ]),
        ]);
      await finish();
      await expect(finish()).rejects.toMatchObject({ code: "COMMIT_CONFLICT" });
      expect(await find(id)).toMatchObject({ status: "done", result: { outcome: "x" } });
      await bench().stores.commands.finishCommand(id, "failed", { outcome: "y" });
      expect(await find(id)).toMatchObject({ status: "done", result: { outcome: "x" } });
    });

    it("may be refused outside of any lane", async () => {
      const id = await request("l-1");
      await claim();
      await bench().stores.commands.finishCommand(id, "refused", { refusals: ["no"] });
      expect(await find(id)).toMatchObject({ status: "refused", result: { refusals: ["no"] } });
    });

    it("that start a call again stay open, without a lease, until the call ends", async () => {
      const { stores, under, shards } = bench();
      const {
        effects: [effect],
      } = await stores.lanes.commit([commitOf("o-1", [], { effects: [effectWrite("charge")] })]);
      const { id: effectId = "", token = "" } = effect ?? {};
      await stores.lanes.commit([
        commitOf("o-1", [{ kind: "effect-dead", effectId, token, errors: [] }]),
      ]);
      const id = await request("l-1", false);
      await claim();

      await stores.lanes.commit([
        commitOf("o-1", [
          {
            kind: "effect-again",
            effectId,
            commandId: id,
            progress: { outcome: "retrying", n: 1 },
            replay: { letterId: "l-1", actor: "mara", reason: "it is back" },
          },
        ]),
      ]);

      expect(await find(id)).toMatchObject({ status: "running", result: { outcome: "retrying" } });
      expect(await stores.commands.findEffect(effectId)).toMatchObject({ status: "pending" });
      await under.passTime(LEASE_MAX_MS);
      expect(await claim()).toEqual([]);
      expect(await stores.effects.claimEffects(shards, 1)).toMatchObject([
        {
          id: effectId,
          attempts: 1,
          commandId: id,
          replay: { letterId: "l-1", actor: "mara", reason: "it is back" },
        },
      ]);
      await stores.lanes.commit([
        commitOf("o-1", [{ kind: "command-concluded", commandId: id, outcome: "processed" }]),
      ]);
      expect(await find(id)).toEqual({
        id,
        status: "done",
        result: { outcome: "processed", n: 1 },
      });
    });

    it("whose call is cancelled with its state are over", async () => {
      const { stores } = bench();
      const {
        effects: [effect],
      } = await stores.lanes.commit([commitOf("o-1", [], { effects: [effectWrite("charge")] })]);
      const { id: effectId = "", token = "" } = effect ?? {};
      const id = await request("l-1", false);
      await claim();
      await stores.lanes.commit([
        commitOf("o-1", [{ kind: "effect-dead", effectId, token, errors: [] }]),
      ]);
      const replay = { letterId: "l-1", actor: "mara" };
      await stores.lanes.commit([
        commitOf("o-1", [
          { kind: "effect-again", effectId, commandId: id, progress: { n: 1 }, replay },
        ]),
      ]);
      await stores.lanes.commit([commitOf("o-1", [], { cancelledEffects: ["charge"] })]);
      expect(await find(id)).toEqual({
        id,
        status: "done",
        result: { n: 1, outcome: "cancelled" },
      });
    });

    it("find a call's row, or miss it", async () => {
      expect(await bench().stores.commands.findEffect("999999")).toBeUndefined();
    });
  });
}
