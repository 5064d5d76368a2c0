import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import {
  everythingIn,
  fakeShop,
  onlyLetter,
  operate,
  orderBench,
  orderEvent,
  orderMachine,
  orderProject,
} from "../testing/operation-bench.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

const HOUR_MS = 3_600_000;

function bench() {
  const parts = orderBench();
  const statesOf = async () => (await parts.find())?.states;
  const history = () => parts.engine.inspect.history({ machineId: "order", subject: "o-1" });
  return { ...parts, statesOf, history };
}

/** An order whose card service takes an hour. */
async function waitingOrder() {
  const parts = bench();
  parts.shop.services.chargeCard = (call) =>
    parts.clock.sleep(HOUR_MS, call.signal).then(() => "tx-late");
  await parts.engine.handle(orderEvent("PLACE"));
  return parts;
}

describe("sending an event to an instance", () => {
  it("moves it as an event from outside would, caused by the command and audited", async () => {
    const { engine, statesOf, history } = bench();
    await engine.handle(orderEvent("PLACE"));

    const report = await operate(engine, { kind: "send", event: "SHIPPED" });

    expect(report).toMatchObject({
      outcome: "processed",
      before: { revision: 2, states: ["shipping"] },
      after: { states: ["done"], status: "done" },
      ended: { timers: [{ label: "after.3600000" }] },
    });
    expect(await statesOf()).toEqual(["done"]);
    expect((await history()).at(-1)).toMatchObject({
      revision: 3,
      causeKind: "command",
      event: "SHIPPED",
    });
    expect(await engine.inspect.audit()).toMatchObject([
      { action: "send", target: "instance order/o-1", outcome: "requested", reason: "a test asks" },
      { action: "send", target: "instance order/o-1", outcome: "processed", actor: "test" },
    ]);
    expect(await engine.inspect.timers()).toEqual([]);
  });

  it("hands its payload to the chart, and starts what the chart asks for", async () => {
    const { engine, shop } = bench();
    await engine.handle(orderEvent("SHIPPED"));
    await operate(engine, { kind: "send", event: "PLACE", payload: { total: 7 } });
    expect((await engine.findInstance("order", "o-1"))?.context).toMatchObject({ total: 7 });
    expect(shop.calls).toEqual(["chargeCard order/o-1/charge/2"]);
  });

  it("refuses events of the engine, and tells events that the chart takes nowhere", async () => {
    const { engine, statesOf } = await waitingOrder();
    for (const event of ["done.invoke.charge", "xstate.done.actor.charge", "after.60000", "*"]) {
      expect(await operate(engine, { kind: "send", event }, { dryRun: true })).toMatchObject({
        outcome: "refused",
        refusals: [expect.stringContaining("event of the engine")],
      });
    }
    const unknown = await operate(engine, { kind: "send", event: "SHIPT" }, { dryRun: true });
    expect(unknown.refusals).toEqual([
      "the chart takes 'SHIPT' nowhere; it knows BREAK, PLACE, RESCUE, SHIPPED",
    ]);
    expect(await operate(engine, { kind: "send", event: "SHIPT" })).toMatchObject({
      outcome: "refused",
    });
    expect(await statesOf()).toEqual(["paying"]);
    expect((await engine.inspect.audit()).map(({ outcome }) => outcome)).toEqual([
      "requested",
      "refused",
    ]);
  });

  it("moves nothing when the chart does not take the event now", async () => {
    const { engine, history } = await waitingOrder();
    const report = await operate(engine, { kind: "send", event: "SHIPPED" });
    expect(report).toMatchObject({
      outcome: "ignored",
      warnings: ["nothing takes 'SHIPPED' in 'paying': nothing moves"],
    });
    expect(await history()).toHaveLength(1);
  });

  it("says what a step that throws says, and leaves the instance where it is", async () => {
    const { engine, statesOf } = bench();
    await engine.handle(orderEvent("PLACE"));
    const report = await operate(engine, { kind: "send", event: "BREAK" });
    expect(report).toMatchObject({ outcome: "failed", error: { message: "no such currency" } });
    expect(await statesOf()).toEqual(["shipping"]);
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({ outcome: "failed" });
  });

  it("is refused for instances that are done, unknown, or moved since they were looked at", async () => {
    const { engine } = bench();
    await engine.handle(orderEvent("PLACE"));
    const stale = { kind: "send", event: "SHIPPED", ifRevision: 1 } as const;
    expect((await operate(engine, stale)).refusals).toEqual([
      "the instance is at revision 2 by now, not at 1: look again",
    ]);
    await engine.handle(orderEvent("SHIPPED"));
    const send = { kind: "send", event: "SHIPPED" } as const;
    expect((await operate(engine, send)).refusals).toEqual(["the instance is done"]);
    expect((await operate(engine, send, { subject: "o-9" })).refusals).toEqual([
      "machine 'order' has no instance 'o-9'",
    ]);
  });
});

