import { describe, expect, it } from "vitest";
import { clientSettings, consumerSettings, producerSettings } from "./kafka-settings.ts";

const of = (url: string, connection = {}) => ({ url, timeoutMs: 5_000, connection });

describe("settings of Kafka's client", () => {
  it("are plain for kafka:// and nobody", () => {
    const settings = clientSettings(of("kafka://127.0.0.1:9092"));
    expect(settings).toMatchObject({
      "bootstrap.servers": "127.0.0.1:9092",
      "security.protocol": "plaintext",
    });
    expect(Object.keys(settings).filter((name) => name.startsWith("sasl"))).toEqual([]);
  });

  it.each([
    ["kafka://u:p@h:9092", "sasl_plaintext", "PLAIN"],
    ["kafkas://u:p@h:9093?mechanism=SCRAM-SHA-512", "sasl_ssl", "SCRAM-SHA-512"],
  ])("log in as the URL %s says", (url, security, mechanism) => {
    expect(clientSettings(of(url))).toMatchObject({
      "security.protocol": security,
      "sasl.mechanism": mechanism,
      "sasl.username": "u",
      "sasl.password": "p",
    });
  });

  it("take TLS without a user, and what is escaped in a password", () => {
    expect(clientSettings(of("kafkas://h:9093"))).toMatchObject({ "security.protocol": "ssl" });
    expect(clientSettings(of("kafka://u:p%40ss%2F@h"))).toMatchObject({ "sasl.password": "p@ss/" });
  });

  it("give way to what the user's own say: more servers, a certificate", () => {
    const own = { "bootstrap.servers": "a:9092,b:9092", "ssl.ca.location": "/ca.pem" };
    expect(clientSettings(of("kafkas://a:9092", own))).toMatchObject(own);
  });

  it("do not give way where a promise rests on them [BRK-30]", () => {
    const own = { "enable.idempotence": false, acks: "0", "enable.auto.commit": true };
    expect(producerSettings(of("kafka://h", own), 1)).toMatchObject({
      "enable.idempotence": true,
      acks: "all",
    });
    const settings = consumerSettings(of("kafka://h", own), {
      group: "g",
      leaseMs: 9_000,
      protocol: "classic",
    });
    expect(settings["enable.auto.commit"]).toBe(false);
  });

  it("make publishing idempotent, acknowledged by all replicas and limited in time [BRK-30][BRK-10]", () => {
    expect(producerSettings(of("kafka://h"), 1_048_576)).toMatchObject({
      "enable.idempotence": true,
      acks: "all",
      "message.timeout.ms": 5_000,
      "message.max.bytes": 1_114_112,
    });
  });

  it("let nothing be committed but what is settled [BRK-30]", () => {
    expect(
      consumerSettings(of("kafka://h"), { group: "g.t", leaseMs: 10_000, protocol: "classic" }),
    ).toMatchObject({
      "group.id": "g.t",
      "enable.auto.commit": false,
      "enable.auto.offset.store": false,
      "session.timeout.ms": 10_000,
      "heartbeat.interval.ms": 2_500,
    });
  });

  it("leave to the server what it decides in the newer protocol of groups", () => {
    const group = { group: "g", leaseMs: 9_000, protocol: "consumer" } as const;
    const settings = consumerSettings(of("kafka://h"), group);
    expect(settings["group.protocol"]).toBe("consumer");
    for (const name of ["session.timeout.ms", "heartbeat.interval.ms"]) {
      expect(settings).not.toHaveProperty(name);
    }
    expect(settings).not.toHaveProperty("partition.assignment.strategy");
  });
});
