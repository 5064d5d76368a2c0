import {
  borrowRedis,
  connectRedis,
  type RedisClient,
  type RedisConnection,
} from "../../../brokers/redis-streams/redis-connection.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import type { FeedReceipt, FeedRecord, FeedSink, FeedSinkContext } from "../../../projects/feed.ts";
import { cloudEventEncoding } from "../../encoding/cloud-event-encoding.ts";
import { encodeFront, type FeedEncoding } from "../../encoding/feed-encoding.ts";
import { BatchRefusedError } from "../../errors.ts";
import {
  type AppendAnswer,
  appendCommand,
  readAppendAnswer,
  type StreamTarget,
} from "./append-script.ts";
import { ForeignStreamError, RedisUnavailableError } from "./errors.ts";

const DEFAULT_KEY_PREFIX = "sagascope";

export interface RedisStreamOptions {
  /** `redis://…`, for which the package `redis` or `ioredis` must be installed; or `client`. */
  readonly url?: string;
  /** A connected client of `redis` or `ioredis`; the feed never closes it. */
  readonly client?: RedisClient;
  /** Default `sagascope`. */
  readonly keyPrefix?: string;
  /** The stream's key is `<keyPrefix>:<stream>`, and ends in `:<partition>/<partitions>` where there are several. Default the feed's name. */
  readonly stream?: string;
  /**
   * Entries the stream keeps; default all. A stream that is trimmed loses what a slow reader has not read yet, and can no longer
   * tell whether an event that comes again was there.
   */
  readonly maxLength?: number;
  /** Let Redis keep a few more, which is much cheaper; default true. */
  readonly approximate?: boolean;
  /** Default CloudEvents. */
  readonly encoding?: FeedEncoding;
}

/**
 * Append events to a Redis Stream under ids made of their positions (`42-0`), so that an event that comes again is known and
 * not added twice. Needs Redis 5 or later, and the right to run scripts.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function toRedisStream(options: RedisStreamOptions): FeedSink {
  checkOptions(options);
  const { encoding = cloudEventEncoding, url, client } = options;
  return {
    kind: "redis stream",
    target: `${options.keyPrefix ?? DEFAULT_KEY_PREFIX}:${options.stream ?? "<feed>"}`,
    async open(context) {
      const target = targetOf(options, context);
      let connection: RedisConnection | undefined;
      const connect = async (): Promise<RedisConnection> => {
        if (client !== undefined) return borrowRedis(client);
        return await connectRedis(url ?? "").catch(blameRedis);
      };
      const close = async (): Promise<void> => {
        const closing = connection;
        connection = undefined;
        await closing?.close();
      };
      const append = async (batch: readonly FeedRecord[]): Promise<FeedReceipt> => {
        connection ??= await connect();
        try {
          return await appendBatch(connection, target, batch, encoding);
        } catch (error) {
          if (isOutage(error)) await close(); // another one for the next try
          throw error;
        }
      };
      return { deliver: (batch) => append(batch), close };
    },
  };
}

async function appendBatch(
  connection: RedisConnection,
  target: StreamTarget,
  batch: readonly FeedRecord[],
  encoding: FeedEncoding,
): Promise<FeedReceipt> {
  const { encoded, failure } = encodeFront(encoding, batch);
  const entries = encoded.map((record, index) => ({
    position: batch[index]?.position ?? "",
    record,
  }));
  let duplicates = 0;
  if (entries.length > 0) {
    const answer = await connection.send(appendCommand(target, entries)).catch(blameRedis);
    duplicates = duplicatesOf(readAppendAnswer(answer), target.key);
  }
  if (failure !== undefined) throw new BatchRefusedError(encoded.length, failure.error);
  return { duplicates };
}

function duplicatesOf(answer: AppendAnswer, key: string): number {
  switch (answer.kind) {
    case "ok":
      return answer.duplicates;
    case "foreign":
      throw new ForeignStreamError(key, `holds positions of another store ('${answer.lineage}')`);
    case "clash": {
      const theirs = answer.theirs === "" ? "nothing" : `'${answer.theirs}'`;
      const problem = `holds ${theirs} at ${answer.id}, where '${answer.ours}' belongs`;
      throw new BatchRefusedError(answer.taken, new ForeignStreamError(key, problem));
    }
    case "error":
      throw new BatchRefusedError(answer.taken, new RedisUnavailableError(answer.message));
  }
}

function blameRedis(error: unknown): never {
  if (!(error instanceof Error) || "fault" in error) throw error;
  throw new RedisUnavailableError(error.message, { cause: error });
}

function isOutage(error: unknown): boolean {
  const cause = error instanceof BatchRefusedError ? error.cause : error;
  return cause instanceof RedisUnavailableError;
}

function targetOf(options: RedisStreamOptions, context: FeedSinkContext): StreamTarget {
  const { keyPrefix = DEFAULT_KEY_PREFIX, stream = context.feed } = options;
  const { partition, partitions } = context;
  const share = partitions === 1 ? "" : `:${partition}/${partitions}`;
  return {
    key: `${keyPrefix}:${stream}${share}`,
    lineage: context.lineage,
    maxLength: options.maxLength,
    approximate: options.approximate ?? true,
  };
}

function checkOptions({ url, client, keyPrefix, stream, maxLength }: RedisStreamOptions): void {
  if ((url === undefined) === (client === undefined)) {
    throw new InvalidConfigError("url", "or client is needed, and only one of them");
  }
  if (url !== undefined && !/^rediss?:\/\//.test(url)) {
    throw new InvalidConfigError("url", "must be a redis:// or rediss:// URL");
  }
  if (keyPrefix?.trim() === "") throw new InvalidConfigError("keyPrefix", "must not be blank");
  if (stream?.trim() === "") throw new InvalidConfigError("stream", "must not be blank");
  if (maxLength !== undefined && !(Number.isInteger(maxLength) && maxLength >= 1)) {
    throw new InvalidConfigError("maxLength", `must be an integer of at least 1, got ${maxLength}`);
  }
}
