import { describe, expect, it } from "vitest";
import { memoryBroker } from "../brokers/memory/memory-broker.ts";
import { defineProject } from "./define-project.ts";
import { brokersOf, type IntakeDefinition, toBroker } from "./intake.ts";

const broker = memoryBroker();
const other = memoryBroker();

const projectOf = (intakes: readonly IntakeDefinition[], to?: string) =>
  defineProject({
    ...{ name: "shop", topics: ["events", "in"], machines: [], routes: [], intakes },
    relays: [{ name: "out", topic: "events", publish: toBroker(broker, to) }],
  });

describe("intakes of a project", () => {
  it("lead to topics of the project, each once", () => {
    expect(() => projectOf([{ broker, from: "nowhere" }])).toThrow(/intakes\[0\].topic 'nowhere'/);
    expect(() => projectOf([{ broker, from: "a b" }])).toThrow(/intakes\[0\].from/);
    const twice = [
      { broker, from: "x", topic: "in" },
      { broker, from: "x", topic: "events" },
    ];
    expect(() => projectOf(twice)).toThrow(/taken in twice/);
    expect(brokersOf(projectOf([{ broker: other, from: "in" }]))).toEqual([other, broker]);
  });

  it("are refused where they would bring back what a relay sends", () => {
    expect(() => projectOf([{ broker, from: "events" }])).toThrow(/relay 'out' .* for ever/);
    expect(() => projectOf([{ broker, from: "sent", topic: "events" }], "sent")).toThrow(
      /for ever/,
    );
    expect(() => projectOf([{ broker: other, from: "events" }])).not.toThrow();
    expect(() => projectOf([{ broker, from: "events", topic: "in" }])).not.toThrow();
  });
});
