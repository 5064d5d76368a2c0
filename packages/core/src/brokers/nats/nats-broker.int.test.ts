import { jetstreamManager } from "@nats-io/jetstream";
import { connect, headers } from "@nats-io/transport-node";
import { describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { isServerMissing, TEST_NATS_URL } from "../../testing/test-servers.ts";
import { brokerContract } from "../broker.contract.ts";
import { natsBroker } from "./nats-broker.ts";

describe.skipIf(await isServerMissing(TEST_NATS_URL))("NATS JetStream [BRK-15]", () => {
  brokerContract({
    async open() {
      const prefix = `sagascope-test-${newId().slice(-12)}`;
      const client = await connect({ servers: new URL(TEST_NATS_URL).host });
      return {
        connect: (options) => natsBroker({ url: TEST_NATS_URL, prefix, shards: 4, ...options }),
        async putRaw(topic, body, fields = {}) {
          const told = headers();
          for (const [name, value] of Object.entries(fields)) told.set(name, value);
          client.publish(`${prefix}.${topic}.0`, body, { headers: told });
          await client.flush();
        },
        async close() {
          const manager = await jetstreamManager(client);
          for await (const { config } of manager.streams.list()) {
            if (config.name.startsWith(prefix)) await manager.streams.delete(config.name);
          }
          await client.close();
        },
      };
    },
  });
});
