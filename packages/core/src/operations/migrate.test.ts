import { describe, expect, it } from "vitest";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { createMemoryEngine, type MemoryEngine } from "../testing/memory-engine.ts";
import {
  everythingIn,
  fakeShop,
  ORDER_CHART,
  operate,
  orderEvent,
  orderMachine,
  orderProject,
} from "../testing/operation-bench.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

const HOUR_MS = 3_600_000;
const { paying, shipping, ...OTHERS } = ORDER_CHART.states;

/** The order's chart as version 2, with other states. */
const version2 = (states: object, context: object = ORDER_CHART.context) => ({
  ...ORDER_CHART,
  version: "2",
  context,
  states: { ...ORDER_CHART.states, ...states },
});

/** An engine on version 1, and the deployment of a later chart over the same database. */
function bench() {
  const shop = fakeShop();
  const clock = simulatedClock();
  const database = createMemoryDatabase({ clock });
  const engineOn = (chart: object, workerId: string): MemoryEngine =>
    createMemoryEngine(orderProject(shop, orderMachine(shop, chart)), {
      clock,
      database,
      workerId,
    });
  const first = engineOn(ORDER_CHART, "first");
  const deploy = async (chart: object): Promise<MemoryEngine> => {
    clock.advance(HOUR_MS / 120); // long enough for the first worker to be gone
    const next = engineOn(chart, `next-${database.charts.rows().length}`);
    await next.runUntilQuiet();
    return next;
  };
  return { shop, clock, first, deploy };
}

describe("migrating an instance", () => {
  it("moves it to the current version, its context and timers as they are", async () => {
    const { first, deploy, clock } = bench();
    await first.handle(orderEvent("PLACE"));
    const due = (await first.inspect.timers())[0]?.dueAt;
    const next = await deploy(version2({ shipping: { ...shipping, on: { SHIPPED: "expired" } } }));
    const before = await everythingIn(next);
    const dry = await operate(next, { kind: "migrate" }, { dryRun: true });
    expect(dry).toMatchObject({
      outcome: "processed",
      versions: { from: "1", to: "2" },
      moved: [{ from: "shipping", to: "shipping" }],
      kept: { timers: [{ label: "after.3600000" }] },
      contextChanges: [],
    });
    expect(await everythingIn(next)).toEqual(before);

    await operate(next, { kind: "migrate" });

    const moved = await next.findInstance("order", "o-1");
    expect(moved).toMatchObject({
      chartId: 2,
      revision: 3,
      states: ["shipping"],
      context: { total: 5, tx: "chargeCard-ok" },
    });
    expect(await next.inspect.timers()).toMatchObject([{ dueAt: due }]);
    const history = await next.inspect.history({ machineId: "order", subject: "o-1" });
    expect(history.at(-1)).toMatchObject({ event: "operator.migrate", chartId: 2 });
    await next.handle(orderEvent("SHIPPED"));
    expect((await next.findInstance("order", "o-1"))?.states).toEqual(["expired"]);
    expect(clock.count()).toBe(0);
  });

  it("is refused when an active state is not there, unless a mapping says where it goes", async () => {
    const { first, deploy } = bench();
    await first.handle(orderEvent("PLACE"));
    const next = await deploy({
      ...ORDER_CHART,
      version: "2",
      states: {
        ...OTHERS,
        late: { on: { RESCUE: "sending" } },
        paying: { ...paying, invoke: { ...paying.invoke, onDone: "sending" } },
        sending: {
          initial: "packing",
          states: {
            packing: { after: { 5000: "away" } },
            away: { on: { SHIPPED: "#order.done" } },
          },
        },
      },
    });
    expect((await operate(next, { kind: "migrate" })).refusals).toEqual([
      "state 'shipping' does not exist there: say which state takes its place",
    ]);
    for (const [states, refusal] of [
      [{ shipping: "nowhere" }, "state 'nowhere' does not exist there, where 'shipping' was to go"],
      [{ shipping: "done" }, "state 'done' is an end: send the event that leads there, or cancel"],
      [{ paying: "paying" }, "the instance is not in state 'paying', which the mapping names"],
    ] as const) {
      const { refusals } = await operate(next, { kind: "migrate", states }, { dryRun: true });
      expect(refusals).toContain(refusal);
    }

    const report = await operate(next, { kind: "migrate", states: { shipping: "sending" } });

    expect(report).toMatchObject({
      moved: [{ from: "shipping", to: "sending" }],
      after: { states: ["sending.packing"] },
      timers: [{ label: "after.5000", delayMs: 5_000 }],
      ended: { timers: [{ label: "after.3600000" }] },
    });
    await next.advance(5_000);
    expect((await next.findInstance("order", "o-1"))?.states).toEqual(["sending.away"]);
  });

  it("keeps the call that both versions wait for, and starts the one that is new", async () => {
    const { shop, first, deploy, clock } = bench();
    shop.services.chargeCard = () => clock.sleep(HOUR_MS).then(() => "tx");
    await first.handle(orderEvent("PLACE"));
    const next = await deploy(
      version2({
        paying: {
          ...paying,
          invoke: [paying.invoke, { id: "ask", src: "askBank" }],
          after: { 70000: "expired" },
        },
      }),
    );
    const report = await operate(next, { kind: "migrate" });
    expect(report).toMatchObject({
      effects: [{ src: "askBank", ref: "ask" }],
      kept: { calls: [{ ref: "charge" }] },
      timers: [{ label: "after.70000", delayMs: 70_000 }],
      ended: { timers: [{ label: "after.60000" }], calls: [] },
    });
    expect(shop.calls.filter((call) => call.startsWith("askBank"))).toHaveLength(1);
    const { snapshot } = (await next.findInstance("order", "o-1")) ?? {};
    expect(snapshot).toMatchObject({
      children: { charge: { src: "chargeCard" }, ask: { src: "askBank" } },
    });
  });

  it("ends the call that the other version does not wait for", async () => {
    const { shop, first, deploy, clock } = bench();
    shop.services.chargeCard = ({ signal }) => clock.sleep(HOUR_MS, signal).then(() => "tx");
    await first.handle(orderEvent("PLACE"));
    const next = await deploy(version2({ paying: { on: { SHIPPED: "shipping" } } }));
    expect(await operate(next, { kind: "migrate" })).toMatchObject({
      ended: { calls: [{ ref: "charge" }] },
    });
    expect((await next.inspect.effects())[0]).toMatchObject({ status: "cancelled" });
  });

  it("moves back to an earlier version by name, and only to registered ones [LIM-13]", async () => {
    const { first, deploy } = bench();
    await first.handle(orderEvent("PLACE"));
    const next = await deploy(version2({}));
    await operate(next, { kind: "migrate" });
    expect((await operate(next, { kind: "migrate" })).refusals).toEqual([
      "the instance runs on version 2 already",
    ]);
    expect((await operate(next, { kind: "migrate", version: "3" })).refusals).toEqual([
      "machine 'order' has no version '3': only registered ones can be moved to",
    ]);
    await operate(next, { kind: "migrate", version: "1" });
    expect(await next.findInstance("order", "o-1")).toMatchObject({ chartId: 1, revision: 4 });
  });

  it("warns of context that the version expects and the instance has not", async () => {
    const { first, deploy } = bench();
    await first.handle(orderEvent("PLACE"));
    const next = await deploy(version2({}, { ...ORDER_CHART.context, coupon: null }));
    expect((await operate(next, { kind: "migrate" }, { dryRun: true })).warnings).toEqual([
      "the instance's context has no 'coupon', which the version expects",
    ]);
  });
});

