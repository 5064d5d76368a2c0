import { describe, expect, it } from "vitest";
import type { BrokerDelivery } from "../brokers/broker.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { createFakeBroker, DrainLimitError } from "./fake-broker.ts";

const of = (subject: string, n = 0, filler = "") =>
  createEnvelope({ type: "t", source: "/s", subject, data: { n, filler } });

describe("a fake broker", () => {
  it("records what was published, settled and waits [BRK-16]", async () => {
    const broker = createFakeBroker();
    const [first, second] = [of("a", 1), of("b", 2)];
    await broker.publish("orders", first);
    await broker.publish("events", second);
    expect(broker.topics()).toEqual(["orders", "events"]);
    expect(broker.pending("orders")).toEqual([first]);
    expect(broker.publishedOn("events")).toEqual([second]);
    broker.on("orders", (delivery) => delivery.nack());
    const seen: BrokerDelivery[] = [];
    broker.on("events", (delivery) => void seen.push(delivery));
    await broker.drain({ topic: "events" });

    expect(broker.acked).toEqual([{ topic: "events", envelope: second }]);
    await expect(broker.drain({ topic: "orders", limit: 1 })).rejects.toThrow(DrainLimitError);
    expect(broker.nacked).toEqual([{ topic: "orders", envelope: first, requeue: true }]);
    expect(broker.inFlight()).toBe(0);
    expect(broker.pending("orders")).toHaveLength(1);
  });

  it("injects traffic without recording it as published [BRK-17]", async () => {
    const broker = createFakeBroker();
    broker.deliver("orders", of("a"));
    expect(broker.published).toEqual([]);
    expect(broker.pending("orders")).toHaveLength(1);
  });

  it("fails the next publishes, in order, on any topic [BRK-10][BRK-18]", async () => {
    const broker = createFakeBroker();
    broker.failNextPublish(undefined, 2);
    broker.failNextPublish(new RangeError("full"));
    const outcomes = await Promise.allSettled(
      ["x", "y", "x", "y"].map((topic) => broker.publish(topic, of("a"))),
    );
    expect(outcomes.map((one) => (one.status === "rejected" ? one.reason.name : "ok"))).toEqual([
      ...["BrokerUnavailableError", "BrokerUnavailableError", "RangeError", "ok"],
    ]);
    expect(broker.published).toHaveLength(1);
  });

  it("refuses failures that are none [BRK-19]", () => {
    const broker = createFakeBroker();
    expect(() => broker.failNextPublish("no error" as never)).toThrow(/error must be an Error/);
    for (const times of [0, -1, 1.5, true, Number.NaN]) {
      expect(() => broker.failNextPublish(new Error("x"), times as never)).toThrow(/times must be/);
    }
  });

  it("hands out what handlers publish in the same call, and drops and throws on what one throws [BRK-20]", async () => {
    const broker = createFakeBroker();
    const seen: string[] = [];
    broker.on("in", async ({ envelope }) => {
      seen.push(`in ${envelope.subject}`);
      if (envelope.subject === "bad") throw new Error("cannot");
      await broker.publish("out", of(String(envelope.subject)));
    });
    broker.on("out", ({ envelope }) => void seen.push(`out ${envelope.subject}`));
    await broker.publish("in", of("a"));
    expect(await broker.drain()).toBe(2);
    expect(seen).toEqual(["in a", "out a"]);

    await broker.publish("in", of("bad"));
    await expect(broker.drain()).rejects.toThrow("cannot");
    expect(broker.nacked.map(({ requeue }) => requeue)).toEqual([false]);
    expect(await broker.drain()).toBe(0);
  });

  it("hands out exactly as many as it may, and throws only if one more waits [BRK-21]", async () => {
    const broker = createFakeBroker();
    let handled = 0;
    const count = () => {
      handled += 1;
    };
    broker.on("x", count);
    broker.on("y", count);
    for (const topic of ["x", "y", "x", "y"]) await broker.publish(topic, of("a"));
    expect(await broker.drain({ limit: 4 })).toBe(4);
    for (const topic of ["x", "y", "x"]) await broker.publish(topic, of("a"));
    await expect(broker.drain({ limit: 2 })).rejects.toThrow("more than 2 envelopes");
    expect(handled).toBe(6);
    expect(broker.inFlight()).toBe(0);
    expect(await broker.drain()).toBe(1);
    for (const limit of [0, 1.5, true, "3"]) {
      await expect(broker.drain({ limit: limit as never })).rejects.toThrow(/limit must be/);
    }
  });

  it("puts the envelope back untouched if it is interrupted [BRK-22]", async () => {
    const broker = createFakeBroker();
    const stop = new AbortController();
    broker.on("x", () => {
      stop.abort(new Error("interrupted"));
      throw stop.signal.reason;
    });
    const sent = of("a");
    await broker.publish("x", sent);
    await expect(broker.drain({ signal: stop.signal })).rejects.toThrow("interrupted");
    expect(broker.pending("x")).toEqual([sent]);
    expect([broker.nacked, broker.inFlight()]).toEqual([[], 0]);
    const attempts: number[] = [];
    broker.on("x", ({ attempt }) => void attempts.push(attempt));
    await broker.drain();
    expect(attempts).toEqual([0]);
  });

  it("crosses the wire format: no envelope and too large a one are refused, a failure comes between [BRK-23]", async () => {
    const broker = createFakeBroker({ maxBytes: 500 });
    broker.failNextPublish(new RangeError("full"));
    await expect(broker.publish("x", { id: "1" } as never)).rejects.toMatchObject({
      code: "ENVELOPE_CORRUPT",
    });
    const large = of("a", 0, "x".repeat(600));
    await expect(broker.publish("x", large)).rejects.toThrow("full");
    await expect(broker.publish("x", large)).rejects.toMatchObject({ code: "ENVELOPE_TOO_LARGE" });
    expect(() => broker.deliver("x", large)).toThrow(/larger|bytes/);
    expect(broker.published).toEqual([]);
  });

  it("forgets everything, and knows nothing of what was in flight [BRK-24]", async () => {
    const broker = createFakeBroker();
    const seen: BrokerDelivery[] = [];
    broker.on("x", (delivery) => {
      seen.push(delivery);
      broker.clear();
    });
    await broker.publish("x", of("a"));
    await broker.publish("x", of("b"));
    broker.failNextPublish();
    await broker.drain();
    await seen[0]?.nack();
    expect([broker.inFlight(), broker.topics(), broker.nacked]).toEqual([0, [], []]);
    await broker.publish("x", of("a"));
    expect(await broker.drain()).toBe(0);
  });

  it("loses nothing under 32 publishers and one drain, and leaves nothing in flight [BRK-25]", async () => {
    const broker = createFakeBroker();
    const each = 625;
    let handled = 0;
    broker.on("x", () => {
      handled += 1;
    });
    const publishers = Array.from({ length: 32 }, async (_, p) => {
      for (let n = 0; n < each; n += 1) await broker.publish("x", of(`s-${p}`, n));
    });
    const draining = (async () => {
      while (handled < 32 * each) {
        await broker.drain();
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await Promise.all([...publishers, draining]);
    expect(broker.acked).toHaveLength(20_000);
    expect(broker.inFlight()).toBe(0);
  });
});
