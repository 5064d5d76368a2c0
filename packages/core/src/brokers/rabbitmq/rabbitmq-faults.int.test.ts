import { connect } from "amqplib";
import { afterAll, beforeAll, describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { type FaultProxy, startFaultProxy } from "../../testing/fault-proxy.ts";
import { isServerMissing, TEST_RABBITMQ_URL } from "../../testing/test-servers.ts";
import type { Broker } from "../broker.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { rabbitMqBroker } from "./rabbitmq-broker.ts";

const SHARDS = 2;

describe.skipIf(await isServerMissing(TEST_RABBITMQ_URL))("RabbitMQ in trouble", () => {
  let proxy: FaultProxy;
  const prefix = `sagascope-test-${newId().slice(-12)}`;
  const made = new Set<string>();
  const remember = (broker: Broker): Broker => ({
    ...broker,
    createTopics(topics) {
      for (const topic of topics) made.add(topic);
      return broker.createTopics(topics);
    },
  });

  beforeAll(async () => {
    const { hostname, port } = new URL(TEST_RABBITMQ_URL);
    proxy = await startFaultProxy({ host: hostname, port: Number(port || 5_672) });
  });
  afterAll(async () => {
    await proxy?.close();
    const client = await connect(TEST_RABBITMQ_URL);
    const channel = await client.createChannel();
    for (const topic of made) {
      for (let shard = 0; shard < SHARDS; shard += 1) {
        await channel.deleteQueue(`${prefix}.${topic}.${shard}`);
      }
    }
    await client.close();
  });

  brokerFaultsContract(() => {
    const url = new URL(TEST_RABBITMQ_URL);
    url.host = `127.0.0.1:${proxy.port}`;
    return {
      connect: (options) =>
        remember(
          rabbitMqBroker({ url: url.href, prefix, shards: SHARDS, timeoutMs: 2_000, ...options }),
        ),
      cut: () => proxy.cut(),
      hang: proxy.hang,
    };
  });
});