describe("a worker without the code of an instance's version", () => {
  /** Version 2 of the machine no longer has the action that version 1 names. */
  async function deployedWithout() {
    const { shop, clock, first } = bench();
    await first.handle(orderEvent("PLACE"));
    clock.advance(HOUR_MS / 120);
    const chart = version2({
      idle: { on: { PLACE: "paying" } },
      shipping: { on: { SHIPPED: "done" }, after: shipping.after },
    });
    const machine = orderMachine(shop, chart);
    const { keepTotal: _gone, ...actions } = machine.logic.actions ?? {};
    const project = orderProject(shop, { ...machine, logic: { ...machine.logic, actions } });
    const next = createMemoryEngine(project, {
      clock,
      database: first.database,
      workerId: "next",
    });
    await next.runUntilQuiet();
    return next;
  }
  const why =
    /^machine 'order' version 1 does not run with the code of this worker \(.*keepTotal.*\): start a worker with the code of that version, or move the instance with 'sagascope instances migrate'$/;

  it("says which machine and version, and what to do", async () => {
    const next = await deployedWithout();
    const report = await operate(next, { kind: "send", event: "SHIPPED" });
    expect(report.refusals).toEqual([expect.stringMatching(why)]);
  });

  it("holds its events until somebody has", async () => {
    const next = await deployedWithout();
    expect(await next.handle(orderEvent("SHIPPED"))).toBe("retry");
    expect(await next.inspect.deliveries()).toMatchObject([{ attempts: 0 }]);
  });

  it("can still cancel it, and move it to a version that it has", async () => {
    const next = await deployedWithout();
    expect(await operate(next, { kind: "cancel" }, { dryRun: true })).toMatchObject({
      outcome: "processed",
    });
    expect(await operate(next, { kind: "migrate" })).toMatchObject({ outcome: "processed" });
    await next.handle(orderEvent("SHIPPED"));
    expect((await next.findInstance("order", "o-1"))?.states).toEqual(["done"]);
  });
});
