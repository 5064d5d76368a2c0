import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import { choreographyOf } from "./choreography.ts";

const machine = (id: string, states: object, topic = "events") => ({
  chart: parseChart({ id, initial: Object.keys(states)[0], states }),
  topic,
});

const route = (type: string, machineId: string, event: string, topic = "events") => ({
  topic,
  type,
  machine: machineId,
  event,
});

/** order.placed → payment.captured → order.completed: back to the order, but not round again. */
const order = machine("order", {
  open: { on: { PLACE: { target: "placed", meta: { publish: "order.placed" } } } },
  placed: { on: { PAID: { target: "done", meta: { publish: "order.completed" } } } },
  done: { type: "final" },
});
const payment = machine("payment", {
  idle: { on: { ORDERED: "capturing" } },
  capturing: {
    invoke: {
      id: "capture",
      src: "capture",
      onDone: { target: "captured", meta: { publish: "payment.captured" } },
    },
  },
  captured: { type: "final" },
});
const shop = {
  machines: [order, payment],
  routes: [
    route("place", "order", "PLACE", "commands"),
    route("order.placed", "payment", "ORDERED"),
    route("payment.captured", "order", "PAID"),
  ],
};

const echo = (id: string, says: string, target = "on") =>
  machine(id, {
    on: { on: { HEARD: { target, reenter: true, meta: { publish: says } } } },
    off: { type: "final" },
  });
const circle = (pongTarget?: string) => ({
  machines: [echo("ping", "ping.said"), echo("pong", "pong.said", pongTarget)],
  routes: [route("pong.said", "ping", "HEARD"), route("ping.said", "pong", "HEARD")],
});

describe("choreographyOf", () => {
  it("links machines by what one publishes and the other is routed [CHO-06]", () => {
    expect(choreographyOf(shop).links).toEqual([
      { from: "order", to: "payment", topic: "events", type: "order.placed", event: "ORDERED" },
      { from: "payment", to: "order", topic: "events", type: "payment.captured", event: "PAID" },
    ]);
  });

  it("calls no conversation a circle that moves on each time", () => {
    expect(choreographyOf(shop).cycles).toEqual([]);
  });

  it("names what nobody takes, what nobody says, and what its machine does not know", () => {
    const found = choreographyOf({
      ...shop,
      routes: [...shop.routes, route("order.placed", "order", "NEVER")],
    });
    expect(found.unheard).toEqual([{ machine: "order", topic: "events", type: "order.completed" }]);
    expect(found.unsaid).toEqual([route("place", "order", "PLACE", "commands")]);
    expect(found.unhandled).toEqual([route("order.placed", "order", "NEVER")]);
  });

  it("finds machines that feed each other without end [CHO-07][TRB-29][LIM-09]", () => {
    expect(choreographyOf(circle()).cycles).toEqual([
      {
        isEndless: true,
        links: [
          { from: "ping", to: "pong", topic: "events", type: "ping.said", event: "HEARD" },
          { from: "pong", to: "ping", topic: "events", type: "pong.said", event: "HEARD" },
        ],
      },
    ]);
  });

  it("tells a circle that a final state ends from an endless one [TRB-29]", () => {
    expect(choreographyOf(circle("off")).cycles).toMatchObject([{ isEndless: false }]);
  });

  it("knows that a finished instance does not listen, not even at its root", () => {
    const once = {
      chart: parseChart({
        id: "once",
        initial: "on",
        on: { HEARD: { target: ".off", meta: { publish: "once.said" } } },
        states: { on: {}, off: { type: "final" } },
      }),
      topic: "events",
    };
    const routes = [route("once.said", "once", "HEARD")];
    expect(choreographyOf({ machines: [once], routes }).cycles).toMatchObject([
      { isEndless: false },
    ]);
  });

  it("takes what an observed service is known to publish as said, and links it", () => {
    const routes = [
      ...shop.routes,
      route("parcel.lost", "order", "PLACE", "parcels"),
      route("parcel.found", "order", "PLACE", "parcels"),
    ];
    const carrier = { name: "carrier", topic: "parcels", types: ["parcel.lost", "parcel.moved"] };
    const { links, unsaid, unheard } = choreographyOf({ ...shop, routes, observers: [carrier] });
    expect(unsaid.map(({ type }) => type)).toEqual(["place", "parcel.found"]);
    expect(links.slice(2)).toEqual([
      { from: "carrier", to: "order", topic: "parcels", type: "parcel.lost", event: "PLACE" },
    ]);
    expect(unheard).toEqual(choreographyOf(shop).unheard);
  });

  it("takes an observed service of which no types are known to say what nobody else says", () => {
    const routes = [...shop.routes, route("parcel.lost", "order", "PLACE")];
    const carrier = { name: "carrier", topic: "events" };
    const { links, unsaid } = choreographyOf({ ...shop, routes, observers: [carrier] });
    expect(unsaid.map(({ type }) => type)).toEqual(["place"]);
    expect(links.filter(({ from }) => from === "carrier").map(({ type }) => type)).toEqual([
      "parcel.lost",
    ]);
  });

  it("sees through a machine's own calls, timers and tagged states", () => {
    const slow = machine("slow", {
      idle: { on: { HEARD: "waiting" } },
      waiting: { after: { 1000: "checking" } },
      checking: { invoke: { id: "c", src: "c", onDone: "told", onError: "idle" } },
      told: { tags: ["publish"], always: "idle" },
    });
    const { cycles } = choreographyOf({
      machines: [slow],
      routes: [route("xsm.slow.transition.told", "slow", "HEARD")],
    });
    expect(cycles).toMatchObject([{ isEndless: true, links: [{ from: "slow", to: "slow" }] }]);
  });

  it("waits for an event of somebody else before it goes on", () => {
    const gated = machine("gated", {
      idle: { on: { HEARD: "held" } },
      held: { on: { RELEASE: { target: "idle", meta: { publish: "gated.said" } } } },
    });
    const { cycles } = choreographyOf({
      machines: [gated],
      routes: [route("gated.said", "gated", "HEARD")],
    });
    expect(cycles).toEqual([]);
  });

  it("takes wildcards for what they are, and the default name where a route gives none", () => {
    const listener = machine("listener", { on: { on: { "order.*": "on", X: "on" } } });
    const { links, unhandled } = choreographyOf({
      machines: [order, listener],
      routes: [
        { topic: "events", type: "order.placed", machine: "listener" },
        { topic: "events", type: "xsm.other.X", machine: "listener" },
      ],
    });
    expect(links).toMatchObject([{ to: "listener", event: "order.placed" }]);
    expect(unhandled).toEqual([]);
  });

  it("keeps topics apart, and leaves out routes of machines it does not know", () => {
    const { links, unsaid } = choreographyOf({
      machines: [order, payment],
      routes: [
        route("order.placed", "payment", "ORDERED", "elsewhere"),
        route("order.placed", "unknown", "ORDERED"),
      ],
    });
    expect(links).toEqual([]);
    expect(unsaid).toMatchObject([{ topic: "elsewhere" }]);
  });

  it("gives one circle for each knot", () => {
    const ring = ["a", "b", "c"].map((id, at, all) =>
      echo(id, `${id}.said to ${all[(at + 1) % all.length]}`),
    );
    const routes = [
      route("a.said to b", "b", "HEARD"),
      route("b.said to c", "c", "HEARD"),
      route("c.said to a", "a", "HEARD"),
      ...circle().routes,
    ];
    const { cycles } = choreographyOf({ machines: [...ring, ...circle().machines], routes });
    expect(cycles.map(({ links }) => links.length)).toEqual([3, 2]);
  });
});
