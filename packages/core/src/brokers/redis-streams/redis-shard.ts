import type { Arrival } from "../broker-driver.ts";
import type { RedisArgument } from "./redis-connection.ts";
import { RELEASE, RENEW, SETTLE, TAKE } from "./shard-scripts.ts";

/** Sends a command; texts of the answer are bytes. */
export type SendRedis = (command: readonly RedisArgument[]) => Promise<unknown>;

/** One stream of a topic, as one consumer sees it. */
export interface RedisShard {
  take(max: number): Promise<readonly Arrival[]>;
  renew(): Promise<void>;
  held(): number;
}

export interface RedisShardParts {
  readonly send: SendRedis;
  readonly key: string;
  readonly group: string;
  readonly consumer: string;
  readonly leaseMs: number;
}

export function createRedisShard(parts: RedisShardParts): RedisShard {
  const { send, key, group, consumer, leaseMs } = parts;
  const held = new Set<string>();
  const run = (script: string, ...args: readonly string[]) =>
    send(["EVAL", script, "1", key, group, consumer, ...args]);

  const toArrival = (entry: unknown): Arrival => {
    const [id, times, fields] = entry as readonly [Buffer, number, readonly Buffer[]];
    const name = id.toString();
    const redeliveries = Number(times);
    let claims = redeliveries;
    held.add(name);
    const { event = Buffer.alloc(0), ...others } = fieldsOf(fields);
    return {
      body: event,
      headers: headersOf(others),
      redeliveries,
      async ack() {
        await run(SETTLE, name).finally(() => held.delete(name));
      },
      async requeue() {
        await send(["XCLAIM", key, group, consumer, "0", name]);
        claims += 1;
        return { kind: "kept", redeliveries: claims };
      },
      async release(wasHandedOut) {
        const times = String(wasHandedOut ? claims + 1 : claims);
        await run(RELEASE, name, times).finally(() => held.delete(name));
      },
    };
  };

  return {
    async take(max) {
      const ids = `,${[...held].join(",")},`;
      const answer = await run(TAKE, String(leaseMs), String(max), ids);
      return (answer as readonly unknown[]).map(toArrival);
    },
    async renew() {
      if (held.size > 0) await run(RENEW, ...held);
    },
    held: () => held.size,
  };
}

function fieldsOf(fields: readonly Buffer[]): Record<string, Buffer> {
  const entries: Record<string, Buffer> = {};
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name, value] = [fields[at], fields[at + 1]];
    if (name !== undefined && value !== undefined) entries[name.toString()] = value;
  }
  return entries;
}

/** What stands beside the event; `contentType` is what the feeds' streams call it as well. */
function headersOf(fields: Readonly<Record<string, Buffer>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name === "contentType" ? "content-type" : name,
      value.toString(),
    ]),
  );
}
