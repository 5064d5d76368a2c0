import { describe, expect, it } from "vitest";
import { brokerOfUrl } from "./broker-of-url.ts";

describe("brokerOfUrl", () => {
  it.each([
    ["redis://127.0.0.1:6379", "redis-streams"],
    ["rediss://u:p@host:6380", "redis-streams"],
    ["nats://127.0.0.1:4222", "nats"],
    ["tls://host:4222", "nats"],
    ["amqp://guest:guest@127.0.0.1:5672", "rabbitmq"],
    ["amqps://host", "rabbitmq"],
    ["kafka://127.0.0.1:9092", "kafka"],
    ["kafkas://u:p@host:9093?mechanism=SCRAM-SHA-512", "kafka"],
    ["sqs://eu-central-1", "sqs"],
    ["memory:", "memory"],
  ])("takes %s for %s, and connects to nothing yet", (url, name) => {
    const broker = brokerOfUrl(url);
    expect(broker.name).toBe(name);
    expect(broker.health()).toEqual({ healthy: true, inFlight: 0 });
  });

  it("refuses what names no broker, and quotes no password", () => {
    expect(() => brokerOfUrl("ftp://user:hunter2@host")).toThrow(
      /broker must begin with .* 'ftp:'/,
    );
    expect(() => brokerOfUrl("hunter2")).toThrow(/^broker must be a URL$/);
  });
});
