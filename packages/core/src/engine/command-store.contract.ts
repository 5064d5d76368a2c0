import { describe, expect, it } from "vitest";
import { commitOf, effectWrite } from "../testing/commit-makers.ts";
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
    const claim = (limit = 10) => bench().stores.commands.claimCommands(limit);
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
        dryRun: false,
        force: false,
        reason: "fixed",
        actor: "mara",
      });
      expect(await claim()).toEqual([]);
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
      const [effect] = await stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite("charge")] }),
      ]);
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

    it("find a call's row, or miss it", async () => {
      expect(await bench().stores.commands.findEffect("999999")).toBeUndefined();
    });
  });
}
