import { newId } from "../../kernel/ids.ts";
import type { Arrival, BrokerSource, Inflow } from "../broker-driver.ts";
import { createPullSource } from "../pull-source.ts";
import { createRedisShard, type RedisShard, type SendRedis } from "./redis-shard.ts";
import { MEET } from "./shard-scripts.ts";

export interface RedisSettings {
  readonly keyPrefix: string;
  readonly group: string;
  readonly shards: number;
  readonly leaseMs: number;
}

export interface RedisSourceParts {
  readonly send: SendRedis;
  readonly topic: string;
  readonly settings: RedisSettings;
  /** Make the topic, if need be. */
  readonly ensure: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Between looks for entries; a look is one small command a shard. */
const LOOK_MS = 25;
/** Between looks at who else consumes. */
const MEET_MS = 500;

/** Pulls from those shards of a topic that fall to this consumer: each consumer has its share, and leaves the others' alone. */
export function createRedisSource(inflow: Inflow, parts: RedisSourceParts): BrokerSource {
  const { send, topic, settings, ensure } = parts;
  const { keyPrefix, group, shards, leaseMs } = settings;
  const consumer = newId();
  const consumers = `${keyPrefix}:${topic}:${group}:consumers`;
  const all = Array.from({ length: shards }, (_, shard) =>
    createRedisShard({ send, group, consumer, leaseMs, key: `${keyPrefix}:${topic}:${shard}` }),
  );
  let share: readonly RedisShard[] = [];
  let metAtMs = Number.NEGATIVE_INFINITY;
  let turn = 0;

  const meet = async (): Promise<void> => {
    if (performance.now() - metAtMs < Math.min(MEET_MS, leaseMs / 4)) return;
    const answer = await send(["EVAL", MEET, "1", consumers, consumer, String(leaseMs)]);
    const names = (answer as readonly Buffer[]).map(String).sort();
    const mine = names.indexOf(consumer);
    share = all.filter((_, shard) => shard % names.length === mine);
    metAtMs = performance.now();
  };
  const pull = async (max: number): Promise<readonly Arrival[]> => {
    try {
      await ensure();
      await meet();
      turn += 1;
      const asked = share.map((_, at) => share[(at + turn) % share.length]).slice(0, max);
      const each = Math.max(1, Math.floor(max / Math.max(1, asked.length)));
      const taken = await Promise.all(asked.map((shard) => shard?.take(each) ?? []));
      return taken.flat();
    } catch (error) {
      parts.onError(error);
      throw error;
    }
  };
  const leave = async (): Promise<void> => {
    await send(["ZREM", consumers, consumer]);
  };

  const source = createPullSource(inflow, {
    ...{ leaseMs, pull, idleMs: LOOK_MS },
    renew: async () => {
      await Promise.all(all.map((shard) => shard.renew()));
    },
    close: async () => undefined,
  });
  return {
    ...source,
    async pause() {
      await source.pause();
      await leave();
    },
  };
}
