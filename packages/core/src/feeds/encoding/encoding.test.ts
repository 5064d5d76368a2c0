import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvelope } from "../../envelope/create-envelope.ts";
import { encodeEnvelope } from "../../envelope/encode-envelope.ts";
import type { Envelope } from "../../envelope/envelope.ts";
import { EnvelopeCorruptError } from "../../envelope/errors.ts";
import { InvalidConfigError } from "../../kernel/errors.ts";
import type { FeedRecord } from "../../projects/feed.ts";
import { readGolden } from "../../testing/golden.ts";
import { cloudEventEncoding } from "./cloud-event-encoding.ts";
import { encodeFront } from "./feed-encoding.ts";
import {
  canonicalAddress,
  STATE_CHANGE_FORMAT,
  type StateChange,
  stateChangeFields,
  stateChangeId,
  stateChangeJson,
} from "./state-change.ts";
import { stateChangeEncoding } from "./state-change-encoding.ts";

const golden = readGolden<{
  readonly message_id: Readonly<Record<"store" | "canonical" | "messageId", string>> & {
    readonly revision: number;
  };
  readonly message_json: { readonly format: string };
}>("statesman_vectors");

const FAR = "638000000000000001"; // beyond 2^53: a double would end in 000

const record = (envelope: Envelope, fields: Partial<FeedRecord> = {}): FeedRecord => ({
  position: "7",
  topic: "events",
  id: envelope.id,
  source: envelope.source,
  type: envelope.type,
  subject: envelope.subject ?? "",
  recordedAt: new Date("2026-03-01T10:00:00.123Z"),
  envelope: encodeEnvelope(envelope),
  ...fields,
});

const placed = (fields: Parameters<typeof createEnvelope>[0] | object = {}) =>
  createEnvelope({
    ...{ type: "order.placed", source: "/shop", subject: "o-1", id: "e-1", data: { total: 12.5 } },
    ...fields,
  });

const change: StateChange = {
  store: "primary",
  address: { root: "app", path: "orders/basket", partition: "default" },
  revision: 1,
  globalPosition: 5n,
  occurredAt: new Date("2026-03-01T10:00:00.123Z"),
  operation: "Set",
  status: "Committed",
  valueType: "Basket",
  schemaVersion: 3,
  source: "/shop",
  metadata: {},
};

describe("a state change's message", () => {
  it("is known by store, address and revision, as in the golden file [ENV-43][ENV-44]", () => {
    expect(canonicalAddress(change.address)).toBe(golden.message_id.canonical);
    expect(stateChangeId(change)).toBe(golden.message_id.messageId);
    expect(change.revision).toBe(golden.message_id.revision);
  });

  it("names its format, whatever the version of the record [ENV-42]", () => {
    expect(STATE_CHANGE_FORMAT).toBe(golden.message_json.format);
    for (const schemaVersion of [1, 9]) {
      const message = JSON.parse(stateChangeJson({ ...change, schemaVersion }));
      expect(message).toMatchObject({ format: "statesman.state-change/v1", schemaVersion });
    }
  });

  it("is camelCase JSON with enums by name, and leaves out what is absent [ENV-43][ENV-46]", () => {
    expect(JSON.parse(stateChangeJson(change))).toEqual({
      format: "statesman.state-change/v1",
      messageId: "primary/app::orders/basket::default#1",
      store: "primary",
      root: "app",
      path: "orders/basket",
      partition: "default",
      address: "app::orders/basket::default",
      revision: 1,
      globalPosition: 5,
      occurredAt: "2026-03-01T10:00:00.123Z",
      operation: "Set",
      status: "Committed",
      valueType: "Basket",
      schemaVersion: 3,
      source: "/shop",
      metadata: {},
    });
  });

  it("is the same bytes as before for consumers that know no optional field [ENV-46]", () => {
    const full: StateChange = {
      ...change,
      ...{ fingerprint: "f", contentType: "text/plain", serializerId: "s", correlationId: "c" },
      ...{ causationId: "k", error: "e", payload: Buffer.from("x") },
    };
    const { fingerprint, contentType, serializerId, payload, ...rest } = full;
    const { correlationId, causationId, error, ...bare } = rest;
    expect(stateChangeJson(bare)).toBe(stateChangeJson(change));
    expect(JSON.parse(stateChangeJson(full))).toMatchObject({
      ...{ fingerprint, contentType, serializerId, correlationId, causationId, error },
      payload: "eA==",
    });
  });

  it("writes the position as a number with every digit [ENV-47]", () => {
    const json = stateChangeJson({ ...change, globalPosition: BigInt(FAR) });
    expect(json).toContain(`"globalPosition":${FAR},`);
    expect(Number(FAR).toString()).not.toBe(FAR);
  });

  it("says nothing of how long a value may be kept in a cache [ENV-48]", () => {
    const loaded = { ...change, freshUntil: "2027", serveUntil: "2028" };
    expect(stateChangeJson(loaded)).toBe(stateChangeJson(change));
  });

  it("carries any bytes as they are, base64 in JSON and raw in fields [ENV-46]", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (payload) => {
        const withBytes = { ...change, payload, contentType: "application/octet-stream" };
        const { payload: text } = JSON.parse(stateChangeJson(withBytes));
        expect(Buffer.from(text, "base64")).toEqual(Buffer.from(payload));
        const field = stateChangeFields(withBytes).find(([name]) => name === "payload");
        expect(field?.[1]).toEqual(payload);
      }),
    );
  });

  it("has a content type and a serializer exactly when it has a payload [ENV-45]", () => {
    const names = (message: StateChange) => stateChangeFields(message).map(([name]) => name);
    const typed = { ...change, contentType: "text/plain", serializerId: "s" };
    expect(names(typed)).not.toContain("contentType");
    expect(names(typed)).not.toContain("serializerId");
    expect(names({ ...typed, payload: new Uint8Array() })).toEqual(
      expect.arrayContaining(["contentType", "serializerId", "payload"]),
    );
  });
});

