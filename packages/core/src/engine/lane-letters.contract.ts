import { describe, expect, it } from "vitest";
import { commitOf, effectWrite, letterOf } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";

const error = (message: string, attempt = 1) => ({
  name: "Error",
  message,
  at: "2026-01-01T00:00:00.000Z",
  attempt,
});

/** Dead letters: kept once a piece of work, with every occurrence. */
export function laneLettersContract(options: EngineContractOptions): void {
  describe("dead letters", () => {
    const bench = contractBench(options);
    const write = (...letters: readonly ReturnType<typeof letterOf>[]) =>
      bench().stores.lanes.commit([commitOf("o-1", [], { deadLetters: letters })]);
    const letters = () => bench().under.inspect.letters();

    it("count the same work given up again as an occurrence, and open again", async () => {
      await write(letterOf("l-1"));
      await bench().stores.lanes.commit([
        commitOf("o-1", [{ kind: "letter-resolved", letterId: "l-1", resolution: "replayed" }]),
      ]);
      expect(await letters()).toMatchObject([{ resolution: "replayed" }]);
      await write(letterOf("l-2", { workKey: "envelope:l-1", reason: "corrupt", attempts: 1 }));

      const [letter, ...others] = await letters();

      expect(others).toEqual([]);
      expect(letter).toMatchObject({ id: "l-1", reason: "corrupt", attempts: 1, occurrences: 2 });
      expect(letter?.resolution).toBeUndefined();
    });

    it("are deleted when their time is over: open ones only where that is asked for, with an audit entry", async () => {
      const { stores, under } = bench();
      await write(letterOf("l-1"), letterOf("l-2"), letterOf("l-3", { project: "another" }));
      await stores.lanes.commit([
        commitOf("o-1", [{ kind: "letter-resolved", letterId: "l-1", resolution: "replayed" }]),
      ]);
      const ids = async () => (await letters()).map(({ id }) => id).sort();
      expect(await stores.upkeep.purgeLetters({ resolvedMs: 60_000 })).toBe(0);
      await under.passTime(61_000);
      expect(await stores.upkeep.purgeLetters({ resolvedMs: 60_000 })).toBe(1);
      expect(await ids()).toEqual(["l-2", "l-3"]);
      expect(await stores.upkeep.purgeLetters({ unresolvedMs: 60_000 })).toBe(1);
      expect(await ids()).toEqual(["l-3"]);
      const purged = {
        actor: "sagascope",
        action: "purge",
        target: "dead letters",
        outcome: "purged",
      };
      expect(await under.inspect.audit()).toMatchObject([purged, purged]);
    });

    it("are kept apart by project, by consumer and by work", async () => {
      await write(
        letterOf("l-1"),
        letterOf("l-2"),
        letterOf("l-3", { workKey: "envelope:l-1", consumer: "audit" }),
        letterOf("l-4", { workKey: "envelope:l-1", project: "another" }),
      );
      expect((await letters()).map(({ id }) => id).sort()).toEqual(["l-1", "l-2", "l-3", "l-4"]);
    });

    it("are found by their project only, with the sealed original", async () => {
      await write(letterOf("l-1"), letterOf("l-2", { project: "another" }));
      const { commands } = bench().stores;

      const found = await commands.findLetter("l-1");

      expect(found).toMatchObject({
        id: "l-1",
        consumer: "order",
        workKey: "envelope:l-1",
        reason: "max_attempts",
        redactedPaths: ["/data/card"],
        redactedEnvelope: { id: "l-1" },
        occurrences: 1,
      });
      expect([...(found?.sealed ?? [])]).toEqual([1, 2, 3]);
      expect(found?.resolvedAt).toBeUndefined();
      expect(await commands.findLetter("l-2")).toBeUndefined();
      expect(await commands.findLetter("none")).toBeUndefined();
    });

    it("of a chart state carry the errors of the instance's failed calls, oldest first [SAG-24]", async () => {
      const {
        effects: [first, second],
      } = await bench().stores.lanes.commit([
        commitOf("o-1", [], { effects: [effectWrite("charge"), effectWrite("undo")] }),
        commitOf("o-2", [], { effects: [effectWrite("charge")] }),
      ]);
      const fail = (effect: typeof first, message: string) => ({
        kind: "effect-failed" as const,
        effectId: effect?.id ?? "",
        token: effect?.token ?? "",
        errors: [error(message)],
      });
      await bench().stores.lanes.commit([commitOf("o-1", [fail(first, "card declined")])]);
      const state = letterOf("l-1", { source: "state", errors: [error("the last one")] });
      await bench().stores.lanes.commit([
        commitOf("o-1", [fail(second, "warehouse down")], { deadLetters: [state] }),
      ]);

      const [letter] = await letters();

      expect(letter?.errors.map(({ message }) => message)).toEqual([
        "card declined",
        "warehouse down",
      ]);
    });

    it("of a chart state without failed calls carry their own errors", async () => {
      await write(letterOf("l-1", { source: "state", errors: [error("own")] }));
      expect((await letters())[0]?.errors).toMatchObject([{ message: "own" }]);
    });

    it("of a call that is over after all are resolved, and say how", async () => {
      await write(letterOf("l-1", { workKey: "effect:7", source: "effect" }), letterOf("l-2"));
      await bench().stores.lanes.commit([
        commitOf("o-1", [
          { kind: "letters-of-effect-resolved", effectId: "7", resolution: "skipped" },
        ]),
      ]);
      const resolutions = (await letters()).map(({ id, resolution }) => [id, resolution]);
      expect(resolutions.sort()).toEqual([
        ["l-1", "skipped"],
        ["l-2", undefined],
      ]);
    });
  });
}
