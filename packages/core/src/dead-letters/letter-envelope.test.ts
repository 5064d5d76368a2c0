import { describe, expect, it } from "vitest";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import type { JsonObject } from "../kernel/json.ts";
import { letterTopic } from "../projects/letter-topic.ts";
import type { NewDeadLetter } from "./letter.ts";
import { letterEnvelope } from "./letter-envelope.ts";

const letter: NewDeadLetter = {
  id: "l-1",
  project: "shop",
  consumer: "order",
  workKey: "envelope:e-1",
  source: "envelope",
  reason: "max_attempts",
  machineId: "order",
  machineVersion: "3",
  subject: "o-42",
  states: [],
  topic: "orders",
  eventType: "order.paid",
  envelopeId: "e-1",
  correlationId: "c-1",
  attempts: 3,
  errors: [{ name: "Error", message: "no stock", at: "2026-01-01T00:00:00.000Z", attempt: 1 }],
  fingerprint: "f",
  causeTitle: "Error: no stock",
  envelope: { id: "e-1", data: { card: "***" } },
  redactedPaths: ["/data/card"],
  sealed: new Uint8Array([1, 2, 3]),
  sealKeyId: "k1",
};

const dataOf = (changes: Partial<NewDeadLetter>) =>
  letterEnvelope({ ...letter, ...changes }).data as JsonObject;

describe("letterTopic", () => {
  it("is the topic's own with .dlq behind it [DLQ-11]", () => {
    expect(letterTopic("orders")).toBe("orders.dlq");
  });
});

describe("letterEnvelope", () => {
  it("says what was given up, redacted, under its subject and linked to its cause", () => {
    const announced = letterEnvelope(letter);

    expect(announced).toMatchObject({
      type: "xsm.deadletter",
      source: "xsm/order",
      subject: "o-42",
      causationid: "e-1",
      correlationid: "c-1",
      machineid: "order",
      machineversion: "3",
      data: { id: "l-1", reason: "max_attempts", attempts: 3, envelope: letter.envelope },
    });
    expect(decodeEnvelope(encodeEnvelope(announced))).toStrictEqual(announced);
  });

  it("never carries the sealed original", () => {
    expect(dataOf({})).not.toHaveProperty("sealed");
    expect(dataOf({})).not.toHaveProperty("sealKeyId");
  });

  it("goes under the machine where there is no subject", () => {
    expect(letterEnvelope({ ...letter, subject: "" }).subject).toBe("order");
  });

  it("says so where a part cannot travel, and still travels itself", () => {
    let deep: JsonObject = { x: 1 };
    for (let level = 0; level < 63; level += 1) deep = { a: deep };
    const large = { blob: "x".repeat(1_000_000) };

    expect(dataOf({ envelope: deep }).envelope).toEqual({ _unsent: "nested too deeply" });
    expect(dataOf({ envelope: large }).envelope).toEqual({ _unsent: "too large" });
    const half = { blob: "ž".repeat(300_000) };
    const both = letterEnvelope({ ...letter, envelope: half, snapshot: half });
    expect(both.data).toMatchObject({ envelope: half, snapshot: { _unsent: "too large" } });
    expect(() => encodeEnvelope(both)).not.toThrow();
  });
});
