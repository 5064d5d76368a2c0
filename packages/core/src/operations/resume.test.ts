import { describe, expect, it } from "vitest";
import { failing } from "../acceptance/saga-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import {
  fakeShop,
  ORDER_CHART,
  onlyLetter,
  operate,
  orderBench,
  orderEvent,
  orderMachine,
  orderProject,
} from "../testing/operation-bench.ts";

const HOUR_MS = 3_600_000;
/** Below the time limit of a call. */
const CALL_MS = 20_000;

describe("resuming a call that gave up", () => {
  it("calls it again under the same key, and says how it ended", async () => {
    const { engine, shop, find } = orderBench();
    shop.services.chargeCard = () => {
      throw new Error("card service down");
    };
    await engine.handle(orderEvent("PLACE"));
    await onlyLetter(engine);
    const dry = await operate(engine, { kind: "resume" }, { dryRun: true });
    expect(dry).toMatchObject({
      outcome: "retrying",
      effects: [{ ref: "charge", idempotencyKey: "order/o-1/charge/1" }],
      branches: [{ when: "answers", states: ["shipping"] }],
    });

    shop.services.chargeCard = () => "tx-9";
    const report = await operate(engine, { kind: "resume" });

    expect(report).toMatchObject({ outcome: "processed" });
    expect(await find()).toMatchObject({ states: ["shipping"], context: { tx: "tx-9" } });
    expect(new Set(shop.calls)).toEqual(new Set(["chargeCard order/o-1/charge/1"]));
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "resumed" });
    const { id } = (await engine.inspect.letters())[0] ?? {};
    const audit = await engine.inspect.audit();
    expect(audit.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
      ["resume", "instance order/o-1", "requested"],
      ["resume", "instance order/o-1", "retrying"],
      ["resume", "instance order/o-1", "processed"],
      ["resume", `dead letter ${id}`, "resolved"],
    ]);
  });

  it("is refused when nothing failed, or the call is under way", async () => {
    const { engine, shop, clock } = orderBench();
    shop.services.chargeCard = () => clock.sleep(HOUR_MS).then(() => "tx");
    await engine.handle(orderEvent("PLACE"));
    expect((await operate(engine, { kind: "resume" })).refusals).toEqual([
      "nothing of the instance has failed: name a revision",
    ]);
    expect((await operate(engine, { kind: "resume", call: "charge" })).refusals).toEqual([
      "call 'charge' has not given up: it is under way",
    ]);
    expect((await operate(engine, { kind: "resume", letterId: "l-9" })).refusals).toEqual([
      "the instance has no open letter 'l-9'",
    ]);
  });

  it("sends operators to the replay for the letter of an envelope", async () => {
    const { engine } = orderBench();
    await engine.handle(orderEvent("PLACE"));
    await engine.handle(orderEvent("SHIPPED"));
    await engine.handle(orderEvent("PLACE"));
    const { id } = await onlyLetter(engine);
    expect((await operate(engine, { kind: "resume", letterId: id })).refusals).toEqual([
      `letter '${id}' holds an envelope: replay it instead`,
    ]);
  });
});

