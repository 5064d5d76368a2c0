import { choreographyOfProject, createEnvelope } from "@sagascope/core";
import { createMemoryEngine } from "@sagascope/core/memory";
import { describe, expect, it } from "vitest";
import project from "./sagascope.config.ts";
import { MACHINES } from "./testing/shop-in-memory.ts";

const eventOf = ({ type, event }: (typeof project.routes)[number]) =>
  event ?? type.replace(/^xsm\.[^.]+\./, "");

describe("the project", () => {
  it("compiles every chart with its logic", () => {
    expect([...MACHINES.keys()]).toEqual(["fulfil", "order", "payment", "warehouse"]);
  });

  it("routes nothing to a machine that the machine does not hear", () => {
    for (const route of project.routes) {
      expect(MACHINES.get(route.machine)?.consumedEvents).toContain(eventOf(route));
    }
  });

  it("routes to each machine everything that it hears", () => {
    for (const machine of MACHINES.values()) {
      const routed = project.routes.filter((route) => route.machine === machine.id).map(eventOf);
      expect(new Set(routed)).toEqual(new Set(machine.consumedEvents));
    }
  });

  it("hears on the topic events only what one of its machines publishes there", () => {
    const { unsaid } = choreographyOfProject(project);
    expect(new Set(unsaid.map(({ topic }) => topic))).toEqual(new Set(["commands"]));
  });

  it("records what the carrier tells about a parcel, and does nothing about it", async () => {
    const engine = createMemoryEngine(project);
    const scanned = createEnvelope({
      type: "parcel.scanned",
      source: "/carrier",
      subject: "order-42",
    });
    expect(await engine.handle(scanned, "events")).toBe("ignored");
    expect(await engine.inspect.events()).toMatchObject([{ id: scanned.id }]);
    expect(await engine.inspect.deliveries()).toEqual([]);
    expect(await engine.openLetters()).toEqual([]);
  });

  it("keeps payment without an answer to an outage, so that it becomes a dead letter", () => {
    const capturing = MACHINES.get("payment")?.chart.states?.capturing;
    expect(capturing?.invoke?.[0]).toMatchObject({ src: "capturePayment" });
    expect(capturing?.invoke?.[0]?.onError ?? []).toEqual([]);
  });
});
