import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { failing, sagaBench, startOf } from "./saga-project.ts";

const fulfil = () =>
  sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserve", compensate: "release" })
    .step("charge", { invoke: "charge", compensate: "refund" })
    .step("ship", { invoke: "ship" });

describe("the documentation's examples", () => {
  const quickStart = defineProject({
    name: "quick-start",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    machines: [
      {
        chart: {
          id: "order",
          initial: "open",
          context: { total: 0 },
          states: {
            open: {
              on: {
                PAY: {
                  target: "paid",
                  actions: ["keepTotal"],
                  meta: { publish: { type: "order.paid", data: ["total"] } },
                },
              },
            },
            paid: { type: "final" },
          },
        },
        logic: {
          actions: { keepTotal: assign({ total: ({ event }: LogicArgs) => event.payload.total }) },
        },
      },
    ],
    routes: [{ topic: "commands", type: "xsm.order.PAY", machine: "order" }],
  });

  it("quick start: one command twice is processed once and announced once [EXA-01]", async () => {
    const engine = createMemoryEngine(quickStart);
    const pay = createEnvelope({
      type: "xsm.order.PAY",
      source: "/shop",
      subject: "o-42",
      data: { total: 99 },
    });
    await engine.publish("commands", pay, pay);

    expect(await engine.runOnce()).toMatchObject({ processed: 1, duplicates: 1 });

    const published = (await engine.inspect.events())
      .filter(({ direction }) => direction === "published")
      .map(({ envelope }) => decodeEnvelope(envelope));
    expect(published).toMatchObject([
      { type: "order.paid", data: { total: 99 }, causationid: pay.id, subject: "o-42" },
    ]);
  });

  it("saga: a failed shipment is undone in reverse [EXA-03]", async () => {
    const bench = sagaBench(fulfil(), { ship: failing("no courier") });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil", "o-1"));
    expect(bench.calls.map((call) => call.split(" ")[0])).toEqual([
      "reserve",
      "charge",
      "ship",
      "refund",
      "release",
    ]);
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      context: { compensated: ["charge", "reserve"] },
    });
  });

  it("bus-driven saga: identity from the subject, one letter for a stuck undo [EXA-04]", async () => {
    const bench = sagaBench(fulfil(), {
      charge: failing("card declined"),
      release: failing("warehouse API down"),
    });
    const engine = createMemoryEngine(bench.project);
    const start = startOf("fulfil", "order-7", { sku: "a" });
    await engine.handle(start);
    expect(await engine.handle(start)).toBe("duplicate");
    expect((await engine.findInstance("fulfil", "order-7"))?.states).toEqual([
      "compensationFailed",
    ]);
    const letters = await engine.openLetters();
    expect(letters.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      ["card declined", "warehouse API down"],
    ]);
  });

  it("observers: what other people's services say is recorded and handled by nobody [EXA-16]", async () => {
    const { routes } = quickStart;
    const engine = createMemoryEngine(
      defineProject({
        ...quickStart,
        routes: [
          ...routes,
          { topic: "parcels", type: "parcel.lost", machine: "order", event: "X" },
        ],
        observers: [{ name: "carrier", topic: "parcels", source: "/carrier" }],
      }),
    );
    const seen = createEnvelope({ type: "parcel.scanned", source: "/carrier", subject: "o-42" });
    await engine.publish("parcels", seen);
    expect(await engine.runUntilQuiet()).toMatchObject({ processed: 0, ignored: 1 });
    expect(await engine.inspect.events()).toMatchObject([{ id: seen.id, direction: "received" }]);
    expect(await engine.inspect.instances()).toEqual([]);
    expect(await engine.inspect.letters()).toEqual([]);
  });

  it("sample app: two charts, duplicates, poison listed, replayed once it is mended [EXA-07]", async () => {
    let isMended = false;
    const orders = [...quickStart.machines];
    const ledger = {
      chart: {
        id: "ledger",
        initial: "open",
        context: { sum: 0 },
        states: { open: { on: { "order.paid": { actions: ["book"] } } } },
      },
      attemptsMax: 1,
      logic: {
        actions: {
          book: assign({
            sum: ({ context, event }: LogicArgs) => {
              if (event.payload.total < 0 && !isMended) throw new Error("negative total");
              return context.sum + event.payload.total;
            },
          }),
        },
      },
    };
    const engine = createMemoryEngine(
      defineProject({
        ...quickStart,
        machines: [...orders, ledger],
        routes: [...quickStart.routes, { topic: "events", type: "order.paid", machine: "ledger" }],
      }),
    );
    const pay = (subject: string, total: number) =>
      createEnvelope({ type: "xsm.order.PAY", source: "/shop", subject, data: { total } });
    const good = pay("o-1", 5);
    await engine.publish("commands", good, pay("o-2", -3), good);

    const result = await engine.runUntilQuiet();

    expect(result).toMatchObject({ processed: 3, duplicates: 1, deadLettered: 1 });
    const [letter] = await engine.openLetters();
    expect(letter).toMatchObject({ consumer: "ledger", subject: "o-2", eventType: "order.paid" });
    isMended = true;
    const letterId = letter?.id ?? "";
    const dry = engine.request({ kind: "replay", letterId, dryRun: true });
    await engine.runUntilQuiet();
    expect(await engine.inspect.findCommand(dry)).toMatchObject({
      result: { outcome: "processed" },
    });
    expect(await engine.findInstance("ledger", "o-2")).toBeUndefined();
    engine.request({ kind: "replay", letterId, dryRun: false, reason: "totals may be negative" });
    await engine.runUntilQuiet();
    expect((await engine.findInstance("ledger", "o-2"))?.context).toEqual({ sum: -3 });
    expect(await engine.openLetters()).toEqual([]);
  });
});

describe("a command without a route", () => {
  const saga = sagaBench(fulfil());

  it("on a shared topic is recorded and counted as ignored [TRB-31]", async () => {
    const engine = createMemoryEngine(saga.project);
    await engine.publish("events", startOf("fulfil"), startOf("fulfil"));
    expect(await engine.runOnce()).toMatchObject({ processed: 0, ignored: 2 });
  });

  it("on a topic of our own is a letter, until a route takes it [TRB-02][TRB-31]", async () => {
    const unrouted = createMemoryEngine({ ...saga.project, routes: [] });
    expect(await unrouted.handle(startOf("fulfil"), "commands")).toBe(
      "dead_lettered:unknown_event",
    );
    const routed = createMemoryEngine(saga.project);
    expect(await routed.handle(startOf("fulfil"), "commands")).toBe("processed");
  });
});
