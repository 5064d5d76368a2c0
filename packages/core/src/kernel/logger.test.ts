import { describe, expect, it } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { jsonLogger, silentLogger, withFields } from "./logger.ts";

function recorded(level?: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  const clock = manualClock(new Date(0));
  const logger = jsonLogger((line) => lines.push(line), { clock, level });
  return { logger, read: () => lines.map((line) => JSON.parse(line)), lines };
}

describe("jsonLogger", () => {
  it("writes one JSON object a line", () => {
    const { logger, lines } = recorded();
    logger.info("worker started", { shards: 64, note: "a\nb" });

    expect(lines).toEqual([
      '{"shards":64,"note":"a\\nb","time":"1970-01-01T00:00:00.000Z","level":"info","message":"worker started"}',
    ]);
  });

  it("masks secrets in fields and messages", () => {
    const { logger, read } = recorded();
    logger.warn("login failed, password=hunter2", { token: "abc" });

    expect(read()).toMatchObject([{ message: "login failed, password=***", token: "***" }]);
  });

  it("writes an error with its code, cause and stack", () => {
    const { logger, read } = recorded();
    const error = Object.assign(new TypeError("bad", { cause: new Error("inner") }), { code: "E" });
    logger.error("step failed", { error });

    expect(read()).toMatchObject([
      { error: { name: "TypeError", message: "bad", code: "E", cause: { message: "inner" } } },
    ]);
    expect(read()[0].errorStack).toContain("logger.test.ts");
  });

  it("drops what is less severe than its level", () => {
    const { logger, read } = recorded("warn");
    logger.debug("a");
    logger.info("b");
    logger.warn("c");
    logger.error("d");

    expect(read().map(({ message }) => message)).toEqual(["c", "d"]);
  });

  it("does not throw on fields it cannot write", () => {
    const { logger, read } = recorded();
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    logger.info("odd", { proxy });
    logger.info("odder", proxy);

    expect(read()).toMatchObject([
      { message: "odd", fields: "unloggable" },
      { message: "odder", fields: "unloggable" },
    ]);
  });

  it("lets no field replace the line's own time, level or message", () => {
    const { logger, read } = recorded();
    logger.info("real", { message: "forged", level: "error" });

    expect(read()).toMatchObject([{ message: "real", level: "info" }]);
  });
});

describe("withFields", () => {
  it("adds its fields to every line, and lets the line's own win", () => {
    const { logger, read } = recorded();
    withFields(logger, { shard: 3, lane: "a" }).info("claimed", { lane: "b" });

    expect(read()).toMatchObject([{ shard: 3, lane: "b" }]);
  });
});

describe("silentLogger", () => {
  it("takes every level", () => {
    for (const level of ["debug", "info", "warn", "error"] as const) {
      expect(silentLogger[level]("x", { a: 1 })).toBeUndefined();
    }
  });
});

describe("an error of a connection", () => {
  it.each([
    ["Postgres", "postgresql://app:hunter2@db:5432/shop"],
    ["RabbitMQ", "amqps://app:hunter2@broker/%2f"],
    ["Redis", "redis://:hunter2@cache:6379"],
    ["Kafka", "sasl password=hunter2 was refused"],
  ])("is logged by its type and without what its URL holds: %s [RED-09]", (_what, text) => {
    const lines: string[] = [];
    const logger = jsonLogger((line) => lines.push(line));
    const cause = Object.assign(new TypeError(`cannot reach ${text}`), { code: "ECONNREFUSED" });
    const error = new Error(`connect to ${text} failed`, { cause });
    logger.warn(`lost the connection to ${text}`, { error, url: text });

    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("hunter2");
    expect(lines[0]).toContain("Error");
  });
});
