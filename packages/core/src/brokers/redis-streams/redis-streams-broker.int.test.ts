import { createClient } from "redis";
import { describe, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { eventually } from "../../testing/eventually.ts";
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

  it("says so where a topic has another number of shards, instead of bringing nothing for ever [BRK-32]", async () => {
    const own = { url: TEST_REDIS_URL, keyPrefix: `sagascope-test-${newId()}` };
    const [maker, other] = [
      redisStreamsBroker({ ...own, shards: 1 }),
      redisStreamsBroker({ ...own, shards: 2 }),
    ];
    try {
      await maker.createTopics(["t"]);
      other.subscribe("t");
      const { problem } = await eventually("a word of it", async () => {
        const health = other.health();
        return !health.healthy && health;
      });
      expect(problem).toBe("shards of topic 't' is 1 already, got 2");
    } finally {
      await Promise.all([maker.close(), other.close()]);
    }
  });
});
