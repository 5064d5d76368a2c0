import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { operate } from "../testing/operation-bench.ts";

/** Notes what belongs to orders; the events come by the names of their types. */
const project = defineProject({
  name: "wildcards",
  topics: ["in", "events"],
  routes: ["order.placed", "order.line.added", "stock.counted"].map((type) => ({
    topic: "in",
    type,
    machine: "notes",
    event: type,
  })),
  machines: [
    {
      chart: {
        id: "notes",
        initial: "empty",
        states: {
          empty: { on: { "order.*": "noted" } },
          noted: { on: { "order.*": "full", CLEAR: "empty" } },
          full: { type: "final" },
        },
      },
      logic: {},
    },
  ],
});

const event = (type: string) => createEnvelope({ type, source: "/test", subject: "n-1" });

describe("a transition on a partial wildcard", () => {
  it("takes every event below its name, and no other", async () => {
    const engine = createMemoryEngine(project);
    const states = async () => (await engine.findInstance("notes", "n-1"))?.states;
    expect(await engine.handle(event("order.placed"), "in")).toBe("processed");
    expect(await states()).toEqual(["noted"]);
    expect(await engine.handle(event("stock.counted"), "in")).toBe("dead_lettered:unknown_event");
    expect(await engine.handle(event("order.line.added"), "in")).toBe("processed");
    expect(await states()).toEqual(["full"]);
  });

  it("takes what an operator sends below its name, and says what else there is", async () => {
    const engine = createMemoryEngine(project);
    await engine.handle(event("order.placed"), "in");
    const send = (type: string) =>
      operate(engine, { kind: "send", event: type }, { machineId: "notes", subject: "n-1" });
    expect((await send("orders.lost")).refusals).toEqual([
      "the chart takes 'orders.lost' nowhere; it knows CLEAR, order.*",
    ]);
    expect(await send("order.cancelled")).toMatchObject({ outcome: "processed" });
    expect((await engine.findInstance("notes", "n-1"))?.states).toEqual(["full"]);
  });
});
