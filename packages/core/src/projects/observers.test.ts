import { describe, expect, it } from "vitest";
import { defineProject } from "./define-project.ts";
import { observerOf } from "./observers.ts";
import type { ObserverDefinition, ProjectDefinition } from "./project.ts";
import { ANY_TYPE, subscriptionsOf } from "./subscriptions.ts";

const order = {
  chart: { id: "order", initial: "a", states: { a: { on: { GO: "a" } } } },
  logic: {},
};
const carrier: ObserverDefinition = { name: "carrier", topic: "parcels", source: "/carrier" };

const shop = (
  observers: readonly ObserverDefinition[],
  overrides: Partial<ProjectDefinition> = {},
) =>
  defineProject({
    name: "shop",
    topics: ["commands", "events"],
    machines: [order],
    routes: [{ topic: "commands", type: "go", machine: "order", event: "GO" }],
    observers,
    ...overrides,
  });

describe("a project with observers", () => {
  it("has their topics, and gives up nothing on them for being of an unknown type", () => {
    const { topics } = shop([carrier, { name: "mail", topic: "events" }]);
    expect(topics).toEqual([
      { name: "commands", onUnknown: "dead_letter" },
      { name: "events", onUnknown: "ignore" },
      { name: "parcels", onUnknown: "ignore" },
    ]);
    const giveUps = subscriptionsOf(shop([carrier])).filter(({ type }) => type === ANY_TYPE);
    expect(giveUps.map(({ topic }) => topic)).toEqual(["commands", "events"]);
  });

  it("may route and relay what it observes", () => {
    const route = { topic: "parcels", type: "parcel.lost", machine: "order", event: "GO" };
    const relay = { name: "copy", topic: "parcels", publish: async () => undefined };
    const sinks = subscriptionsOf(shop([carrier], { routes: [route], relays: [relay] }))
      .filter(({ topic }) => topic === "parcels")
      .map(({ type, sink }) => [type, sink]);
    expect(sinks).toEqual([
      ["parcel.lost", "order"],
      ["*", "copy"],
    ]);
  });

  it.each<[string, readonly ObserverDefinition[], string]>([
    ["an unusable name", [{ ...carrier, name: "the carrier" }], "observers[0].name must be"],
    ["a machine's name", [{ ...carrier, name: "order" }], "'order' is a machine"],
    ["an unusable topic", [{ ...carrier, topic: "" }], "observers[0].topic must be"],
    ["an empty source", [{ ...carrier, source: " " }], "observers[0].source must not be empty"],
    ["no types at all", [{ ...carrier, types: [] }], "observers[0].types must name a type"],
    ["a wildcard", [{ ...carrier, types: ["*"] }], "must be exact types, got '*'"],
    [
      "one name twice on a topic",
      [carrier, { ...carrier, source: "/other" }],
      "'carrier' observes 'parcels' twice",
    ],
    [
      "two that cannot be told apart",
      [carrier, { ...carrier, name: "courier" }],
      "observers[1].source must tell 'courier' from 'carrier'",
    ],
  ])("is refused with %s", (_what, observers, message) => {
    expect(() => shop(observers)).toThrow(message);
  });

  it("is refused if the same topic is to give up what no route takes", () => {
    const topics = [{ name: "parcels", onUnknown: "dead_letter" as const }, "commands", "events"];
    expect(() => shop([carrier], { topics })).toThrow("leave its onUnknown out");
  });
});

describe("observerOf", () => {
  const observers = [
    { name: "post", topic: "parcels" },
    { ...carrier },
    { name: "mail", topic: "events" },
  ];
  const of = (topic: string, source: string, machineId?: string) =>
    observerOf(observers, { topic, source, machineId })?.name;

  it("goes by topic and source, and by topic alone where no source fits better", () => {
    expect(of("parcels", "/carrier")).toBe("carrier");
    expect(of("parcels", "/somebody")).toBe("post");
    expect(of("events", "/carrier")).toBe("mail");
    expect(of("commands", "/carrier")).toBeUndefined();
  });

  it("leaves to a machine what it published", () => {
    expect(of("events", "xsm/order", "order")).toBeUndefined();
  });
});
