import { connect } from "amqplib";
import { describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { isServerMissing, TEST_RABBITMQ_URL } from "../../testing/test-servers.ts";
import { brokerContract } from "../broker.contract.ts";
import { rabbitMqBroker } from "./rabbitmq-broker.ts";

const SHARDS = 3;

describe.skipIf(await isServerMissing(TEST_RABBITMQ_URL))("RabbitMQ [BRK-15]", () => {
  brokerContract({
    async open() {
      const prefix = `sagascope-test-${newId().slice(-12)}`;
      const client = await connect(TEST_RABBITMQ_URL);
      const channel = await client.createConfirmChannel();
      const made = new Set<string>();
      return {
        connect(options) {
          const broker = rabbitMqBroker({
            ...{ url: TEST_RABBITMQ_URL, prefix, shards: SHARDS },
            ...options,
          });
          const { createTopics } = broker;
          return {
            ...broker,
            async createTopics(topics) {
              for (const topic of topics) made.add(topic);
              await createTopics(topics);
            },
          };
        },
        async putRaw(topic, body, headers = {}) {
          const { "content-type": contentType, ...rest } = headers;
          channel.sendToQueue(`${prefix}.${topic}.0`, Buffer.from(body), {
            headers: rest,
            ...(contentType === undefined ? {} : { contentType }),
          });
          await channel.waitForConfirms();
        },
        async close() {
          for (const topic of made) {
            for (let shard = 0; shard < SHARDS; shard += 1) {
              await channel.deleteQueue(`${prefix}.${topic}.${shard}`);
            }
          }
          await client.close();
        },
      };
    },
  });
});