describe("events as state changes", () => {
  const encoding = stateChangeEncoding({ store: "primary", root: "app" });
  const message = (envelope: Envelope, fields?: Partial<FeedRecord>, used = encoding) =>
    JSON.parse(used.encode(record(envelope, fields)).body);

  it("are changes of the machine's instance, at the step that published them [ENV-43]", () => {
    const envelope = placed({
      ...{ machineid: "order", machineversion: "3.1.0", correlationid: "c-1", causationid: "k-1" },
      extensions: { tenant: "acme" },
    });
    expect(message(envelope, { revision: 4 })).toMatchObject({
      messageId: "primary/app::order/o-1::e-1#4",
      store: "primary",
      path: "order/o-1",
      revision: 4,
      globalPosition: 7,
      occurredAt: "2026-03-01T10:00:00.123Z",
      valueType: "order.placed",
      schemaVersion: 3,
      source: "/shop",
      contentType: "application/json",
      payload: Buffer.from('{"total":12.5}').toString("base64"),
      correlationId: "c-1",
      causationId: "k-1",
      metadata: { tenant: "acme" },
    });
  });

  it("keep their message id wherever their position is another one [ENV-44][RPL-10]", () => {
    const ids = ["1", "99"].map(
      (position) => encoding.encode(record(placed(), { position })).messageId,
    );
    expect(ids[0]).toBe("primary/app::/shop/o-1::e-1#1");
    expect(ids[1]).toBe(ids[0]);
  });

  it("of one step are told apart, although their revision is one", () => {
    const ids = ["a", "b"].map(
      (id) =>
        encoding.encode(record(placed({ id, machineid: "order" }), { revision: 2 })).messageId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("take fingerprint and content type from the envelope first, then from the settings; the serializer only from the envelope [ENV-45]", () => {
    const set = stateChangeEncoding({ fingerprint: "ours", payloadContentType: "text/plain" });
    const own = placed({ extensions: { fingerprint: "own", serializerid: "json-v2" } });
    expect(message(own, {}, set)).toMatchObject({
      ...{ fingerprint: "own", contentType: "application/json", serializerId: "json-v2" },
    });
    const bare = message(placed(), {}, set);
    expect(bare).toMatchObject({ fingerprint: "ours", contentType: "application/json" });
    expect(bare).not.toHaveProperty("serializerId");
    const foreign = '{"specversion":"1.0","id":"e","type":"t","source":"/s","data":{"a":1}}';
    expect(message(placed(), { envelope: foreign }, set)).toMatchObject({
      contentType: "text/plain",
    });
  });

  it("without data have no payload, and so neither content type nor serializer [ENV-45]", () => {
    const { data: _data, ...bare } = { type: "t", source: "/s", id: "e", data: 1 };
    const empty = message(createEnvelope({ ...bare, extensions: { serializerid: "x" } }));
    for (const name of ["payload", "contentType", "serializerId"]) {
      expect(empty).not.toHaveProperty(name);
    }
  });

  it("refuse blank settings [CFG-11]", () => {
    for (const setting of ["store", "root", "payloadContentType"]) {
      expect(() => stateChangeEncoding({ [setting]: " " })).toThrow(InvalidConfigError);
    }
  });

  it("are encoded up to the first that is no envelope", () => {
    const batch = [record(placed()), record(placed(), { envelope: "{}" }), record(placed())];
    const { encoded, failure } = encodeFront(encoding, batch);
    expect(encoded).toHaveLength(1);
    expect(failure?.error).toBeInstanceOf(EnvelopeCorruptError);
  });
});

describe("events as CloudEvents", () => {
  it("are handed on byte for byte, known by source and id", () => {
    const sent = record(placed(), { envelope: '{"specversion":"1.0", "id":"e-1"  }' });
    const { messageId, contentType, body } = cloudEventEncoding.encode(sent);
    expect({ messageId, contentType, body }).toEqual({
      messageId: "/shop#e-1",
      contentType: "application/cloudevents+json",
      body: sent.envelope,
    });
  });
});
