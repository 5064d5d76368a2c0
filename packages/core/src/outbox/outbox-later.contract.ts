import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import {
  claimOf,
  contractMessage,
  LEASE_MS,
  type OutboxLaterUnderTest,
  textsOf,
} from "../testing/outbox-contract-bench.ts";
import type { OutgoingTimer } from "./outgoing.ts";
import { F_QUEUE, F_TIMERS } from "./presets.ts";

const HOUR_MS = 3_600_000;

/** What a store that takes messages for later owes those who publish and cancel them. */
export function outboxLaterContract(makeStorage: () => Promise<OutboxLaterUnderTest>): void {
  describe("what is published later", () => {
    let under: OutboxLaterUnderTest;
    beforeEach(async () => {
      under = await makeStorage();
    });
    afterEach(() => under.close());
    const claim = async (fields = {}) => under.storage().claim(claimOf("a", fields));
    const texts = async () => textsOf(await claim());
    const timer = (text: string, fields: Partial<OutgoingTimer> = {}): OutgoingTimer => ({
      ...{ ...contractMessage(text), timerId: "remind-42", delayMs: HOUR_MS },
      ...fields,
    });

    it("waits for its delay or its time by the store's clock, and others do not wait for it [OBX-35]", async () => {
      const deliverAt = new Date((await under.now()).getTime() + 2 * HOUR_MS);
      await under.add({ ...contractMessage("in an hour"), delayMs: HOUR_MS });
      await under.add({ ...contractMessage("at two"), deliverAt });
      await under.add(contractMessage("now"));
      expect(await texts()).toEqual(["now"]);
      await under.passTime(HOUR_MS);
      expect([...(await texts())].sort()).toEqual(["in an hour", "now"]); // the lease of the other is over
      await under.passTime(HOUR_MS);
      expect(await texts()).toContain("at two");
    });

    it.each(["loose", "strict"] as const)(
      "is found by topic, in %s order [OBX-35]",
      async (order) => {
        await under.add({ ...contractMessage("later"), delayMs: HOUR_MS });
        const request = { ...{ order, topics: ["orders"] }, limit: F_QUEUE.fetchBatchSize };
        expect(await claim(request)).toEqual([]);
        await under.passTime(HOUR_MS);
        expect(textsOf(await claim(request))).toEqual(["later"]);
      },
    );

    it("is no message that is late: its age begins when it is due", async () => {
      await under.add({ ...contractMessage("later"), delayMs: HOUR_MS });
      expect(await under.storage().stats()).toEqual({
        ...{ pending: 1, oldestPendingAgeMs: undefined, dead: 0 },
      });
      await under.passTime(HOUR_MS + 60_000);
      const { oldestPendingAgeMs = 0 } = await under.storage().stats();
      expect(oldestPendingAgeMs).toBeGreaterThanOrEqual(60_000);
      expect(oldestPendingAgeMs).toBeLessThan(HOUR_MS);
    });

    it("is there once under its name: set again it is replaced, body and time [INB-21]", async () => {
      expect(await under.setTimers([timer("first")])).toEqual([
        { topic: "orders", timerId: "remind-42" },
      ]);
      await under.setTimers([timer("second", { delayMs: 3 * HOUR_MS })]);
      await under.setTimers([timer("elsewhere", { topic: "others", delayMs: 3 * HOUR_MS })]);
      await under.passTime(HOUR_MS);
      expect(await texts()).toEqual([]);
      await under.passTime(2 * HOUR_MS);
      expect([...(await texts())].sort()).toEqual(["elsewhere", "second"]);
    });

    it("with the preset of faststream stays as it is while it waits or is worked on, and may be set anew then [INB-21]", async () => {
      await under.setTimers([timer("first", { delayMs: 0 })], F_TIMERS);
      expect(await under.setTimers([timer("again")], F_TIMERS)).toEqual([]);
      const rows = await claim();
      expect(textsOf(rows)).toEqual(["first"]);
      expect(await under.setTimers([timer("in flight")], F_TIMERS)).toEqual([]);
      expect(await under.storage().complete(rows)).toBe(1);
      expect(await under.setTimers([timer("anew", { delayMs: 0 })], F_TIMERS)).toHaveLength(1);
      expect(await texts()).toEqual(["anew"]);
    });

    it("may be set for the next time by whoever works on it, and then is not settled with this one [INB-21]", async () => {
      await under.setTimers([timer("tick 1", { delayMs: 0 })]);
      const rows = await claim();
      await under.setTimers([timer("tick 2")]);
      expect(await under.storage().complete(rows)).toBe(0);
      expect(await texts()).toEqual([]);
      await under.passTime(HOUR_MS);
      expect(await claim()).toMatchObject([{ deliveries: 1, attempts: 0 }]);
    });

    it("can be cancelled while it waits, and no longer once somebody has it or died over it [OBX-35]", async () => {
      await under.setTimers([timer("a", { timerId: "a" }), timer("b", { timerId: "b" })]);
      expect(await under.cancelTimers("others", ["a"])).toEqual([]);
      expect(await under.cancelTimers("orders", ["none", "a", "a"])).toEqual(["a"]);
      expect(await under.cancelTimers("orders", ["a"])).toEqual([]);
      expect(await under.cancelTimers("orders", [])).toEqual([]);
      await under.passTime(HOUR_MS);
      const rows = await claim();
      expect(textsOf(rows)).toEqual(["b"]);
      expect(await under.cancelTimers("orders", ["b"])).toEqual([]);
      await under.passTime(2 * LEASE_MS);
      expect(await under.cancelTimers("orders", ["b"])).toEqual([]);
      await under.storage().handBack(rows, 0);
      expect(await under.cancelTimers("orders", ["b"])).toEqual(["b"]);
      expect(await texts()).toEqual([]);
    });

    it("keeps one timer of a name, however many set it at once [INB-21]", async () => {
      const timers = Array.from({ length: 5 }, (_n, at) => timer("x", { timerId: `t${at}` }));
      await Promise.all(
        Array.from({ length: 8 }, (_n, at) =>
          under.setTimers(at % 2 === 0 ? timers : [...timers].reverse()),
        ),
      );
      await under.setTimers([timer("first", { timerId: "t0" }), timer("last", { timerId: "t0" })]);
      await under.passTime(HOUR_MS);
      expect([...(await texts())].sort()).toEqual(["last", "x", "x", "x", "x"]);
    });

    it.each<[string, Partial<OutgoingTimer>, string]>([
      ["a negative delay", { delayMs: -1 }, "delayMs"],
      ["a delay and a time", { deliverAt: new Date() }, "delayMs"],
      ["a key, whose messages would wait with it", { key: "order-42" }, "key"],
      ["an empty name", { timerId: "" }, "timerId"],
    ])(
      "is refused with %s, and nothing of the call is written [OBX-35]",
      async (_case, change, setting) => {
        const call = async () =>
          under.setTimers([timer("fine", { timerId: "f" }), timer("x", change)]);
        const error = await call().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InvalidConfigError);
        expect(error).toMatchObject({ setting });
        await under.passTime(HOUR_MS);
        expect(await texts()).toEqual([]);
      },
    );
  });
}
