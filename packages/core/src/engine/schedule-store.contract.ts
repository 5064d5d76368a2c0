import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { InvalidConfigError } from "../kernel/errors.ts";
import { contractBench, type EngineContractOptions, joinAs } from "../testing/contract-stores.ts";
import type { ScheduledEvent } from "./schedule-store.ts";

const HOUR_MS = 3_600_000;
const LIMIT = 100;

/** Events that are published later. */
export function scheduleStoreContract(options: EngineContractOptions): void {
  describe("scheduled events", () => {
    const bench = contractBench(options);
    const of = (id: string, delayMs: number, fields: { key?: string; subject?: string } = {}) => {
      const { key, subject = "o-1" } = fields;
      const envelope = createEnvelope({ type: "order.place", source: "/contract", id, subject });
      return { topic: "commands", envelope, delayMs, ...(key === undefined ? {} : { key }) };
    };
    const promote = () => bench().stores.schedule.promoteDue(LIMIT);
    const events = async () => (await bench().under.inspect.events()).map(({ id }) => id);

    it("are published when due, not before, with what subscribers have to do [OBX-35]", async () => {
      const { under } = bench();
      await under.schedule([of("a", HOUR_MS)]);
      const early = await promote();
      expect(early).toMatchObject({ promoted: 0, held: 0 });
      expect(early.nextDueInMs).toBeGreaterThan(HOUR_MS - 600_000);
      expect(early.nextDueInMs).toBeLessThanOrEqual(HOUR_MS);
      expect(await events()).toEqual([]);

      await under.passTime(HOUR_MS + 1);

      expect(await promote()).toEqual({ promoted: 1, held: 0, nextDueInMs: undefined });
      expect(await events()).toEqual(["a"]);
      expect(await bench().read()).toMatchObject([{ sink: "order", subject: "o-1" }]);
      expect(await promote()).toEqual({ promoted: 0, held: 0, nextDueInMs: undefined });
      expect(await events()).toEqual(["a"]);
    });

    it("keep the envelope as it was sent, and where it came from", async () => {
      const { under } = bench();
      const event = of("a", 0);
      await under.schedule([event]);
      await promote();
      expect(await under.inspect.events()).toMatchObject([
        { topic: "commands", direction: "received", type: "order.place", subject: "o-1" },
      ]);
      const [recorded] = await under.inspect.events();
      expect(JSON.parse(recorded?.envelope ?? "")).toMatchObject({ id: "a", source: "/contract" });
    });

    it("may name a time; one that has passed is due at once", async () => {
      const { envelope, topic } = of("a", 0);
      await bench().under.schedule([{ topic, envelope, deliverAt: new Date(0) }]);
      expect(await promote()).toMatchObject({ promoted: 1 });
    });

    it("set again under their key are replaced: only the last one is published [INB-21]", async () => {
      const { under } = bench();
      expect(await under.schedule([of("a", 0, { key: "t" })])).toEqual({
        keys: ["t"],
        replaced: 0,
      });
      expect(await under.schedule([of("b", HOUR_MS, { key: "t" })])).toEqual({
        keys: ["t"],
        replaced: 1,
      });
      expect(await promote()).toMatchObject({ promoted: 0 });
      await under.passTime(HOUR_MS + 1);
      expect(await promote()).toMatchObject({ promoted: 1 });
      expect(await events()).toEqual(["b"]);
    });

    it("with one key in one call come to the last of them", async () => {
      await bench().under.schedule([of("a", 0, { key: "t" }), of("b", 0, { key: "t" })]);
      await promote();
      expect(await events()).toEqual(["b"]);
    });

    it("with one key on two topics are two", async () => {
      const other = { ...of("b", 0, { key: "t" }), topic: "events" };
      const { replaced } = await bench().under.schedule([of("a", 0, { key: "t" }), other]);
      expect(replaced).toBe(0);
      expect(await promote()).toMatchObject({ promoted: 2 });
    });

    it("without keys are never taken for each other, and are told their names", async () => {
      const { keys } = await bench().under.schedule([of("a", 0), of("b", 0)]);
      expect(new Set(keys).size).toBe(2);
      expect(await promote()).toMatchObject({ promoted: 2 });
    });

    it("cancelled are never published, and cancelling says which were still there", async () => {
      const { under } = bench();
      await under.schedule([of("a", 0, { key: "t" }), of("b", 0, { key: "u" })]);
      expect(await under.cancelScheduled("commands", ["t", "never-set"])).toEqual(["t"]);
      expect(await under.cancelScheduled("events", ["u"])).toEqual([]);
      await promote();
      expect(await events()).toEqual(["b"]);
      expect(await under.cancelScheduled("commands", ["u"])).toEqual([]);
    });

    it("go out by due time, then in the order in which they were set", async () => {
      const { under } = bench();
      await under.schedule([of("late", 20), of("first", 10), of("second", 10)]);
      await under.schedule([of("moved", 0, { key: "t" })]);
      await under.schedule([of("moved", 30, { key: "t" })]);
      await under.passTime(HOUR_MS);
      await promote();
      expect(await events()).toEqual(["first", "second", "late", "moved"]);
      expect((await bench().read()).map(({ envelope }) => JSON.parse(envelope).id)).toEqual(
        await events(),
      );
    });

    it("are promoted no more than asked at a time, and say that more are due", async () => {
      const { under, stores } = bench();
      await under.schedule([of("a", 0), of("b", 0), of("c", 0)]);
      await under.passTime(1);
      expect(await stores.schedule.promoteDue(2)).toEqual({
        promoted: 2,
        held: 0,
        nextDueInMs: 0,
      });
      expect(await stores.schedule.promoteDue(2)).toMatchObject({ promoted: 1 });
    });

    it("are published once, whoever promotes", async () => {
      const { under, stores } = bench();
      const second = (await joinAs(under, "second")).stores;
      const many = Array.from({ length: 40 }, (_event, at) =>
        of(`e-${at}`, 0, { subject: `s-${at % 3}` }),
      );
      await under.schedule(many);
      await Promise.all(
        [stores, second, stores, second].map(async ({ schedule }) => {
          for (let turn = 0; turn < 40; turn += 1) await schedule.promoteDue(3);
        }),
      );
      expect([...(await events())].sort()).toEqual(many.map(({ envelope }) => envelope.id).sort());
    });

    it.each<[string, object, string]>([
      ["neither delay nor time", { delayMs: undefined }, "delayMs"],
      ["both", { deliverAt: new Date() }, "delayMs"],
      ["a negative delay", { delayMs: -1 }, "delayMs"],
      ["no number", { delayMs: Number.NaN }, "delayMs"],
      ["an age", { delayMs: 1e15 }, "delayMs"],
      ["no date", { delayMs: undefined, deliverAt: new Date("soon") }, "deliverAt"],
      ["an empty key", { key: "" }, "key"],
      ["a key with a control character", { key: "a\0b" }, "key"],
      ["a key too long", { key: "k".repeat(256) }, "key"],
    ])("refuse %s, and schedule nothing of the call [OBX-35]", async (_case, change, setting) => {
      const refused = { ...of("b", 0), ...change } as ScheduledEvent;
      const error = await Promise.resolve()
        .then(() => bench().under.schedule([of("a", 0), refused]))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidConfigError);
      expect(error).toMatchObject({ setting });
      expect(await promote()).toMatchObject({ promoted: 0 });
    });
  });
}
