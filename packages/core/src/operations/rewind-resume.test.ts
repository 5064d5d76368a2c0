import { describe, expect, it } from "vitest";
import { failing, sagaBench, startOf } from "../acceptance/saga-project.ts";
import type { JsonObject } from "../kernel/json.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import {
  everythingIn,
  fakeShop,
  ORDER_CHART,
  onlyLetter,
  operate,
  orderEvent,
  orderMachine,
  orderProject,
} from "../testing/operation-bench.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

const HOUR_MS = 3_600_000;
/** Below the time limit of a call. */
const CALL_MS = 20_000;
const KEY = { machineId: "order", subject: "o-1" };

function bench(chart?: object) {
  const shop = fakeShop();
  const clock = simulatedClock();
  const machines = chart === undefined ? [] : [orderMachine(shop, chart)];
  const engine = createMemoryEngine(orderProject(shop, ...machines), { clock });
  const find = () => engine.findInstance("order", "o-1");
  return { shop, clock, engine, find };
}

describe("rewinding an instance", () => {
  it("puts it back to an earlier step as a new revision, its call made anew under a key of its own", async () => {
    const { engine, shop, find } = bench();
    await engine.handle(orderEvent("PLACE"));
    const [first, second] = await engine.inspect.history(KEY);
    expect(await find()).toMatchObject({ revision: 2, states: ["shipping"] });

    const report = await operate(engine, { kind: "rewind", revision: 1 });

    expect(report).toMatchObject({
      outcome: "processed",
      fromRevision: 1,
      after: { states: ["paying"], status: "active" },
      effects: [{ src: "chargeCard", ref: "charge", idempotencyKey: "order/o-1/charge/3" }],
      timers: [{ label: "after.60000", delayMs: 60_000 }],
      ended: { timers: [{ label: "after.3600000" }] },
      contextChanges: [{ path: "tx", before: "chargeCard-ok", after: null }],
    });
    expect(shop.calls).toEqual(["chargeCard order/o-1/charge/1", "chargeCard order/o-1/charge/3"]);
    const history = await engine.inspect.history(KEY);
    expect(history.slice(0, 2)).toEqual([first, second]);
    expect(history.map(({ revision, event, causeKind }) => [revision, event, causeKind])).toEqual([
      [1, "PLACE", "event"],
      [2, "done.invoke.charge", "effect"],
      [3, "operator.rewind", "command"],
      [4, "done.invoke.charge", "effect"],
    ]);
    expect(history[2]).toMatchObject({ snapshot: first?.snapshot, states: ["paying"] });
    expect(await find()).toMatchObject({ revision: 4, states: ["shipping"] });
  });

  it("hands the new call what the old one was given", async () => {
    const { engine, shop } = bench();
    const inputs: unknown[] = [];
    shop.services.chargeCard = ({ input, event, context }) => {
      inputs.push({ input, event, context });
      return "tx";
    };
    await engine.handle(orderEvent("PLACE"));
    await operate(engine, { kind: "rewind", revision: 1 });
    expect(inputs[0]).toEqual({
      input: { currency: "EUR" },
      event: { type: "PLACE", payload: { total: 5 } },
      context: { total: 5, tx: null },
    });
    expect(inputs[1]).toEqual(inputs[0]);
  });

  it("ends the call that is under way, and what still comes of it moves nothing", async () => {
    const { engine, clock, shop, find } = bench();
    await engine.handle(orderEvent("SHIPPED")); // revision 1: idle
    let call = 0;
    shop.services.chargeCard = async ({ signal }) => {
      call += 1;
      const mine = call;
      await clock.sleep(CALL_MS, mine === 1 ? undefined : signal);
      return `tx-${mine}`;
    };
    await engine.handle(orderEvent("PLACE"));
    await operate(engine, { kind: "rewind", revision: 1 });
    expect(await find()).toMatchObject({ states: ["idle"], revision: 3 });
    expect(await engine.inspect.timers()).toEqual([]);
    await engine.advance(HOUR_MS);
    expect(await find()).toMatchObject({ states: ["idle"], revision: 3 });
    expect(await engine.inspect.effects()).toMatchObject([
      { status: "cancelled", late: { output: "tx-1" } },
    ]);
  });

  it("does not repeat a call that was over by then, although its state had stayed", async () => {
    const { engine, shop } = bench({
      id: "order",
      initial: "idle",
      context: { tx: null },
      states: {
        idle: { on: { PLACE: "paying" } },
        paying: {
          invoke: { id: "charge", src: "chargeCard", onDone: { actions: ["keepTx"] } },
          on: { SHIPPED: "done" },
        },
        done: { type: "final" },
      },
    });
    await engine.handle(orderEvent("PLACE"));
    await engine.handle(orderEvent("SHIPPED"));
    expect(await operate(engine, { kind: "rewind", revision: 2 })).toMatchObject({ effects: [] });
    expect(await operate(engine, { kind: "rewind", revision: 1 })).toMatchObject({
      effects: [{ ref: "charge" }],
    });
    expect(shop.calls).toHaveLength(2);
  });

  it("sets timers anew, with their whole delay", async () => {
    const { engine, clock, find } = bench();
    await engine.handle(orderEvent("PLACE"));
    await engine.advance(HOUR_MS - 1);
    await operate(engine, { kind: "send", event: "SHIPPED" });
    await operate(engine, { kind: "rewind", revision: 2 });
    expect(await engine.inspect.timers()).toMatchObject([
      { label: "after.3600000", dueAt: new Date(clock.now().getTime() + HOUR_MS) },
    ]);
    await engine.advance(HOUR_MS - 1);
    expect(await find()).toMatchObject({ states: ["shipping"], status: "active" });
    await engine.advance(1);
    expect(await find()).toMatchObject({ states: ["late"] });
  });

  it("takes back a cancellation, and the letters of states that it undoes", async () => {
    const { engine, find } = bench();
    await engine.handle(orderEvent("PLACE"));
    await engine.advance(HOUR_MS);
    expect(await onlyLetter(engine)).toMatchObject({ source: "state", states: ["late"] });
    await operate(engine, { kind: "cancel" });
    expect(await find()).toMatchObject({ status: "cancelled", revision: 4 });
    await operate(engine, { kind: "rewind", revision: 2 });
    expect(await find()).toMatchObject({ status: "active", phase: "running", revision: 5 });
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "rewound" });
    expect((await operate(engine, { kind: "rewind", revision: 4 })).refusals).toEqual([
      "the instance was cancelled at revision 4: name an earlier one",
    ]);
  });

  it("is refused for revisions that are not earlier", async () => {
    const { engine } = bench();
    await engine.handle(orderEvent("PLACE"));
    expect((await operate(engine, { kind: "rewind", revision: 2 })).refusals).toEqual([
      "the instance is at revision 2: name an earlier one",
    ]);
  });

  it("is refused for a revision that is no longer kept", async () => {
    const { engine } = bench();
    await engine.handle(orderEvent("PLACE"));
    engine.database.history.remove(["order", "o-1", 1].join("\0"));
    expect((await operate(engine, { kind: "rewind", revision: 1 })).refusals).toEqual([
      "revision 1 is no longer kept",
    ]);
  });
});

