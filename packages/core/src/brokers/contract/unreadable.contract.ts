import { expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import type { UndecodableMessage } from "../broker.ts";
import { type ContractBench, consume, envelopeOf, numberOf } from "./contract-bench.ts";

/** Messages that are no envelopes. */
export function unreadableCases(bench: ContractBench): void {
  it("tells of a message that is no envelope, by size and error only, and drops it [BRK-29]", async () => {
    const told: UndecodableMessage[] = [];
    const onUndecodable = (message: UndecodableMessage) => void told.push(message);
    const broker = bench.connect({ maxBytes: 4_000, onUndecodable });
    const topic = await bench.topic();
    await bench.putRaw(topic, Buffer.from("secret: hunter2"));
    await bench.putRaw(topic, Buffer.alloc(5_000, "x"));
    await bench.putRaw(topic, Buffer.from('{"id":"1"}'));
    await broker.publish(topic, envelopeOf("order-1", 1));
    expect((await consume(broker, topic, 1)).map(numberOf)).toEqual([1]);
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);

    expect(told.map(({ bytes }) => bytes).sort((a, b) => a - b)).toEqual([10, 15, 5_000]);
    expect(told.map(({ error }) => error.name).sort()).toEqual([
      "EnvelopeCorruptError",
      "EnvelopeCorruptError",
      "EnvelopeTooLargeError",
    ]);
    expect(JSON.stringify(told)).not.toContain("hunter2");
    told.splice(0);
    expect(await consume(bench.connect({ onUndecodable }), topic, 1, { idleMs: 0 })).toEqual([]);
    expect(told).toEqual([]);
  });

  it("keeps an unreadable message until it was recorded [BRK-29]", async () => {
    let tries = 0;
    const broker = bench.connect({
      onUndecodable() {
        tries += 1;
        if (tries < 2) throw new Error("the store is down");
      },
    });
    const topic = await bench.topic();
    await bench.putRaw(topic, Buffer.from("not json"));
    const subscription = broker.subscribe(topic);
    const taking = subscription.take(1);
    await eventually("a second try", async () => tries === 2);
    await subscription.close();
    await taking;
    await eventually("nothing in flight", async () => broker.health().inFlight === 0);
    expect(await consume(bench.connect(), topic, 1, { idleMs: 0 })).toEqual([]);
    expect(tries).toBe(2);
  });

  it("reads what others send in binary mode, where messages have headers", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await bench.putRaw(topic, Buffer.from('{"n":5}'), {
      ...{ ce_specversion: "1.0", ce_id: "b-1", ce_type: "t.counted", ce_source: "/other" },
      ...{ ce_subject: "order-1", "content-type": "application/json" },
    });
    const [delivery] = await consume(broker, topic, 1);
    expect(delivery?.envelope).toMatchObject({ id: "b-1", source: "/other", data: { n: 5 } });
  });
}
