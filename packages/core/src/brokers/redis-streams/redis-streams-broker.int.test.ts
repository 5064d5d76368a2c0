import { createClient } from "redis";
import { describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { isRedisMissing, TEST_REDIS_URL } from "../../testing/test-redis.ts";
import { brokerContract } from "../broker.contract.ts";
import { redisStreamsBroker } from "./redis-streams-broker.ts";

describe.skipIf(await isRedisMissing())("Redis Streams [BRK-15]", () => {
  brokerContract({
    async open() {
      const keyPrefix = `sagascope-test-${newId()}`;
      const client = createClient({ url: TEST_REDIS_URL });
      client.on("error", () => undefined);
      await client.connect();
      return {
        connect: (options) =>
          redisStreamsBroker({ url: TEST_REDIS_URL, keyPrefix, shards: 4, ...options }),
        async putRaw(topic, body, headers = {}) {
          const fields = Object.entries(headers).flatMap(([name, value]) => [
            name === "content-type" ? "contentType" : name,
            value,
          ]);
          await client.sendCommand([
            ...["XADD", `${keyPrefix}:${topic}:0`, "*", ...fields, "event"],
            Buffer.from(body),
          ]);
        },
        async close() {
          const keys = await client.keys(`${keyPrefix}*`);
          if (keys.length > 0) await client.del(keys);
          client.destroy();
        },
      };
    },
  });
});