describe("resuming a call that gave up", () => {
  it("calls it again under the same key, and says how it ended", async () => {
    const { engine, shop, find } = bench();
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
    const { engine, shop, clock } = bench();
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
    const { engine } = bench();
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
    const { engine, find } = bench();
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
    const { engine, find, shop } = bench();
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
    const { shop, engine, find, clock } = bench({
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

describe("resuming a saga whose compensation failed", () => {
  const saga = () =>
    sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
      .step("charge", { invoke: "chargeCard", compensate: "refundCard" })
      .step("ship", { invoke: "ship" });
  const on = { machineId: "fulfil" };

  it("goes back into the compensation, calls its service again under the same key, and undoes the rest", async () => {
    const keys: string[] = [];
    const world = { broken: true };
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (world.broken) throw new Error("bank down");
        return "refunded";
      },
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["compensationFailed"],
      status: "done",
      phase: "failed",
    });
    const letter = await onlyLetter(engine);
    const before = await everythingIn(engine);
    const dry = await operate(engine, { kind: "resume" }, { ...on, dryRun: true });
    expect(dry).toMatchObject({
      outcome: "processed",
      after: { states: ["compensating.charge"], status: "active" },
      effects: [{ src: "refundCard", ref: "compensate_charge" }],
      branches: [
        { when: "answers", states: ["compensating.reserve"] },
        { when: "fails", states: ["compensationFailed"] },
      ],
      resolves: [letter.id],
    });
    expect(await everythingIn(engine)).toEqual(before);

    world.broken = false;
    await operate(engine, { kind: "resume" }, on);

    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["charge", "reserve"] },
    });
    expect(bench.calls.slice(-3)).toEqual(["refundCard o-1", "refundCard o-1", "releaseStock o-1"]);
    expect(new Set(keys).size).toBe(1);
    expect(await engine.openLetters()).toEqual([]);
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "resumed" });
  });

  it("leaves a letter of its own when the compensation fails again", async () => {
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: failing("bank down"),
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    const first = await onlyLetter(engine);
    await operate(engine, { kind: "resume" }, on);
    const second = await onlyLetter(engine);
    expect(second.id).not.toBe(first.id);
    expect((second.snapshot as JsonObject).value).toBe("compensationFailed");
  });

  it("may be answered by the operator instead, once it is back in the compensation", async () => {
    const clock = simulatedClock();
    const bench = sagaBench(saga(), {
      ship: failing("no courier"),
      refundCard: ({ signal }, n) => {
        if (n === 0) throw new Error("bank down");
        return clock.sleep(CALL_MS, signal).then(() => "refunded");
      },
    });
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));
    await operate(engine, { kind: "resume" }, on);
    await operate(engine, { kind: "skip", output: "refunded by hand" }, on);
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["charge", "reserve"] },
    });
  });
});
