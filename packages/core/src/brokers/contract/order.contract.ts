import { expect, it } from "vitest";
import type { Broker, BrokerDelivery } from "../broker.ts";
import { type ContractBench, consume, envelopeOf, numberOf } from "./contract-bench.ts";

/** Order of a subject, alone and in company. */
export function orderCases(bench: ContractBench): void {
  it("keeps the order of each subject, and promises none across them [BRK-03][BRK-04]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    for (let n = 0; n < 20; n += 1) await broker.publish(topic, envelopeOf(`order-${n % 3}`, n));
    const all = await consume(broker, topic, 20);

    for (const subject of ["order-0", "order-1", "order-2"]) {
      const own = all.filter((delivery) => delivery.envelope.subject === subject).map(numberOf);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(new Set(all.map(numberOf)).size).toBe(20);
  });

  it("hands out the next of a subject only once the one before is settled [BRK-14]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    for (const n of [1, 2, 3]) await broker.publish(topic, envelopeOf("order-1", n));
    const subscription = broker.subscribe(topic);
    const [first, ...more] = await subscription.take(10);
    expect([first && numberOf(first), more]).toEqual([1, []]);
    const next = subscription.take(10);
    await first?.nack();
    expect((await next).map(numberOf)).toEqual([1]);
  });

  it("never has a subject in two hands, whoever consumes [ORD-03]", async () => {
    const topic = await bench.topic();
    const publisher = bench.connect();
    const subjects = 12;
    const each = 10;
    const seen = new Map<string, number[]>();
    const out = new Set<string>();
    const twice: string[] = [];
    let acked = 0;

    const handle = async (delivery: BrokerDelivery) => {
      const { subject = "" } = delivery.envelope;
      if (out.has(subject)) twice.push(subject);
      out.add(subject);
      await new Promise((resolve) => setImmediate(resolve));
      seen.set(subject, [...(seen.get(subject) ?? []), numberOf(delivery)]);
      out.delete(subject);
      await delivery.ack();
      acked += 1;
    };
    const work = async (broker: Broker) => {
      const subscription = broker.subscribe(topic);
      while (acked < subjects * each) {
        const deliveries = await Promise.race([subscription.take(8), whenAll()]);
        if (deliveries?.length === 0) return; // closed, since the case has failed elsewhere
        await Promise.all((deliveries ?? []).map(handle));
      }
      await subscription.close();
    };
    const whenAll = async (): Promise<undefined> => {
      while (acked < subjects * each) await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    };
    const working = [1, 2, 3, 4].map(() => work(bench.connect()));
    for (let n = 0; n < each; n += 1) {
      const round = Array.from({ length: subjects }, (_, s) => envelopeOf(`order-${s}`, n));
      await Promise.all(round.map((envelope) => publisher.publish(topic, envelope)));
    }
    await Promise.all(working);

    expect(twice).toEqual([]);
    const inOrder = Array.from({ length: each }, (_, n) => n);
    expect([...seen.values()]).toEqual(Array.from({ length: subjects }, () => inOrder));
  });
}
