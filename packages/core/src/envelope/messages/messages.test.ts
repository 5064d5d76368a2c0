import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidJsonError } from "../../kernel/errors.ts";
import { readGolden } from "../../testing/golden.ts";
import { createEnvelope } from "../create-envelope.ts";
import { encodeEnvelope } from "../encode-envelope.ts";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "../errors.ts";
import { envelopeOfMessage, messageOf } from "./envelope-message.ts";
import { createMessage, createMessages } from "./message.ts";

const golden = readGolden<{ cases: Record<string, unknown>[] }>("faststream_vectors").cases;
/** What the other system's tests say happens in a case. */
const toldOf = (name: string) => golden.find((row) => name in row)?.[name];

class Order {
  readonly id = 7;
  readonly city = "Köln";
}

const text = (payload: Uint8Array) => Buffer.from(payload).toString("utf8");

describe("createMessage", () => {
  it("stores bytes as they are, and text and JSON as UTF-8 [ENV-49][ENV-52]", () => {
    const bytes = new Uint8Array([0, 0x72, 0xff]);
    const message = createMessage({ topic: "t", body: bytes });
    bytes[0] = 1;

    expect(toldOf("bytes body")).toBe("stored as is");
    expect([...message.payload]).toEqual([0, 0x72, 0xff]);
    expect(message.headers).not.toHaveProperty("content-type");
    const { payload_encoding } = readGolden<{
      payload_encoding: (readonly [body: string, how: string])[];
    }>("txoutbox_vectors");
    for (const [written, how] of payload_encoding.filter(([, told]) => told !== "as is")) {
      const { payload } = createMessage({ topic: "t", body: JSON.parse(written) });
      expect(text(payload), how).toBe(how === "utf-8" ? JSON.parse(written) : written);
    }
  });

  it("writes objects of classes, dates and big integers as JSON, and refuses what is none [ENV-49]", () => {
    const body = { order: new Order(), at: new Date(0), n: 2n ** 60n };

    expect(createMessage({ topic: "t", body }).text()).toBe(
      '{"order":{"id":7,"city":"Köln"},"at":"1970-01-01T00:00:00.000Z","n":"1152921504606846976"}',
    );
    for (const refused of [Number.NaN, new Map(), Symbol("x")]) {
      expect(() => createMessage({ topic: "t", body: refused })).toThrow(InvalidJsonError);
    }
  });

  it("says what the body is unless the caller has said so [ENV-49]", () => {
    const headersFor = (body: unknown, headers = {}) =>
      createMessage({ topic: "t", body, headers }).headers;

    expect(toldOf("dict body")).toContain("content-type application/json");
    expect(headersFor({ a: 1 })).toMatchObject({ "content-type": "application/json" });
    expect(headersFor("x")).toMatchObject({ "content-type": "text/plain; charset=utf-8" });
    const own = { "Content-Type": "application/vnd.shop+json" };
    expect(headersFor({ a: 1 }, own)).toMatchObject(own);
    expect(headersFor({ a: 1 }, own)).not.toHaveProperty("content-type");
  });

  it("always has a correlation id: the caller's, else a new one, one for each of a batch [ENV-50]", () => {
    const shared = { topic: "t" };
    const correlationOf = (fields: { correlationId?: string; headers?: Record<string, string> }) =>
      createMessage({ ...shared, body: 1, ...fields }).headers.correlation_id;

    expect(toldOf("user correlation_id")).toBe("kept");
    expect(correlationOf({ correlationId: "c-1" })).toBe("c-1");
    expect(correlationOf({ headers: { correlation_id: "c-2" } })).toBe("c-2");
    expect(correlationOf({})).toMatch(/^[0-9a-f-]{36}$/);
    expect(toldOf("publish_batch(a,b,c)")).toContain("own correlation_id each");
    const batch = createMessages(["a", "b", "c"], shared);
    expect(batch.map((message) => message.text())).toEqual(["a", "b", "c"]);
    expect(new Set(batch.map(({ headers }) => headers.correlation_id)).size).toBe(3);
    expect(new Set(batch.map(({ id }) => id)).size).toBe(3);
    const together = createMessages(["a", "b"], { ...shared, correlationId: "c-3" });
    expect(together.map(({ headers }) => headers.correlation_id)).toEqual(["c-3", "c-3"]);
    expect(createMessages([], shared)).toEqual([]);
  });

  it("merges the caller's headers, which are text [ENV-51][ENV-52]", () => {
    const { headers } = createMessage({ topic: "t", body: {}, headers: { tenant: "acme" } });

    expect(toldOf("user headers")).toBe("merged");
    expect(headers).toEqual({
      tenant: "acme",
      "content-type": "application/json",
      correlation_id: expect.any(String),
    });
    expect(() => createMessage({ topic: "t", body: {}, headers: { n: 1 as never } })).toThrow(
      EnvelopeCorruptError,
    );
  });

  it("gives its payload back as text and as JSON [ENV-52]", () => {
    const message = createMessage({ topic: "t", body: { city: "Köln" } });

    expect(message.text()).toBe('{"city":"Köln"}');
    expect(message.json()).toEqual({ city: "Köln" });
    const bytes = createMessage({ topic: "t", body: new Uint8Array([0xff]) });
    expect(() => bytes.text()).toThrow(InvalidJsonError);
    expect(() => bytes.json()).toThrow(InvalidJsonError);
    expect(() => createMessage({ topic: "t", body: undefined }).json()).toThrow(InvalidJsonError);
  });
});

