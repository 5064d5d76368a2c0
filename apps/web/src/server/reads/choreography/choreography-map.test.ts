import { parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { buildChoreographyMap, type ChoreographyFacts } from "./choreography-map.ts";

const says = (id: string, hears: string, said: string) =>
  parseChart({
    id,
    initial: "open",
    states: { open: { on: { [hears]: { target: "open", meta: { publish: said } } } } },
  });
const machine = (chart: ReturnType<typeof says>) => ({
  machineId: chart.id,
  project: "shop",
  version: "1",
  chart,
  topic: "events",
  active: 2,
});
const LAST = new Date("2026-11-30T03:00:00Z");
const seen = (from: string, type: string, count: number, topic = "events") => ({
  ...{ from, topic, type, count },
  lastAt: LAST,
});

const FACTS: ChoreographyFacts = {
  machines: [
    machine(says("order", "PLACE", "order.placed")),
    machine(says("mail", "SEND", "mail.sent")),
  ],
  routes: [
    { topic: "commands", type: "shop.place", machine: "order", event: "PLACE" },
    { topic: "events", type: "order.placed", machine: "mail", event: "SEND" },
    { topic: "parcels", type: "parcel.lost", machine: "mail", event: "SEND" },
  ],
  observers: [],
  takers: [],
  seen: [
    seen("outside:/till", "shop.place", 7, "commands"),
    seen("machine:order", "order.placed", 5),
  ],
  letters: [{ consumer: "mail", type: "order.placed", open: 3 }],
};
const map = (changes: Partial<ChoreographyFacts> = {}) =>
  buildChoreographyMap({ ...FACTS, ...changes });
const linkOf = (to: string, type: string, from = map()) =>
  from.links.find((link) => link.to === to && link.type === type);

describe("the choreography map", () => {
  it("draws what a chart says to whom a route hands it, with how often and what went wrong", () => {
    expect(linkOf("machine:mail", "order.placed")).toEqual({
      from: "machine:order",
      to: "machine:mail",
      topic: "events",
      type: "order.placed",
      event: "SEND",
      count: 5,
      lastAt: LAST,
      openLetters: 3,
      isEndless: false,
      isUnhandled: false,
    });
  });

  it("draws a declared link that nothing came along", () => {
    const link = linkOf("machine:mail", "order.placed", map({ seen: [] }));
    expect(link).toMatchObject({ count: 0, lastAt: null });
  });

  it("tells who sends from outside from what came", () => {
    expect(linkOf("machine:order", "shop.place")).toMatchObject({
      from: "outside:/till",
      count: 7,
    });
    expect(map().nodes.map(({ id, said }) => [id, said])).toContainEqual(["outside:/till", 7]);
  });

  it("names a route that nobody serves, until somebody does", () => {
    expect(map().unsaid).toEqual([{ machine: "mail", topic: "parcels", type: "parcel.lost" }]);
    expect(map({ seen: [seen("outside:/van", "parcel.lost", 1, "parcels")] }).unsaid).toEqual([
      { machine: "order", topic: "commands", type: "shop.place" },
    ]);
  });

  it("takes an observed service for the sender of what comes on its topic", () => {
    const observed = map({
      observers: [{ name: "carrier", topic: "parcels", types: [] }],
      seen: [seen("service:carrier", "parcel.lost", 4, "parcels")],
    });
    expect(linkOf("machine:mail", "parcel.lost", observed)).toMatchObject({
      from: "service:carrier",
      count: 4,
    });
    expect(observed.unsaid.map(({ type }) => type)).toEqual(["shop.place"]);
  });

  it("names what is said and taken by nobody, and no more once a relay or a feed takes it", () => {
    expect(map().unheard).toEqual([
      { machine: "mail", topic: "events", type: "mail.sent", count: 0 },
    ]);
    const relayed = map({
      takers: [{ kind: "relay", name: "out", topic: "events", type: "mail.sent" }],
    });
    expect(relayed.unheard).toEqual([]);
    expect(linkOf("relay:out", "mail.sent", relayed)).toMatchObject({
      from: "machine:mail",
      event: null,
    });
    const fed = map({ takers: [{ kind: "feed", name: "lake", topic: "events", type: "*" }] });
    expect(fed.links.filter(({ to }) => to === "feed:lake").map(({ type }) => type)).toEqual([
      "order.placed",
      "mail.sent",
    ]);
  });

  it("marks a circle that nothing in the charts ends, and a route to a chart without a transition on it", () => {
    const circle = map({
      routes: [
        ...FACTS.routes,
        { topic: "events", type: "mail.sent", machine: "order", event: "PLACE" },
        { topic: "commands", type: "shop.close", machine: "order", event: "CLOSE" },
      ],
      seen: [seen("outside:/till", "shop.close", 1, "commands")],
    });
    expect(circle.cycles).toEqual([
      {
        machines: expect.arrayContaining(["order", "mail"]),
        types: expect.arrayContaining(["order.placed", "mail.sent"]),
        isEndless: true,
      },
    ]);
    expect(linkOf("machine:order", "mail.sent", circle)?.isEndless).toBe(true);
    expect(linkOf("machine:order", "shop.close", circle)?.isUnhandled).toBe(true);
  });

  it("counts a machine's letters of every type on its place", () => {
    const letters = [...FACTS.letters, { consumer: "mail", type: "gone", open: 1 }];
    expect(map({ letters }).nodes.find(({ id }) => id === "machine:mail")?.openLetters).toBe(4);
  });
});
