import { afterEach, describe, expect, it, vi } from "vitest";
import { kafkaBroker } from "./kafka-broker.ts";
import type { KafkaError, KafkaPackage, KafkaProducer } from "./kafka-client.ts";

type Done = (error?: KafkaError) => void;
type Report = Parameters<Extract<Parameters<KafkaProducer["on"]>[1], (...args: never) => void>>;

const kafkaError = (code: number): KafkaError => Object.assign(new Error("no"), { code });

/** A client whose server answers what a test says. */
function fakeKafka(
  answers: {
    readonly create?: KafkaError;
    readonly has?: boolean;
    readonly report?: KafkaError;
    readonly ping?: KafkaError;
  } = {},
) {
  const created: unknown[] = [];
  const produced: unknown[][] = [];
  const asked: unknown[] = [];
  class Producer {
    report: (...report: Report) => void = () => undefined;
    connect = (_: unknown, done: Done) => done();
    disconnect = (_: number, done: Done) => done();
    setPollInBackground = () => undefined;
    getMetadata = (
      about: { topic?: string },
      answer: (e: KafkaError | null, found: object) => void,
    ) => {
      asked.push(about);
      const partitions = answers.has === true ? [{}] : [];
      answer(answers.ping ?? null, { topics: [{ name: about.topic, partitions }] });
    };
    on(event: string, hear: (...report: Report) => void) {
      if (event === "delivery-report") this.report = hear;
    }
    produce(...message: unknown[]) {
      produced.push(message);
      setImmediate(() => this.report(answers.report as never, { opaque: message[5] } as never));
    }
  }
  const admin = {
    createTopic: (topic: unknown, _: number, done: Done) => {
      created.push(topic);
      done(answers.create);
    },
    disconnect: vi.fn(),
  };
  const client = {
    ...{ Producer, KafkaConsumer: class {}, AdminClient: { create: () => admin } },
  } as unknown as KafkaPackage;
  return { client, created, produced, admin, asked };
}

const TEXT = `{"specversion":"1.0","id":"e-1","source":"/shop","type":"paid","subject":"order-1"}`;
const brokerOn = (client: KafkaPackage, more = {}) =>
  kafkaBroker({ url: "kafka://nowhere.invalid", client, ...more });

afterEach(() => vi.useRealTimers());

describe("Kafka, asked whether it is there", () => {
  it("asks for no topic, since one that is asked for may be made", async () => {
    const { client, asked, created } = fakeKafka();
    await brokerOn(client).ping?.();
    expect([asked, created]).toEqual([
      [expect.not.objectContaining({ topic: expect.anything() })],
      [],
    ]);
    expect(asked).toMatchObject([{ allTopics: false }]);
  });

  it("says that it is not", async () => {
    const { client } = fakeKafka({ ping: kafkaError(-195) });
    const broker = brokerOn(client);
    await expect(broker.ping?.()).rejects.toMatchObject({ code: "BROKER_UNAVAILABLE" });
    expect(broker.health().healthy).toBe(false);
  });
});

describe("Kafka, publishing", () => {
  it("takes the subject for the key and the text for the value [BRK-30]", async () => {
    const { client, produced } = fakeKafka();
    await brokerOn(client, { prefix: "acme", createsTopics: false }).publish("orders", TEXT);
    const [topic, partition, value, key, , , headers] = produced[0] ?? [];
    expect([topic, partition, String(value), key]).toEqual(["acme.orders", null, TEXT, "order-1"]);
    expect(headers).toEqual([{ "content-type": "application/cloudevents+json; charset=utf-8" }]);
  });

  it("throws what the delivery report says, an outage or a refusal [BRK-10]", async () => {
    for (const [code, expected] of [
      [-192, "BROKER_UNAVAILABLE"],
      [10, "BROKER_REFUSED"],
    ] as const) {
      const { client } = fakeKafka({ report: kafkaError(code) });
      const broker = brokerOn(client, { createsTopics: false });
      await expect(broker.publish("orders", TEXT)).rejects.toMatchObject({ code: expected });
    }
  });

  it("names the package that is missing", async () => {
    const broker = kafkaBroker({ url: "kafka://nowhere.invalid" });
    await expect(broker.publish("orders", TEXT)).rejects.toThrow("@confluentinc/kafka-javascript");
  });
});

describe("Kafka, making topics", () => {
  it("makes each once, with the partitions and copies that were asked for", async () => {
    const { client, created, admin } = fakeKafka();
    const broker = brokerOn(client, { partitions: 3, replicas: 2 });
    await broker.createTopics(["orders"]);
    await broker.publish("orders", TEXT);
    expect(created).toEqual([{ topic: "orders", num_partitions: 3, replication_factor: 2 }]);
    expect(admin.disconnect).toHaveBeenCalledOnce();
  });

  it("leaves the number of copies to the server, and makes none where that is not wanted", async () => {
    const own = fakeKafka();
    await brokerOn(own.client).createTopics(["orders"]);
    expect(own.created).toEqual([{ topic: "orders", num_partitions: 16, replication_factor: -1 }]);
    const none = fakeKafka();
    await brokerOn(none.client, { createsTopics: false }).createTopics(["orders"]);
    expect(none.created).toEqual([]);
  });

  it.each([
    ["is there already", 36, false],
    ["may not be made and is there", 29, true],
    ["cannot be made by request and is there", -165, true],
  ])("takes a topic that %s", async (_, code, has) => {
    const { client } = fakeKafka({ create: kafkaError(code), has });
    await brokerOn(client).createTopics(["orders"]);
  });

  it("throws if a topic may not be made and is not there, and asks again the next time", async () => {
    vi.useFakeTimers();
    const { client, created } = fakeKafka({ create: kafkaError(31), has: false });
    const broker = brokerOn(client);
    for (const times of [1, 2]) {
      const refused = expect(broker.createTopics(["orders"])).rejects.toMatchObject({
        code: "BROKER_DENIED",
      });
      await vi.runAllTimersAsync();
      await refused;
      expect(created).toHaveLength(times);
    }
  });
});
