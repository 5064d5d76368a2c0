import { describe, expect, it } from "vitest";
import { connectRedis } from "../../../brokers/redis-streams/redis-connection.ts";
import { InvalidConfigError, MissingExtraError } from "../../../kernel/errors.ts";
import { readAppendAnswer } from "./append-script.ts";
import { RedisUnavailableError } from "./errors.ts";
import { toRedisStream } from "./to-redis-stream.ts";

/** Port 1 of this machine: nobody listens there. */
const NOWHERE = "redis://127.0.0.1:1";

describe("a Redis stream's settings", () => {
  it.each([
    ["neither url nor client", {}],
    [
      "both",
      { url: NOWHERE, client: { call: async () => undefined, callBuffer: async () => undefined } },
    ],
    ["a url of another kind", { url: "http://127.0.0.1" }],
    ["a blank prefix", { url: NOWHERE, keyPrefix: " " }],
    ["a blank stream", { url: NOWHERE, stream: "" }],
    ["a length of 0", { url: NOWHERE, maxLength: 0 }],
    ["half an entry", { url: NOWHERE, maxLength: 1.5 }],
  ])("are refused with %s [CFG-11]", (_case, options) => {
    expect(() => toRedisStream(options)).toThrow(InvalidConfigError);
  });

  it("show people the stream, and no password", () => {
    const sink = toRedisStream({ url: "redis://user:secret@host:6379", stream: "orders" });
    expect(JSON.stringify(sink)).toBe('{"kind":"redis stream","target":"sagascope:orders"}');
  });
});

describe("connecting to Redis", () => {
  const absent = (name: string) => () =>
    Promise.reject(
      Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" }),
    );

  it("says what to install where neither package is", async () => {
    const connecting = connectRedis(NOWHERE, {
      redis: absent("redis"),
      ioredis: absent("ioredis"),
    });
    await expect(connecting).rejects.toThrow(MissingExtraError);
    await expect(connecting).rejects.toThrow("npm install redis");
  });

  it("to a server that is not there is an outage, which no event is to blame for", async () => {
    const sink = await toRedisStream({ url: NOWHERE }).open({
      ...{ project: "p", feed: "f", topic: "t", partition: 0, partitions: 1, lineage: "l" },
    });
    const record = {
      ...{ position: "1", topic: "t", id: "e", source: "/s", type: "t", subject: "" },
      ...{ recordedAt: new Date(0), envelope: "{}" },
    };
    const delivering = sink.deliver([record], { signal: new AbortController().signal });
    await expect(delivering).rejects.toThrow(RedisUnavailableError);
    await sink.close();
  });
});

describe("the answer of the server", () => {
  it.each([
    [["ok", 2, 1], { kind: "ok", taken: 2, duplicates: 1 }],
    [["foreign", 0, "l-2"], { kind: "foreign", lineage: "l-2" }],
    [["clash", 1, "5-0", "a", ""], { kind: "clash", taken: 1, id: "5-0", ours: "a", theirs: "" }],
    [["error", 3, "OOM"], { kind: "error", taken: 3, message: "OOM" }],
    ["strange", { kind: "error", taken: 0, message: "unknown answer" }],
  ])("%j is understood", (answer, expected) => {
    expect(readAppendAnswer(answer)).toEqual(expected);
  });
});
