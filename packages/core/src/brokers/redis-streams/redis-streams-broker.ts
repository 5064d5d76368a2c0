import { InvalidConfigError } from "../../kernel/errors.ts";
import { withinTime } from "../../kernel/within-time.ts";
import type { Broker } from "../broker.ts";
import type { BrokerDriver } from "../broker-driver.ts";
import { checkUrl, checkWhole } from "../check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";
import { createMadeTopics } from "../made-topics.ts";
import { createReconnecting } from "../reconnecting.ts";
import { shardOfSubject } from "../shard-of-subject.ts";
import { borrowRedis, connectRedis, type RedisClient } from "./redis-connection.ts";
import type { SendRedis } from "./redis-shard.ts";
import { createRedisSource, type RedisSettings } from "./redis-source.ts";

/** Redis Streams, from Redis 6.2 on. */
export interface RedisStreamsOptions extends BrokerOptions {
  /** `redis://…` or `rediss://…`, credentials included; needs the package `redis` or `ioredis`. Or `client`. */
  readonly url?: string;
  /** A connected client of either package; never closed here. */
  readonly client?: RedisClient;
  /** Streams are `<keyPrefix>:<topic>:<shard>`; default `sagascope`. */
  readonly keyPrefix?: string;
  /** Consumers of one group share a topic, each group gets all of it; default `sagascope`. */
  readonly group?: string;
  /** Streams a topic, so how many consumers can share it; default 8. The same for all who use the topic: others are refused. */
  readonly shards?: number;
  /** After this without a word from a consumer others take over what it held; default 15,000. */
  readonly leaseMs?: number;
  /** A call that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
}

const NAME = "redis-streams";
const SHARDS = 8;
const LEASE_MS = 15_000;
const TIMEOUT_MS = 5_000;
/** Answers that say: not now. */
const NOT_NOW = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY |OOM|MISCONF|NOREPLICAS)/;
/** Answers to who may not: no password or a wrong one, no right to the command, the key or the channel. */
const DENIED = /^(NOAUTH|WRONGPASS|NOPERM)/;
/** The server lost what it had; it is made again. */
const GONE = /NOGROUP/;

/**
 * A broker on Redis Streams: a stream a shard, each owned by one consumer at a time. An entry that was acknowledged is deleted,
 * unless other groups read the stream.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function redisStreamsBroker(options: RedisStreamsOptions): Broker {
  return createBroker(redisStreamsDriver(options), options);
}

/** The driver of {@link redisStreamsBroker}. */
function redisStreamsDriver(options: RedisStreamsOptions): BrokerDriver {
  checkOptions(options);
  const { keyPrefix = "sagascope", group = "sagascope", shards = SHARDS } = options;
  const { leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS, url = "", client } = options;
  const connection = createReconnecting({
    broker: NAME,
    open: async () =>
      client === undefined ? connectRedis(url, undefined, timeoutMs) : borrowRedis(client),
    close: (opened) => opened.close(),
    isAnswer: isReply,
    isDenied,
  });
  const send: SendRedis = async (command) => {
    try {
      // The packages' own limits end with the sending: a server that hangs would hold the call for ever.
      return await connection.use((opened) =>
        withinTime({ timeoutMs }, () => opened.sendForBytes(command)),
      );
    } catch (error) {
      throw blame(error);
    }
  };
  const settings: RedisSettings = { keyPrefix, group, shards, leaseMs };
  const topics = createMadeTopics((topic) => makeTopic(send, settings, topic));

  return {
    name: NAME,
    capabilities: {
      delaysAlone: true,
      countsRedeliveries: true,
      survivesRestart: "as far as the server's own persistence goes: turn `appendonly` on",
    },
    async publish({ topic, subject, body, contentType }) {
      await topics.ensure(topic);
      const key = `${keyPrefix}:${topic}:${shardOfSubject(subject, shards)}`;
      await send(["XADD", key, "*", "contentType", contentType, "event", Buffer.from(body)]);
    },
    open: (topic, inflow) =>
      createRedisSource(inflow, {
        ...{ send, topic, settings },
        ensure: () => topics.ensure(topic),
        onError: (error) => {
          if (error instanceof Error && GONE.test(error.message)) topics.forget(topic);
        },
      }),
    createTopics: async (names) => {
      for (const name of names) await topics.ensure(name);
    },
    ping: async () => void (await send(["PING"])),
    close: () => connection.close(),
  };
}

/** Streams, groups, and the number of shards, which whoever comes first decides. */
async function makeTopic(send: SendRedis, settings: RedisSettings, topic: string): Promise<void> {
  const { keyPrefix, group, shards } = settings;
  const key = `${keyPrefix}:${topic}`;
  await send(["SET", key, String(shards), "NX"]);
  const agreed = String(await send(["GET", key]));
  if (agreed !== String(shards)) {
    throw new InvalidConfigError(
      "shards",
      `of topic '${topic}' is ${agreed} already, got ${shards}`,
    );
  }
  for (let shard = 0; shard < shards; shard += 1) {
    const make = ["XGROUP", "CREATE", `${key}:${shard}`, group, "0", "MKSTREAM"];
    await send(make).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes("BUSYGROUP"))) throw error;
    });
  }
}

/** Both packages name a server's answer so. */
function isReply(error: unknown): boolean {
  return error instanceof Error && (error.name === "ReplyError" || isSimpleError(error));
}

function isSimpleError(error: Error): boolean {
  const names = ["SimpleError", "BlobError", "ErrorReply"];
  return names.includes(error.constructor.name) || names.includes(error.name);
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && DENIED.test(error.message);
}

function blame(error: unknown): unknown {
  if (!isReply(error)) return error;
  const { message } = error as Error;
  if (isDenied(error)) return new BrokerDeniedError(NAME, message, { cause: error });
  return NOT_NOW.test(message)
    ? new BrokerUnavailableError(NAME, message, { cause: error })
    : new BrokerRefusedError(NAME, message, { cause: error });
}

function checkOptions({ url, client, shards = SHARDS, leaseMs = LEASE_MS }: RedisStreamsOptions) {
  if ((url === undefined) === (client === undefined)) {
    throw new InvalidConfigError("url", "or client is needed, and only one of them");
  }
  if (url !== undefined) checkUrl("url", url, ["redis", "rediss"]);
  checkWhole("shards", shards, 1, 1_024);
  checkWhole("leaseMs", leaseMs, 100, 3_600_000);
}
