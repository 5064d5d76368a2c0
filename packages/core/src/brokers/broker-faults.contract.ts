import { afterEach, expect, it } from "vitest";
import { eventually } from "../testing/eventually.ts";
import type { Broker } from "./broker.ts";
import { envelopeOf, newTopic, numberOf } from "./contract/contract-bench.ts";
import type { BrokerOptions } from "./create-broker.ts";

/** A server behind something that breaks it. */
export interface BrokerFaults {
  connect(options?: BrokerOptions): Broker;
  /** Break every connection; they can be opened again at once. */
  cut(): Promise<void> | void;
  /** Kill the server and start it again, where the test may. */
  restart?(): Promise<void>;
  /** The server takes what it is sent and answers nothing, until told otherwise. */
  hang?(isHanging: boolean): void;
}

/** What a broker owes its users when things break. */
export function brokerFaultsContract(open: () => BrokerFaults): void {
  const brokers: Broker[] = [];
  const connect = (options?: BrokerOptions): Broker => {
    const broker = open().connect(options);
    brokers.push(broker);
    return broker;
  };
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.close({ drainMs: 0 })));
  });

  it("loses nothing and keeps each subject's order while connections are cut [ORD-03]", async () => {
    const { cut } = open();
    await runThrough(connect, async () => void (await cut()));
  });

  it("loses nothing and keeps each subject's order when the server is killed and restarted, where it keeps anything", async () => {
    const { restart, cut } = open();
    await runThrough(connect, restart ?? (async () => void (await cut())));
  });

  it("loses nothing and keeps each subject's order when a consumer ends with envelopes in hand [ORD-03]", async () => {
    const dying = connect();
    // Takes what it can get, and settles nothing of it.
    const beginToDie = (topic: string) => void dying.subscribe(topic).take(SUBJECTS);
    await runThrough(connect, () => dying.close({ drainMs: 0 }), beginToDie);
  });

  it("tells once that the broker is gone and once that it is back [BRK-32][BRK-26]", async () => {
    const { cut } = open();
    const told: string[] = [];
    const broker = connect({
      onDisconnect: () => told.push("gone"),
      onReconnect: () => told.push("back"),
    });
    const topic = newTopic();
    await broker.createTopics([topic]);
    await broker.publish(topic, envelopeOf("order-1", 0));
    const subscription = broker.subscribe(topic);
    await (await subscription.take(1))[0]?.ack();
    await cut();
    await eventually("the broker's return", async () => {
      const works = await broker.publish(topic, envelopeOf("order-1", 1)).then(
        () => true,
        () => false,
      );
      return works && broker.health().healthy;
    });
    for (const [at, word] of told.entries()) expect(word).toBe(at % 2 === 0 ? "gone" : "back");
  });

  it("throws if the broker does not answer a publish in time [BRK-10]", async () => {
    const { hang, cut } = open();
    const broker = connect();
    const topic = newTopic();
    await broker.createTopics([topic]);
    await broker.publish(topic, envelopeOf("order-1", 0));
    if (hang === undefined) return;
    hang(true);
    try {
      await expect(broker.publish(topic, envelopeOf("order-1", 1))).rejects.toMatchObject({
        fault: "infrastructure",
      });
      expect(broker.health().healthy).toBe(false);
    } finally {
      hang(false);
      await cut();
    }
  });
}

const SUBJECTS = 6;
const EACH = 12;

/** Publish and consume while something breaks three times; then look at what came, first occurrences only. */
async function runThrough(
  connect: () => Broker,
  breakIt: () => Promise<void>,
  alsoConsume?: (topic: string) => void,
): Promise<void> {
  const topic = newTopic();
  const [publisher, consumer] = [connect(), connect()];
  await publisher.createTopics([topic]);
  const seen = new Map<string, number[]>();
  let isOver = false;

  const consume = async () => {
    for await (const delivery of consumer.subscribe(topic)) {
      const { subject = "" } = delivery.envelope;
      const numbers = seen.get(subject) ?? [];
      if (!numbers.includes(numberOf(delivery))) numbers.push(numberOf(delivery));
      seen.set(subject, numbers);
      await delivery.ack().catch(() => undefined); // comes again, and is a duplicate then
      if (isOver) return;
    }
  };
  const consuming = consume();
  alsoConsume?.(topic);
  for (let n = 0; n < EACH; n += 1) {
    if (n % 4 === 2) await breakIt();
    for (let s = 0; s < SUBJECTS; s += 1) await publishSurely(publisher, topic, `order-${s}`, n);
  }
  await eventually("everything to have come", async () => {
    const counts = [...seen.values()].map((numbers) => numbers.length);
    return counts.length === SUBJECTS && counts.every((count) => count === EACH);
  });
  isOver = true;
  await consumer.close({ drainMs: 0 });
  await consuming;
  const inOrder = Array.from({ length: EACH }, (_, n) => n);
  expect([...seen.values()]).toEqual(Array.from({ length: SUBJECTS }, () => inOrder));
}

/** As a relay does: again until it is accepted, the next of a subject only after that. */
async function publishSurely(broker: Broker, topic: string, subject: string, n: number) {
  const envelope = envelopeOf(subject, n);
  await eventually("a publish", async () => {
    try {
      await broker.publish(topic, envelope);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ fault: "infrastructure" });
      return false;
    }
  });
}
