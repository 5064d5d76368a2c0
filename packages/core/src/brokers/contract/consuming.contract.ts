import { expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { type ContractBench, consume, envelopeOf, numberOf } from "./contract-bench.ts";

/** How a subscription begins, waits and ends. */
export function consumingCases(bench: ContractBench): void {
  it("drains what is there and ends, where it is to wait for nothing [BRK-12]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);
    for (const n of [1, 2, 3]) await broker.publish(topic, envelopeOf(`order-${n}`, n));
    const all = await consume(broker, topic, Number.POSITIVE_INFINITY, { idleMs: 0 });
    expect(all.map(numberOf).sort()).toEqual([1, 2, 3]);
  });

  it("counts idle time from the last delivery [BRK-12]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    const idleMs = 4_000; // more than a busy machine needs to bring one that is there
    const seen: number[] = [];
    const startedMs = performance.now();
    await broker.publish(topic, envelopeOf("order-1", 0));
    for await (const delivery of broker.subscribe(topic, { idleMs })) {
      seen.push(numberOf(delivery));
      await delivery.ack();
      if (seen.length < 3) await broker.publish(topic, envelopeOf("order-1", seen.length));
    }
    expect(seen).toEqual([0, 1, 2]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(idleMs);
  });

  it("waits for ever by default, until it is closed [BRK-12]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    const subscription = broker.subscribe(topic);
    const taken = subscription.take(10);
    await subscription.close();
    expect(await taken).toEqual([]);
  });

  it("leaves what was handed out in flight when the loop ends, and lets it be settled [BRK-13]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    let kept: { ack(): Promise<void> } | undefined;
    for await (const delivery of broker.subscribe(topic)) {
      kept = delivery;
      break;
    }
    expect(broker.health().inFlight).toBe(1);
    expect(await consume(bench.connect(), topic, 1, { idleMs: 300 })).toEqual([]);
    await kept?.ack();
    expect(broker.health().inFlight).toBe(0);
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);
  });

  it("hands back what it holds when it ends, for others to have [BRK-13]", async () => {
    const [broker, other] = [bench.connect(), bench.connect()];
    const topic = await bench.topic();
    for (const n of [1, 2, 3, 4, 5]) await broker.publish(topic, envelopeOf("order-1", n));
    const subscription = broker.subscribe(topic);
    const [first] = await subscription.take(1);
    await first?.ack();
    await broker.close();

    expect(first && numberOf(first)).toBe(1);
    expect((await consume(other, topic, 4)).map(numberOf)).toEqual([2, 3, 4, 5]);
  });

  it("waits at its end for what is in flight [BRK-26]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    const [delivery] = await broker.subscribe(topic).take(1);
    let isClosed = false;
    const closing = broker.close({ drainMs: 60_000 }).then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    await delivery?.ack();
    await closing;
    expect(await consume(bench.connect(), topic, 1, { idleMs: 0 })).toEqual([]);
  });

  it("holds no more than its window, and says how many [BRK-26]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    for (let n = 0; n < 12; n += 1) await broker.publish(topic, envelopeOf("order-1", n));
    const subscription = broker.subscribe(topic, { windowMax: 4 });
    const [first] = await subscription.take(1);
    expect(broker.held(topic)).toBeLessThanOrEqual(3);
    expect(broker.held("another")).toBe(0);
    await first?.ack();
    await subscription.close();
    expect(broker.held(topic)).toBe(0);
  });

  it("brings what a consumer that died had not settled, in order [BRK-27]", async () => {
    const [dying, other] = [bench.connect(), bench.connect()];
    const topic = await bench.topic();
    for (const n of [1, 2, 3]) await other.publish(topic, envelopeOf("order-1", n));
    const [first] = await dying.subscribe(topic).take(1);
    expect(first && numberOf(first)).toBe(1);
    await dying.close({ drainMs: 0 });

    const again = await consume(other, topic, 3);
    expect(again.map(numberOf)).toEqual([1, 2, 3]);
    if (other.capabilities.countsRedeliveries === true) {
      expect(again[0]?.attempt).toBeGreaterThanOrEqual(1);
    }
  });

  it("lets others go on while one subject waits for its next try, or says why not [BRK-26][RTY-04]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("slow", 0));
    const subscription = broker.subscribe(topic);
    const [slow] = await subscription.take(1);
    await slow?.nack({ delayMs: 1_500 });
    const nackedMs = performance.now();
    const seen: string[] = [];
    for (let n = 1; n <= 8; n += 1) await broker.publish(topic, envelopeOf(`quick-${n}`, n));
    let slowAfterMs = 0;
    await eventually("all nine", async () => {
      for (const delivery of await subscription.take(9)) {
        const { subject = "" } = delivery.envelope;
        seen.push(subject);
        if (subject === "slow") slowAfterMs = performance.now() - nackedMs;
        await delivery.ack();
      }
      return seen.length === 9;
    });
    expect(slowAfterMs).toBeGreaterThanOrEqual(1_400); // servers count in whole milliseconds of their own
    const { delaysAlone } = broker.capabilities;
    if (delaysAlone !== true) expect(delaysAlone).not.toBe("");
  });

  it("makes a topic twice without harm", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    await broker.createTopics([topic]);
    expect((await consume(broker, topic, 1)).map(numberOf)).toEqual([1]);
  });
}
