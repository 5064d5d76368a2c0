import { describe, expect, it } from "vitest";
import { onlyLetter, operate, orderBench, orderEvent } from "../testing/operation-bench.ts";

const HOUR_MS = 3_600_000;
/** Below the time limit of a call. */
const CALL_MS = 20_000;
const KEY = { machineId: "order", subject: "o-1" };

describe("rewinding an instance", () => {
  it("puts it back to an earlier step as a new revision, its call made anew under a key of its own", async () => {
    const { engine, shop, find } = orderBench();
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
    const { engine, shop } = orderBench();
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
    const { engine, clock, shop, find } = orderBench();
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
    const { engine, shop } = orderBench({
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
    const { engine, clock, find } = orderBench();
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
    const { engine, find } = orderBench();
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
    const { engine } = orderBench();
    await engine.handle(orderEvent("PLACE"));
    expect((await operate(engine, { kind: "rewind", revision: 2 })).refusals).toEqual([
      "the instance is at revision 2: name an earlier one",
    ]);
  });

  it("is refused for a revision that is no longer kept", async () => {
    const { engine } = orderBench();
    await engine.handle(orderEvent("PLACE"));
    engine.database.history.remove(["order", "o-1", 1].join("\0"));
    expect((await operate(engine, { kind: "rewind", revision: 1 })).refusals).toEqual([
      "revision 1 is no longer kept",
    ]);
  });
});
