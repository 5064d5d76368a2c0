import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { createClient, RESP_TYPES } from "redis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectRedis } from "../../../brokers/redis-streams/redis-connection.ts";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { FeedRecord, FeedSinkContext, OpenFeedSink } from "../../../projects/feed.ts";
import { isRedisMissing, TEST_REDIS_URL } from "../../../testing/test-redis.ts";
import { stateChangeEncoding } from "../../encoding/state-change-encoding.ts";
import { BatchRefusedError } from "../../errors.ts";
import { ForeignStreamError } from "./errors.ts";
import { type RedisStreamOptions, toRedisStream } from "./to-redis-stream.ts";

const missing = await isRedisMissing();
const keyPrefix = `sagascope-test-${randomUUID()}`;

const record = (position: number, fields: { readonly id?: string } = {}): FeedRecord => {
  const id = fields.id ?? `e-${position}`;
  const envelope = createEnvelope({
    type: "t",
    source: "/s",
    id,
    subject: "o",
    data: { position },
  });
  return {
    ...{ position: String(position), topic: "events", id, source: "/s", type: "t", subject: "o" },
    ...{ recordedAt: new Date(0), envelope: encodeEnvelope(envelope) },
  };
};

describe.skipIf(missing)("a Redis stream", () => {
  const client = createClient({ url: TEST_REDIS_URL });
  const opened: OpenFeedSink[] = [];

  beforeAll(async () => {
    client.on("error", () => undefined);
    await client.connect();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((sink) => sink.close()));
    const keys = await client.keys(`*${keyPrefix}*`);
    if (keys.length > 0) await client.del(keys);
  });
  afterAll(() => client.destroy());

  const openSink = async (
    options: Partial<RedisStreamOptions> = {},
    context: Partial<FeedSinkContext> = {},
  ) => {
    const where = options.client === undefined ? { url: TEST_REDIS_URL } : {};
    const sink = await toRedisStream({ ...where, keyPrefix, ...options }).open({
      ...{ project: "shop", feed: "orders", topic: "events", partition: 0, partitions: 1 },
      ...{ lineage: "lineage-1", ...context },
    });
    opened.push(sink);
    return {
      deliver: (...batch: readonly FeedRecord[]) =>
        sink.deliver(batch, { signal: new AbortController().signal }),
      close: sink.close,
    };
  };
  const entries = async (key = `${keyPrefix}:orders`) => (await client.xRange(key, "-", "+")) ?? [];
  const ids = async () => (await entries()).map(({ id }) => id);

  it("gets an entry an event, under an id made of its position [BRK-34]", async () => {
    const { deliver } = await openSink();
    expect(await deliver(record(1), record(2))).toEqual({ duplicates: 0 });
    expect(await ids()).toEqual(["1-0", "2-0"]);
    const [first] = await entries();
    expect(first?.message).toMatchObject({
      ...{
        messageId: "/s#e-1",
        contentType: "application/cloudevents+json",
        type: "t",
        subject: "o",
      },
    });
    expect(JSON.parse(String(first?.message.event))).toMatchObject({
      id: "e-1",
      data: { position: 1 },
    });
  });

  it("knows what comes again, counts it, and goes on with the batch [BRK-34][INB-22]", async () => {
    const { deliver } = await openSink();
    await deliver(record(1), record(2));
    expect(await deliver(record(1), record(2), record(3))).toEqual({ duplicates: 2 });
    expect(await ids()).toEqual(["1-0", "2-0", "3-0"]);
  });

  it("refuses an event where another one stands, naming both, and keeps what came before it [BRK-34]", async () => {
    const { deliver } = await openSink();
    await deliver(record(1), record(2));
    const refused = await deliver(record(2), record(1, { id: "other" })).catch((error) => error);

    expect(refused).toBeInstanceOf(BatchRefusedError);
    expect(refused).toMatchObject({
      accepted: 1,
      cause: { code: "FOREIGN_STREAM", fault: "caller" },
    });
    expect(refused.cause.message).toContain("'/s#e-1' at 1-0, where '/s#other' belongs");
  });

  it("refuses an event whose place was passed without it: it would be dropped without a word [BRK-34][LIM-20]", async () => {
    const { deliver } = await openSink();
    await deliver(record(1), record(3));
    const { cause } = await deliver(record(2)).catch((error) => error);
    expect(cause.message).toContain("nothing at 2-0, where '/s#e-2' belongs");
    expect(await ids()).toEqual(["1-0", "3-0"]);
  });

  it("belongs to one source of positions: another database's feed is refused [BRK-35]", async () => {
    await (await openSink()).deliver(record(1));
    const foreign = await openSink({}, { lineage: "lineage-2" });
    await expect(foreign.deliver(record(5))).rejects.toThrow(ForeignStreamError);
    await expect(foreign.deliver(record(5))).rejects.toThrow(/'lineage-1'/);
    expect(await ids()).toEqual(["1-0"]);
  });

  it("is never trimmed unless told to, and then to the length it was told [BRK-36]", async () => {
    const many = Array.from({ length: 300 }, (_entry, n) => record(n + 1));
    await (await openSink()).deliver(...many);
    expect(await ids()).toHaveLength(300);
    await (await openSink({ maxLength: 10, approximate: false })).deliver(record(301));
    expect(await ids()).toHaveLength(10);
  });

  it("keeps a few more where it is trimmed roughly, which is the default [BRK-36]", async () => {
    const many = Array.from({ length: 300 }, (_entry, n) => record(n + 1));
    await (await openSink({ maxLength: 10 })).deliver(...many);
    const kept = (await ids()).length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(300);
  });

  it("gets state changes field by field, with the payload as bytes and nothing that is absent [BRK-34][ENV-46]", async () => {
    const { deliver } = await openSink({ encoding: stateChangeEncoding({ store: "primary" }) });
    await deliver(record(7));
    const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    const [entry] = (await bytes.xRange(`${keyPrefix}:orders`, "-", "+")) ?? [];
    const fields = Object.fromEntries(
      Object.entries(entry?.message ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(fields).toMatchObject({
      ...{ messageId: "primary/sagascope::/s/o::e-7#1", globalPosition: "7" },
      ...{ payload: '{"position":7}', format: "statesman.state-change/v1" },
    });
    expect(Object.keys(fields)).not.toContain("error");
    expect(Object.keys(fields)).not.toContain("serializerId");
  });

  it("is one stream a partition, named after how many there are", async () => {
    await (await openSink({}, { partition: 1, partitions: 3 })).deliver(record(4));
    await (await openSink({ stream: "named" })).deliver(record(1));
    expect((await entries(`${keyPrefix}:orders:1/3`)).map(({ id }) => id)).toEqual(["4-0"]);
    expect(await entries(`${keyPrefix}:named`)).toHaveLength(1);
  });

  it("takes a position beyond 2^53 to the last digit [ENV-47]", async () => {
    const { deliver } = await openSink();
    const far = { ...record(1), position: "638000000000000001" };
    await deliver(far);
    expect(await ids()).toEqual(["638000000000000001-0"]);
  });

  it("may be written by a client of either package, which stays open", async () => {
    const other = new Redis(TEST_REDIS_URL);
    try {
      for (const [at, borrowed] of [client, other].entries()) {
        const { deliver, close } = await openSink({ client: borrowed });
        await deliver(record(at + 1));
        await close();
      }
      expect(await other.ping()).toBe("PONG");
      expect(await client.ping()).toBe("PONG");
      expect(await ids()).toEqual(["1-0", "2-0"]);
    } finally {
      other.disconnect();
    }
  });

  it("is reached through ioredis where only that is installed", async () => {
    const notFound = Object.assign(new Error("Cannot find package 'redis'"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const connection = await connectRedis(TEST_REDIS_URL, {
      redis: () => Promise.reject(notFound),
      ioredis: () => import("ioredis"),
    });
    expect(await connection.send(["PING"])).toBe("PONG");
    await connection.close();
  });

  it("that cannot take an entry is down, and no event is to blame", async () => {
    await client.set(`${keyPrefix}:orders`, "a text");
    const { deliver } = await openSink();
    const refused = await deliver(record(1)).catch((error) => error);
    expect(refused).toMatchObject({ accepted: 0, cause: { fault: "infrastructure" } });
    expect(refused.cause.message).toContain("WRONGTYPE");
    await client.del(`${keyPrefix}:orders`);
    expect(await deliver(record(1))).toEqual({ duplicates: 0 });
  });

  it("is connected to anew once its connection broke", async () => {
    const { deliver } = await openSink();
    await deliver(record(1));
    const list = String(await client.sendCommand(["CLIENT", "LIST", "TYPE", "normal"]));
    const own = list.split("\n").filter((line) => line.includes("cmd=eval"));
    for (const line of own) {
      const id = /\bid=(\d+)/.exec(line)?.[1] ?? "";
      await client.sendCommand(["CLIENT", "KILL", "ID", id]);
    }
    expect(own.length).toBeGreaterThan(0);
    const again = async () => deliver(record(2));
    await again().catch(again);
    expect(await ids()).toEqual(["1-0", "2-0"]);
  });
});
