import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../testing/fault-proxy.ts";
import {
  isKafkaMissing,
  loadTestKafka,
  type MockKafka,
  startMockKafka,
} from "../../testing/mock-kafka.ts";
import type { Broker } from "../broker.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { envelopeOf, newTopic, numberOf } from "../contract/contract-bench.ts";
import type { BrokerOptions } from "../create-broker.ts";
import { kafkaBroker } from "./kafka-broker.ts";

const LEASE_MS = 3_000;
const TIMEOUT_MS = 4_000;
/** What comes of that is the last case here. */
const FORGETS = "the server of the tests has logs, offsets and groups in memory";

describe.skipIf(isKafkaMissing()).each(["classic", "consumer"] as const)(
  "Kafka in trouble, groups of the protocol %s",
  (groupProtocol) => {
    const target = { host: "127.0.0.1", port: 0 };
    let server: MockKafka;
    let proxy: FaultProxy;
    const brokers: Broker[] = [];
    const settings = () => ({
      url: `kafka://127.0.0.1:${proxy.port}`,
      groupProtocol,
      leaseMs: LEASE_MS,
      timeoutMs: TIMEOUT_MS,
    });
    const connect = (options?: BrokerOptions): Broker => {
      const broker = kafkaBroker({ ...settings(), client: loadTestKafka(), ...options });
      brokers.push(broker);
      return broker;
    };

    beforeAll(async () => {
      proxy = await startFaultProxy(target);
      server = await startMockKafka(proxy.port);
      target.port = server.port;
    });
    afterEach(async () => {
      await Promise.all(brokers.splice(0).map((broker) => broker.close({ drainMs: 0 })));
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.kill();
    });

    brokerFaultsContract({ restarts: FORGETS }, () => ({
      connect,
      elsewhere: () => ({
        imports: {
          kafkaBroker: new URL("./kafka-broker.ts", import.meta.url).href,
          loadTestKafka: new URL("../../testing/mock-kafka.ts", import.meta.url).href,
        },
        broker: `kafkaBroker({ ...${JSON.stringify(settings())}, client: loadTestKafka() })`,
      }),
      ...faultsOf(proxy),
    }));

    it("commits no further than to the first unsettled message, and brings the rest again, of each subject in order [BRK-30]", async () => {
      const topic = newTopic();
      const [publisher, dying] = [connect(), connect()];
      await publisher.createTopics([topic]);
      const subjects = Array.from({ length: 8 }, (_, s) => `order-${s}`);
      for (let n = 0; n < 3; n += 1) {
        for (const subject of subjects) await publisher.publish(topic, envelopeOf(subject, n));
      }
      const subscription = dying.subscribe(topic);
      const settled = new Map<string, number[]>();
      const total = () => [...settled.values()].reduce((sum, { length }) => sum + length, 0);
      // The first of order-0 stays unsettled; everything else is.
      await eventually("all others", async () => {
        for (const delivery of await subscription.take(8)) {
          const { subject = "" } = delivery.envelope;
          if (subject === "order-0") continue;
          settled.set(subject, [...(settled.get(subject) ?? []), numberOf(delivery)]);
          await delivery.ack();
        }
        return total() === 7 * 3;
      });
      await dying.close({ drainMs: 0 });

      const again = new Map<string, number[]>();
      for await (const delivery of connect().subscribe(topic, { idleMs: LEASE_MS * 2 })) {
        const { subject = "" } = delivery.envelope;
        again.set(subject, [...(again.get(subject) ?? []), numberOf(delivery)]);
        await delivery.ack();
      }
      expect(again.get("order-0")).toEqual([0, 1, 2]);
      // Of the subjects that share its partition, what was settled behind it comes again; of the others nothing does.
      for (const [, numbers] of again) expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(again.size).toBeLessThan(subjects.length);
    });

    it("tells of an outage and of its end, and goes on with a server that was killed and has forgotten everything", async () => {
      const told: string[] = [];
      const hooks = { onDisconnect: () => told.push("gone"), onReconnect: () => told.push("back") };
      const broker = connect(hooks);
      const topic = newTopic();
      await broker.createTopics([topic]);
      await broker.publish(topic, envelopeOf("order-1", 0));
      const subscription = broker.subscribe(topic);
      const [first] = await subscription.take(1);
      await first?.ack();

      await server.kill();
      proxy.cut();
      await expect(broker.publish(topic, envelopeOf("order-1", 1))).rejects.toMatchObject({
        code: "BROKER_UNAVAILABLE",
      });
      expect([broker.health().healthy, told]).toEqual([false, ["gone"]]);
      server = await startMockKafka(proxy.port);
      target.port = server.port;

      await eventually("a publish", () =>
        broker.publish(topic, envelopeOf("order-1", 2)).then(
          () => true,
          () => false,
        ),
      );
      expect(told.slice(0, 2)).toEqual(["gone", "back"]);
      const [next] = await subscription.take(1);
      expect(next && numberOf(next)).toBe(2);
      await next?.ack();
    });
  },
);
