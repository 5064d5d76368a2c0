import { connect } from "amqplib";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { eventually } from "../../testing/eventually.ts";
import { isServerMissing, TEST_RABBITMQ_URL } from "../../testing/test-servers.ts";
import type { Broker } from "../broker.ts";
import { envelopeOf, newTopic, numberOf } from "../contract/contract-bench.ts";
import { noteFirst } from "../contract/run-through.contract.ts";
import { rabbitMqBroker } from "./rabbitmq-broker.ts";

const SHARDS = 2;
const SUBJECTS = 4;
const EACH = 5;
/** The order was lost in every one while consumers ended by `basic.cancel`; of what a race decides, one run proves little. */
const ROUNDS = 5;

describe.skipIf(await isServerMissing(TEST_RABBITMQ_URL))("RabbitMQ, from hand to hand", () => {
  const settings = {
    url: TEST_RABBITMQ_URL,
    prefix: `sagascope-test-${newId().slice(-12)}`,
    shards: SHARDS,
  };
  const topics: string[] = [];
  let brokers: Broker[] = [];
  let topic: string;
  const open = (): Broker => {
    const broker = rabbitMqBroker(settings);
    brokers.push(broker);
    return broker;
  };

  beforeEach(() => {
    topic = newTopic();
    topics.push(topic);
  });
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.close({ drainMs: 0 })));
    brokers = [];
  });
  afterAll(async () => {
    const client = await connect(TEST_RABBITMQ_URL);
    const channel = await client.createChannel();
    for (const name of topics) {
      for (let shard = 0; shard < SHARDS; shard += 1) {
        await channel.deleteQueue(`${settings.prefix}.${name}.${shard}`);
      }
    }
    await client.close();
  });

  const subjects = Array.from({ length: SUBJECTS }, (_, s) => `order-${s}`);
  const publishAll = async (broker: Broker, from: number): Promise<void> => {
    for (let n = from; n < from + EACH; n += 1) {
      for (const subject of subjects) await broker.publish(topic, envelopeOf(subject, n));
    }
  };
  const consumeAll = async (broker: Broker, seen: Map<string, number[]>): Promise<void> => {
    for await (const delivery of broker.subscribe(topic)) {
      noteFirst(seen, delivery.envelope.subject ?? "", numberOf(delivery));
      await delivery.ack().catch(() => undefined);
    }
  };
  const untilSeen = (seen: Map<string, number[]>, count: number) =>
    eventually("everything to have come", async () =>
      subjects.every((subject) => seen.get(subject)?.length === count),
    );
  const inOrder = (count: number) =>
    subjects.map((subject) => [subject, Array.from({ length: count }, (_, n) => n)]);
  const sorted = (seen: Map<string, number[]>) =>
    [...seen].sort(([one], [other]) => one.localeCompare(other));

  it("keeps each subject's order when a consumer stops with envelopes in hand, settled meanwhile or handed back [ORD-03]", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      topic = newTopic();
      topics.push(topic);
      const [leaving, staying] = [open(), open()];
      await leaving.createTopics([topic]);
      await publishAll(leaving, 0);
      const subscription = leaving.subscribe(topic);
      const held = await subscription.take(SHARDS);
      expect(held.length).toBeGreaterThan(0);
      const seen = new Map<string, number[]>();
      void consumeAll(staying, seen);

      await subscription.close(); // its successor is there, and waits
      const [settled, ...unsettled] = held;
      if (settled !== undefined && round % 2 === 0) {
        noteFirst(seen, settled.envelope.subject ?? "", numberOf(settled));
        await settled.ack();
      }
      await publishAll(staying, EACH);
      expect(unsettled.length).toBeLessThan(SHARDS);
      await leaving.close({ drainMs: 0 }); // hands back the rest

      await untilSeen(seen, 2 * EACH);
      expect(sorted(seen)).toEqual(inOrder(2 * EACH));
    }
  });

  it("goes on at once with the shards of which a consumer that stops has nothing in hand", async () => {
    const [leaving, staying] = [open(), open()];
    await leaving.createTopics([topic]);
    await leaving.publish(topic, envelopeOf("order-0", 0));
    const subscription = leaving.subscribe(topic);
    const [held] = await subscription.take(1);
    const seen = new Map<string, number[]>();
    void consumeAll(staying, seen);

    await subscription.close();
    await publishAll(staying, 1);

    // Of two shards one is blocked by what is held.
    await eventually("others to have come", async () => [...seen.values()].length > 0);
    expect(seen.has("order-0")).toBe(false);
    await held?.ack();
    await eventually("the rest", async () => seen.get("order-0")?.length === EACH);
    expect(seen.get("order-0")).toEqual([1, 2, 3, 4, 5]);
  });
});
