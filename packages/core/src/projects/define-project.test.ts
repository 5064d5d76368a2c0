import { describe, expect, it } from "vitest";
import { defineProject } from "./define-project.ts";
import type { ProjectDefinition, RelayDefinition } from "./project.ts";

const machine = { chart: { id: "m", initial: "a", states: { a: {} } }, logic: {} };
const relay: RelayDefinition = { name: "mailer", topic: "mail", publish: async () => undefined };

const onUnknownOf = (relays: readonly RelayDefinition[], routed: readonly string[] = []) =>
  defineProject({
    name: "shop",
    topics: ["mail", "events"],
    machines: [machine],
    routes: routed.map((topic) => ({ topic, type: "t", machine: "m" })),
    relays,
  }).topics.find(({ name }) => name === "mail")?.onUnknown;

describe("what becomes of types that no route of a topic takes", () => {
  it("is a dead letter, unless a relay takes the whole topic and no machine any of it", () => {
    expect(onUnknownOf([])).toBe("dead_letter");
    expect(onUnknownOf([relay])).toBe("ignore");
    expect(onUnknownOf([{ ...relay, types: ["t"] }])).toBe("dead_letter");
    expect(onUnknownOf([relay], ["mail"])).toBe("dead_letter");
  });
});

describe("names of whatever takes events", () => {
  const define = (fields: Partial<ProjectDefinition>) => () =>
    defineProject({
      ...{ name: "shop", topics: ["mail", "events"], machines: [machine], routes: [] },
      ...fields,
    });
  const feed = { name: "copy", topic: "events", sink: async () => undefined };

  it.each<[string, Partial<ProjectDefinition>]>([
    ["machines[0].chart.id 'm' is taken by the project", { name: "m" }],
    ["machines[1].chart.id 'm' is taken by machines[0]", { machines: [machine, machine] }],
    ["relays[0].name 'm' is taken by machines[0]", { relays: [{ ...relay, name: "m" }] }],
    ["relays[0].name 'shop' is taken by the project", { relays: [{ ...relay, name: "shop" }] }],
    ["relays[1].name 'mailer' is taken by relays[0]", { relays: [relay, relay] }],
    [
      "feeds[0].name 'mailer' is taken by relays[0]",
      { relays: [relay], feeds: [{ ...feed, name: "mailer" }] },
    ],
    ["feeds[1].name 'copy' is taken by feeds[0]", { feeds: [feed, feed] }],
  ])("cannot be shared: %s", (problem, fields) => {
    expect(define(fields)).toThrow(problem);
  });

  it("may be those of topics, which take nothing themselves", () => {
    expect(
      define({ name: "events", relays: [{ ...relay, name: "mail" }], feeds: [feed] }),
    ).not.toThrow();
  });

  it("are refused where a relay names a type twice", () => {
    expect(define({ relays: [{ ...relay, types: ["t", "t"] }] })).toThrow(
      "relays[0].types 't' appears twice",
    );
  });
});