describe("messageOf", () => {
  const envelope = createEnvelope({
    type: "order.paid",
    source: "/shop",
    subject: "Bestellung 42 €",
    time: "2026-08-20T10:11:12Z",
    data: { total: 1 },
    extensions: { tenant: "a b" },
  });
  const handedOut = (of = envelope) => ({
    topic: "events",
    envelope: encodeEnvelope(of),
    attempt: 3,
  });

  it("makes a record of an envelope: id, topic, key, payload, headers, tries and time [ENV-53]", () => {
    const { text: _text, json, ...record } = messageOf(handedOut());

    expect(record).toEqual({
      id: envelope.id,
      topic: "events",
      key: "Bestellung 42 €",
      payload: new TextEncoder().encode('{"total":1}'),
      attempts: 3,
      createdAt: new Date("2026-08-20T10:11:12Z"),
      headers: {
        "content-type": "application/json",
        correlation_id: envelope.id,
        ce_specversion: "1.0",
        ce_id: envelope.id,
        ce_type: "order.paid",
        ce_source: "/shop",
        ce_subject: "Bestellung 42 €",
        ce_time: "2026-08-20T10:11:12Z",
        ce_tenant: "a b",
      },
    });
    expect(json()).toEqual({ total: 1 });
  });

  it("has no key without a subject, and no time where the sender's is none [ENV-53]", () => {
    const bare = createEnvelope({ type: "t", time: "yesterday" });
    const leap = createEnvelope({ type: "t", time: "2016-12-31T23:59:60Z" });

    expect(messageOf(handedOut(bare))).not.toHaveProperty("key");
    for (const of of [bare, leap]) expect(messageOf(handedOut(of))).not.toHaveProperty("createdAt");
  });

  it("is read back as an equal envelope, whatever is in it", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
    const clean = word.filter((value) => !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(value));
    fc.assert(
      fc.property(clean, fc.jsonValue({ maxDepth: 4 }), (subject, data) => {
        const sent = createEnvelope({ type: "t", subject, data, extensions: { x: subject } });

        expect(envelopeOfMessage(messageOf(handedOut(sent)))).toStrictEqual(sent);
      }),
    );
  });
});

describe("envelopeOfMessage", () => {
  const HEADERS = { ce_specversion: "1.0", ce_id: "1", ce_type: "t", ce_source: "s" };
  const read = (headers: Record<string, string>, body = "", options = {}) =>
    envelopeOfMessage({ headers, payload: Buffer.from(body) }, options);

  it("reads an envelope that comes as JSON", () => {
    const sent = createEnvelope({ type: "t", subject: "o-1" });
    const headers = { "Content-Type": "application/cloudevents+json; charset=utf-8" };

    expect(read(headers, encodeEnvelope(sent))).toStrictEqual(sent);
  });

  it("lets no header but ce_ ones in, and drops those that look credential-bearing", () => {
    const headers = { ...HEADERS, authorization: "Bearer x", ce_authtoken: "x", CE_Tenant: "acme" };

    expect(read(headers).extensions).toEqual({ tenant: "acme" });
  });

  it("refuses what is no event, and what is over the cap before it reads it", () => {
    expect(() => read({ "content-type": "application/json" }, "{}")).toThrow(EnvelopeCorruptError);
    expect(() => read({ ...HEADERS, ce_id: "" })).toThrow(EnvelopeCorruptError);
    expect(() => read(HEADERS, "{".repeat(11), { maxBytes: 10 })).toThrow(EnvelopeTooLargeError);
  });
});