describe("skipping a step", () => {
  it("answers the open call with null by default, and ends the call itself", async () => {
    const { engine, clock, statesOf, history } = await waitingOrder();

    const report = await operate(engine, { kind: "skip" });

    expect(report).toMatchObject({
      outcome: "processed",
      after: { states: ["shipping"] },
      publications: [{ type: "order.paid", data: { tx: null } }],
      ended: { calls: [{ src: "chargeCard", ref: "charge" }], timers: [{ label: "after.60000" }] },
    });
    expect(await statesOf()).toEqual(["shipping"]);
    expect((await history()).at(-1)).toMatchObject({
      causeKind: "command",
      event: "done.invoke.charge",
    });
    expect(await engine.inspect.effects()).toMatchObject([{ ref: "charge", status: "cancelled" }]);
    await engine.advance(HOUR_MS - 1);
    expect(await statesOf()).toEqual(["shipping"]);
    expect(clock.count()).toBe(0); // the call was aborted, so that it no longer sleeps
  });

  it("answers with what the operator says, also in place of a call that gave up", async () => {
    const { engine, shop } = bench();
    shop.services.chargeCard = () => {
      throw new Error("card service down");
    };
    await engine.handle(orderEvent("PLACE"));
    const letter = await onlyLetter(engine);

    const report = await operate(engine, { kind: "skip", call: "charge", output: "tx-by-hand" });

    expect(report).toMatchObject({ outcome: "processed", resolves: [letter.id] });
    expect((await engine.findInstance("order", "o-1"))?.context).toMatchObject({
      tx: "tx-by-hand",
    });
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "skipped" });
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({
      action: "skip",
      target: `dead letter ${letter.id}`,
      outcome: "resolved",
      reason: "a test asks",
    });
  });

  it("is refused when nothing is waited for, or not what was named", async () => {
    const { engine } = await waitingOrder();
    expect((await operate(engine, { kind: "skip", call: "ship" })).refusals).toEqual([
      "the instance does not wait for 'ship', but for 'charge'",
    ]);
    await operate(engine, { kind: "skip" });
    expect((await operate(engine, { kind: "skip" })).refusals).toEqual([
      "the instance waits for no service call; it waits for 'after.3600000'",
    ]);
  });

  it("is refused when several calls are waited for and none is named", async () => {
    const shop = fakeShop();
    const clock = simulatedClock();
    const sleep = () => clock.sleep(HOUR_MS).then(() => null);
    Object.assign(shop.services, { chargeCard: sleep, askBank: sleep });
    const branch = (id: string, src: string) => ({
      initial: "open",
      states: { open: { invoke: { id, src, onDone: "over" } }, over: { type: "final" } },
    });
    const chart = {
      id: "order",
      initial: "idle",
      states: {
        idle: { on: { PLACE: "both" } },
        both: {
          type: "parallel",
          states: { pay: branch("charge", "chargeCard"), ask: branch("ask", "askBank") },
        },
      },
    };
    const engine = createMemoryEngine(orderProject(shop, orderMachine(shop, chart)), { clock });
    await engine.handle(orderEvent("PLACE"));
    expect((await operate(engine, { kind: "skip" })).refusals).toEqual([
      "the instance waits for 'charge', 'ask': say which",
    ]);
    await operate(engine, { kind: "skip", call: "ask" });
    expect((await engine.findInstance("order", "o-1"))?.states).toEqual([
      "both.ask.over",
      "both.pay.open",
    ]);
  });
});