describe("resuming a state that left a dead letter", () => {
  it("goes back to right before it, sets its timer anew and resolves the letter", async () => {
    const { engine, find } = orderBench();
    await engine.handle(orderEvent("PLACE"));
    await engine.advance(HOUR_MS);
    expect(await find()).toMatchObject({ states: ["late"], phase: "failed" });
    const letter = await onlyLetter(engine);

    const report = await operate(engine, { kind: "resume", letterId: letter.id });

    expect(report).toMatchObject({
      outcome: "processed",
      fromRevision: 2,
      after: { states: ["shipping"] },
      timers: [{ label: "after.3600000", delayMs: HOUR_MS }],
      resolves: [letter.id],
    });
    expect(await find()).toMatchObject({ states: ["shipping"], phase: "running", revision: 4 });
    expect(await engine.openLetters()).toEqual([]);
    await engine.advance(HOUR_MS);
    expect(await onlyLetter(engine)).toMatchObject({ revision: 5, occurrences: 1 });
  });

  it("asks for a revision when the instance moved on, and goes back to a chosen one", async () => {
    const { engine, find, shop } = orderBench();
    await engine.handle(orderEvent("PLACE"));
    await engine.advance(HOUR_MS);
    await engine.handle(orderEvent("RESCUE"));
    const { id: letterId } = await onlyLetter(engine);
    expect((await operate(engine, { kind: "resume", letterId })).refusals).toEqual([
      "the instance moved on to revision 4 since it failed at 3: name the revision to go back to",
    ]);
    await operate(engine, { kind: "resume", letterId, revision: 1 });
    expect(shop.calls).toEqual(Array(2).fill("chargeCard order/o-1/charge/1"));
    expect(await find()).toMatchObject({ states: ["shipping"], revision: 6 });
    expect(await engine.openLetters()).toEqual([]);
  });

  it("leaves calls that are still under way alone", async () => {
    const { shop, engine, find, clock } = orderBench({
      id: "order",
      initial: "idle",
      states: {
        idle: { on: { PLACE: "both" } },
        both: {
          type: "parallel",
          states: {
            pay: {
              initial: "paying",
              states: {
                paying: {
                  invoke: { id: "charge", src: "chargeCard", onDone: "paid", onError: "broke" },
                },
                paid: {},
                broke: { tags: ["dead-letter"] },
              },
            },
            ask: {
              initial: "asking",
              states: {
                asking: { invoke: { id: "ask", src: "askBank", onDone: "known" } },
                known: {},
              },
            },
          },
        },
      },
    });
    shop.services.askBank = () => clock.sleep(CALL_MS).then(() => "ok");
    shop.services.chargeCard = failing("card declined") as never;
    await engine.handle(orderEvent("PLACE"));
    expect(await find()).toMatchObject({ states: ["both.ask.asking", "both.pay.broke"] });

    shop.services.chargeCard = () => "tx";
    const report = await operate(engine, { kind: "resume" });

    expect(report).toMatchObject({
      after: { states: ["both.ask.asking", "both.pay.paying"] },
      effects: [{ ref: "charge" }],
      kept: { calls: [{ ref: "ask" }] },
    });
    await engine.advance(CALL_MS);
    expect(await find()).toMatchObject({ states: ["both.ask.known", "both.pay.paid"] });
    expect(shop.calls).toEqual([
      "chargeCard order/o-1/charge/1",
      "askBank order/o-1/ask/1",
      "chargeCard order/o-1/charge/1",
    ]);
  });
});

describe("resuming a timer whose step threw", () => {
  it("lets it fall due again at once, while its state is active", async () => {
    const world = { broken: true };
    const shop = fakeShop();
    const machine = orderMachine(shop, {
      ...ORDER_CHART,
      states: {
        ...ORDER_CHART.states,
        shipping: {
          ...ORDER_CHART.states.shipping,
          after: { 3600000: { target: "late", actions: ["mayThrow"] } },
        },
      },
    });
    const { assign } = await import("xstate");
    const mayThrow = assign(() => {
      if (world.broken) throw new Error("a bug");
      return {};
    });
    const logic = { ...machine.logic, actions: { ...machine.logic.actions, mayThrow } };
    const engine = createMemoryEngine(orderProject(shop, { ...machine, logic }));
    await engine.handle(orderEvent("PLACE"));
    await engine.advance(HOUR_MS);
    const letter = await onlyLetter(engine);
    expect(letter).toMatchObject({ source: "state", reason: "max_attempts", states: ["shipping"] });

    world.broken = false;
    const report = await operate(engine, { kind: "resume" });

    expect(report).toMatchObject({
      outcome: "processed",
      timers: [{ label: "after.3600000", delayMs: 0 }],
      resolves: [letter.id],
    });
    expect((await engine.findInstance("order", "o-1"))?.states).toEqual(["late"]);
  });
});
