import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { commitOf } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";

/** Who gets what is published. */
export function publishingContract(options: EngineContractOptions): void {
  describe("publishing", () => {
    const bench = contractBench(options);
    const envelope = (type: string, fields = {}) =>
      createEnvelope({ type, source: "/contract", subject: "o-1", ...fields });
    const takers = async () =>
      (await bench().under.inspect.deliveries()).map(({ kind, sink }) => `${kind} ${sink}`).sort();

    it("hands a type to every machine that a route names, and to relays on it or on all", async () => {
      const counts = await bench().under.publish("events", [envelope("order.placed")]);

      expect(counts).toEqual({ events: 1, deliveries: 4 });
      expect(await takers()).toEqual([
        "queue audit",
        "queue order",
        "relay copy",
        "relay placed-only",
      ]);
    });

    it("takes in what arrives from outside in the same way, and says what it wrote", async () => {
      const { stores, under } = bench();
      const counts = await stores.intake.receive([
        { topic: "events", envelope: envelope("order.placed", { id: "a" }) },
        { topic: "events", envelope: envelope("of.somebody.else", { id: "b" }) },
      ]);

      expect(counts).toEqual({ events: 2, deliveries: 5 });
      expect(await under.inspect.events()).toMatchObject([
        { id: "a", direction: "received" },
        { id: "b", direction: "received" },
      ]);
    });

    it("hands a type that no route takes to the project itself", async () => {
      await bench().under.publish("commands", [envelope("never.heard.of")]);
      expect(await takers()).toEqual(["queue contract"]);
    });

    it("does not hand a routed type to the project too", async () => {
      await bench().under.publish("commands", [envelope("order.place")]);
      expect(await takers()).toEqual(["queue order"]);
    });

    it("only records an unknown type on a shared topic, besides what relays take", async () => {
      await bench().under.publish("events", [envelope("of.somebody.else")]);
      expect(await takers()).toEqual(["relay copy"]);
    });

    it("records what is published on a topic without subscriptions", async () => {
      const counts = await bench().under.publish("elsewhere", [envelope("order.place")]);

      expect(counts).toEqual({ events: 1, deliveries: 0 });
      expect(await bench().under.inspect.events()).toMatchObject([
        { topic: "elsewhere", direction: "received", type: "order.place" },
      ]);
    });

    it("names the event that a route gives, and none where it gives none", async () => {
      await bench().under.publish("events", [envelope("order.placed")]);

      const events = (await bench().read()).map(({ sink, event }) => [sink, event]);

      expect(events).toContainEqual(["audit", "GO"]);
      expect(events).toContainEqual(["order", undefined]);
    });

    it("keeps envelopes with one id apart: a redelivery is another delivery", async () => {
      const twice = envelope("order.place", { id: "e-1" });
      await bench().under.publish("commands", [twice]);
      await bench().under.publish("commands", [twice]);
      expect((await bench().read()).length).toBe(2);
    });

    it("hands out what a commit publishes, in its order, marked as published", async () => {
      const { stores, under } = bench();
      await stores.lanes.commit([
        commitOf("o-1", [], {
          events: [
            { topic: "events", revision: 3, envelope: envelope("order.placed", { id: "a" }) },
            { topic: "commands", revision: 3, envelope: envelope("order.place", { id: "b" }) },
          ],
        }),
      ]);

      expect(await under.inspect.events()).toMatchObject([
        { id: "a", direction: "published", revision: 3 },
        { id: "b", direction: "published", revision: 3 },
      ]);
      expect((await under.inspect.deliveries()).map(({ envelopeId }) => envelopeId)).toEqual([
        "a",
        "a",
        "a",
        "a",
        "b",
      ]);
    });

    it("says of a commit whether this project has something to do by what it publishes", async () => {
      const commit = async (subject: string, ...topics: readonly string[]) => {
        const events = topics.map((topic) => ({
          ...{ topic, revision: 1, envelope: envelope("order.place") },
        }));
        const { hasDeliveries } = await bench().stores.lanes.commit([
          commitOf(subject, [], { events }),
        ]);
        return hasDeliveries;
      };
      expect(await commit("o-1")).toBe(false);
      expect(await commit("o-2", "elsewhere")).toBe(false);
      expect(await commit("o-3", "elsewhere", "commands")).toBe(true);
    });
  });
}