describe("cancelling an instance", () => {
  it("ends it where it stands, with its call and its timer, and keeps its history", async () => {
    const { engine, clock, history } = await waitingOrder();
    const before = await engine.findInstance("order", "o-1");

    const report = await operate(engine, { kind: "cancel" });

    expect(report).toMatchObject({
      outcome: "processed",
      after: { states: ["paying"], status: "cancelled" },
      ended: { calls: [{ ref: "charge" }], timers: [{ label: "after.60000" }] },
    });
    expect(await engine.findInstance("order", "o-1")).toMatchObject({
      status: "cancelled",
      phase: "cancelled",
      revision: 2,
      states: ["paying"],
      snapshot: before?.snapshot,
    });
    expect((await history()).map(({ event, phase }) => [event, phase])).toEqual([
      ["PLACE", "running"],
      ["operator.cancel", "cancelled"],
    ]);
    expect(await engine.inspect.timers()).toEqual([]);
    expect(await engine.inspect.effects()).toMatchObject([{ status: "cancelled" }]);
    expect(clock.count()).toBe(0);
    expect(await engine.handle(orderEvent("SHIPPED"))).toBe("dead_lettered:instance_done");
    expect((await operate(engine, { kind: "cancel" })).refusals).toEqual([
      "the instance is cancelled",
    ]);
  });

  it("closes the letter of a call that can no longer be replayed", async () => {
    const { engine, shop } = bench();
    shop.services.chargeCard = () => {
      throw new Error("card service down");
    };
    await engine.handle(orderEvent("PLACE"));
    await operate(engine, { kind: "cancel" });
    expect((await engine.inspect.letters())[0]).toMatchObject({ resolution: "cancelled" });
  });

  it("ends a replay of its call, and says that it was cancelled", async () => {
    const { engine, shop, clock } = bench();
    shop.services.chargeCard = () => {
      throw new Error("card service down");
    };
    await engine.handle(orderEvent("PLACE"));
    const letter = await onlyLetter(engine);
    shop.services.chargeCard = (call) => clock.sleep(HOUR_MS, call.signal).then(() => "tx");
    const replay = engine.request({
      kind: "replay",
      letterId: letter.id,
      dryRun: false,
      reason: "it is back",
    });
    await engine.runUntilQuiet();
    expect(await engine.inspect.findCommand(replay)).toMatchObject({ status: "running" });

    await operate(engine, { kind: "cancel" });

    expect(await engine.inspect.findCommand(replay)).toMatchObject({
      status: "done",
      result: { outcome: "cancelled" },
    });
  });
});

describe("a dry run of an action on an instance", () => {
  it.each([
    { kind: "send", event: "PLACE" },
    { kind: "skip", output: 1 },
    { kind: "cancel" },
  ] as const)("changes nothing: $kind", async (action) => {
    const { engine } = await waitingOrder();
    const before = await everythingIn(engine);
    const report = await operate(engine, action, { dryRun: true });
    expect(report).toMatchObject({ dryRun: true, refusals: [] });
    expect(await everythingIn(engine)).toEqual(before);
  });

  it("foretells exactly what the real one does", async () => {
    const { engine } = await waitingOrder();
    const {
      dryRun: _dry,
      at: _then,
      ...foretold
    } = await operate(engine, { kind: "skip", output: "tx-1" }, { dryRun: true });
    const {
      dryRun: _real,
      at: _now,
      ...done
    } = await operate(engine, {
      kind: "skip",
      output: "tx-1",
    });
    expect(done).toEqual(foretold);
  });
});

describe("a command among the events of its instance", () => {
  it("waits for its turn in the lane: no commit finds the instance moved under it", async () => {
    const shop = fakeShop();
    const conflicts: unknown[] = [];
    const counter = {
      id: "order",
      initial: "on",
      context: { total: 0 },
      states: { on: { on: { PLACE: { target: "on", actions: ["keepTotal"] } } } },
    };
    const engine = createMemoryEngine(orderProject(shop, orderMachine(shop, counter)), {
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          commit: (commits) =>
            stores.lanes.commit(commits).catch((error: unknown) => {
              conflicts.push(error);
              throw error;
            }),
        },
      }),
    });
    await engine.handle(orderEvent("PLACE"));
    const commands: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      await engine.publish("commands", orderEvent("PLACE"), orderEvent("PLACE"));
      commands.push(
        engine.request({
          machineId: "order",
          subject: "o-1",
          action: { kind: "send", event: "PLACE" },
          dryRun: false,
          reason: "r",
        }),
      );
    }
    await engine.runUntilQuiet();
    for (const id of commands) {
      expect(await engine.inspect.findCommand(id)).toMatchObject({ status: "done" });
    }
    const history = await engine.inspect.history({ machineId: "order", subject: "o-1" });
    expect(history.map(({ revision }) => revision)).toEqual(history.map((_step, at) => at + 1));
    expect(history).toHaveLength(31);
    expect(conflicts).toEqual([]);
  });
});
