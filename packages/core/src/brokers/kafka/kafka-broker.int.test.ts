import { describe } from "vitest";
import { isKafkaMissing, loadTestKafka, startMockKafka } from "../../testing/mock-kafka.ts";
import { brokerContract } from "../broker.contract.ts";
import { kafkaBroker } from "./kafka-broker.ts";
import type { KafkaProducer } from "./kafka-client.ts";
import { call } from "./kafka-producer.ts";

/**
 * This server shares out the partitions of a classic group by the clock, without waiting for who still has something in hand, and takes
 * no commits meanwhile, as Kafka would; several consumers in company can be tested with the newer protocol only.
 */
const PROTOCOL = "consumer";

describe.skipIf(isKafkaMissing())("Kafka [BRK-15][BRK-30]", () => {
  brokerContract({
    async open() {
      const server = await startMockKafka();
      const client = loadTestKafka();
      const sender: KafkaProducer = new client.Producer({
        "bootstrap.servers": `127.0.0.1:${server.port}`,
        dr_cb: true,
      });
      sender.on("delivery-report", (_error, { opaque }) => (opaque as () => void)());
      await call((done) => sender.connect({ timeout: 5_000, allTopics: false }, done));
      sender.setPollInBackground(true);
      return {
        connect: (options) =>
          kafkaBroker({
            url: `kafka://127.0.0.1:${server.port}`,
            client,
            groupProtocol: PROTOCOL,
            ...options,
          }),
        putRaw: (topic, body, headers = {}) =>
          new Promise((resolve) => {
            const fields = Object.entries(headers).map(([name, value]) => ({ [name]: value }));
            sender.produce(topic, null, Buffer.from(body), "raw", null, resolve, fields);
          }),
        async close() {
          await new Promise<void>((resolve) => void sender.disconnect(1_000, resolve));
          await server.kill();
        },
      };
    },
  });
});
