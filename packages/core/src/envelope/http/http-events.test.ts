import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvelope } from "../create-envelope.ts";
import type { Envelope } from "../envelope.ts";
import { EnvelopeCorruptError } from "../errors.ts";
import type { HttpEventRequest } from "./decode-http-events.ts";
import { decodeHttpEvents } from "./decode-http-events.ts";
import { encodeHttpBatch, encodeHttpBinary, encodeHttpStructured } from "./encode-http-events.ts";
import { HttpEventRefusedError } from "./errors.ts";

const CE = { "ce-specversion": "1.0", "ce-id": "1", "ce-type": "t", "ce-source": "s" };
const STRUCTURED = { "content-type": "application/cloudevents+json" };
const BATCH = { "content-type": "application/cloudevents-batch+json" };
const EVENT = { specversion: "1.0", id: "1", type: "t", source: "s" };

const bytes = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

function decode(
  headers: HttpEventRequest["headers"],
  body: unknown = "",
  more: Partial<HttpEventRequest> = {},
): Envelope[] {
  return decodeHttpEvents({ headers, body: bytes(body), ...more });
}

function decodeOne(headers: HttpEventRequest["headers"], body: unknown = ""): Envelope {
  const [envelope] = decode(headers, body);
  if (envelope === undefined) throw new Error("no event");
  return envelope;
}

function refusalOf(act: () => unknown): Pick<HttpEventRefusedError, "status" | "field" | "index"> {
  try {
    act();
  } catch (error) {
    if (!(error instanceof HttpEventRefusedError)) throw error;
    const { status, field, index } = error;
    return { status, field, index };
  }
  throw new Error("nothing was refused");
}

describe("decodeHttpEvents, binary mode", () => {
  it("reads attributes from ce- headers and data from the body [ENV-38]", () => {
    const headers = {
      ...CE,
      "CE-Subject": "o-1",
      "ce-tenant": "acme",
      "content-type": "application/json",
    };

    expect(decodeOne(headers, { total: 1 })).toStrictEqual({
      ...EVENT,
      subject: "o-1",
      datacontenttype: "application/json",
      data: { total: 1 },
      extensions: { tenant: "acme" },
    });
  });

  it("lets no header but ce- ones in, and drops those that look credential-bearing [ENV-39]", () => {
    const headers = {
      ...CE,
      Authorization: "Bearer x",
      cookie: "sid=1",
      "x-api-key": "k",
      "ce-authorization": "Bearer x",
      "ce-Set-Cookie": "sid=1",
      "ce-authtoken": "t",
    };

    expect(decodeOne(headers).extensions).toEqual({});
  });

  it.each([
    ["percent-encoded", "Euro%20%E2%82%AC%20%F0%9F%98%80", "Euro € 😀"],
    ["in lower-case hex", "%e2%82%ac", "€"],
    ["encoded twice, once", "%2541", "%41"],
    ["quoted, as older senders do", '"a \\"b\\" c"', 'a "b" c'],
    ["with a percent sign of its own", "100%", "100%"],
  ])("reads a header that is %s", (_name, value, subject) => {
    expect(decodeOne({ ...CE, "ce-subject": value }).subject).toBe(subject);
  });

  it.each([
    ["application/json", '{"a":1}', { a: 1 }],
    ["application/problem+json; charset=utf-8", "[1]", [1]],
    [undefined, '"x"', "x"],
    ["text/plain; charset=utf-8", "{}", "{}"],
    ["application/xml", "<a/>", "<a/>"],
    ["text/plain; charset=latin1", "a", { data_base64: "YQ==" }],
    ["application/octet-stream", "a", { data_base64: "YQ==" }],
    ["application/json", "", undefined],
  ])("reads a body of %s by its type", (contentType, body, data) => {
    const headers = contentType === undefined ? CE : { ...CE, "content-type": contentType };

    expect(decodeOne(headers, body).data).toEqual(data);
  });

  it("takes headers that are no text yet, as the cloudevents package writes them [ENV-38]", () => {
    expect(decodeOne({ ...CE, "ce-xsmattempt": 2, "ce-flag": true }).extensions).toEqual({
      xsmattempt: 2,
      flag: "true",
    });
  });

  it("reads the attempt counter as a number and leaves other extensions text", () => {
    expect(decodeOne({ ...CE, "ce-xsmattempt": "3", "ce-count": "3" }).extensions).toEqual({
      xsmattempt: 3,
      count: "3",
    });
  });

  it.each([
    ["a missing id", { ...CE, "ce-id": undefined }, "", 400, "ce-id"],
    ["another specversion", { ...CE, "ce-specversion": "0.3" }, "", 400, "ce-specversion"],
    ["a bad extension name", { ...CE, "ce-a-b": "x" }, "", 400, "ce-a-b"],
    ["a malformed attempt", { ...CE, "ce-xsmattempt": "x" }, "", 400, "ce-xsmattempt"],
    ["a header twice", { ...CE, "ce-subject": ["a", "b"] }, "", 400, "ce-subject"],
    ["a header twice in two cases", { ...CE, "CE-ID": "2" }, "", 400, "ce-id"],
    ["escapes that are not UTF-8", { ...CE, "ce-subject": "%ff" }, "", 400, "ce-subject"],
    ["a control character in disguise", { ...CE, "ce-subject": "a%0Ab" }, "", 400, "ce-subject"],
    [
      "its content type in a ce- header",
      { ...CE, "ce-datacontenttype": "x" },
      "",
      400,
      "content-type",
    ],
    ["a body that is not the JSON it claims", CE, "{", 400, "body"],
    ["no CloudEvent at all", { "content-type": "application/json" }, "{}", 415, "content-type"],
  ])("refuses %s", (_name, headers, body, status, field) => {
    expect(refusalOf(() => decode(headers, body))).toEqual({ status, field, index: undefined });
  });
});

describe("decodeHttpEvents, structured and batched mode", () => {
  it("reads one event [ENV-38]", () => {
    const web = new Headers({ "Content-Type": "application/cloudevents+json; charset=UTF-8" });

    expect(
      decode(web, { ...EVENT, data_base64: "AAEC", datacontenttype: "image/png" }),
    ).toMatchObject([{ id: "1", data: { data_base64: "AAEC" } }]);
  });

  it("ignores ce- headers in structured mode", () => {
    expect(decodeOne({ ...STRUCTURED, ...CE, "ce-id": "other" }, EVENT).id).toBe("1");
  });

  it("reads a batch, also an empty one", () => {
    expect(decode(BATCH, [EVENT, { ...EVENT, id: "2" }]).map(({ id }) => id)).toEqual(["1", "2"]);
    expect(decode(BATCH, [])).toEqual([]);
  });

  it("takes all events of a batch or none, and says which one it refused", () => {
    expect(refusalOf(() => decode(BATCH, [EVENT, { ...EVENT, source: 7 }]))).toEqual({
      status: 400,
      field: "source",
      index: 1,
    });
  });

  it.each([
    ["a batch that is no array", BATCH, EVENT, 400, "body"],
    ["an event that is no object", STRUCTURED, "[]", 400, "body"],
    ["text that is not JSON", STRUCTURED, "{", 400, "body"],
    ["a missing attribute", STRUCTURED, { ...EVENT, type: undefined }, 400, "type"],
    ["a batch that is too long", BATCH, Array.from({ length: 101 }, () => EVENT), 413, "body"],
    [
      "another format",
      { "content-type": "application/cloudevents+xml" },
      "<a/>",
      415,
      "content-type",
    ],
    [
      "another charset",
      { "content-type": `${STRUCTURED["content-type"]};charset=latin1` },
      EVENT,
      415,
      "content-type",
    ],
  ])("refuses %s", (_name, headers, body, status, field) => {
    expect(refusalOf(() => decode(headers, body))).toEqual({ status, field, index: undefined });
  });

  it.each([
    ["structured", STRUCTURED],
    ["batched", BATCH],
    ["binary", CE],
  ])("refuses a body over the cap before reading it, in %s mode [SEC-01]", (_mode, headers) => {
    expect(refusalOf(() => decode(headers, "{".repeat(11), { maxBytes: 10 }))).toMatchObject({
      status: 413,
      field: "body",
    });
  });

  it("holds senders to RFC 3339 when told to", () => {
    for (const [headers, body] of [
      [STRUCTURED, { ...EVENT, time: "soon" }],
      [BATCH, [{ ...EVENT, time: "soon" }]],
      [{ ...CE, "ce-time": "soon" }, ""],
    ] as const) {
      expect(refusalOf(() => decode(headers, body, { time: "strict" })).status).toBe(400);
    }
  });
});

describe("encoding for HTTP", () => {
  const envelope = createEnvelope({
    type: "t",
    subject: 'Ž "100%" 🚀',
    data: { a: 1 },
    extensions: { tenant: "a b", xsmattempt: 2 },
  });

  it("writes headers as the binding asks, in visible ASCII only [ENV-38]", () => {
    const { headers, body } = encodeHttpBinary(envelope);

    expect(headers).toMatchObject({
      "content-type": "application/json",
      "ce-subject": "%C5%BD%20%22100%25%22%20%F0%9F%9A%80",
      "ce-tenant": "a%20b",
      "ce-xsmattempt": "2",
    });
    expect(Buffer.from(body).toString()).toBe('{"a":1}');
  });

  it("gives an equal envelope back in every mode [ENV-38]", () => {
    expect(decodeHttpEvents(encodeHttpBinary(envelope))).toStrictEqual([envelope]);
    expect(decodeHttpEvents(encodeHttpStructured(envelope))).toStrictEqual([envelope]);
    expect(decodeHttpEvents(encodeHttpBatch([envelope, envelope]))).toStrictEqual([
      envelope,
      envelope,
    ]);
    expect(decodeHttpEvents(encodeHttpBatch([]))).toEqual([]);
  });

  it("carries any text and any JSON through binary mode", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
      .filter((value) => !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(value));

    fc.assert(
      fc.property(text, fc.jsonValue({ maxDepth: 4 }), (subject, data) => {
        const sent = createEnvelope({ type: "t", subject, data, extensions: { x: subject } });

        expect(decodeHttpEvents(encodeHttpBinary(sent))).toStrictEqual([sent]);
      }),
    );
  });

  it("carries text and bytes under their own content types", () => {
    for (const [datacontenttype, data] of [
      ["text/plain", "Žluť"],
      ["image/png", { data_base64: "AAEC" }],
    ] as const) {
      const sent = createEnvelope({ type: "t", datacontenttype, data });

      expect(decodeHttpEvents(encodeHttpBinary(sent))).toStrictEqual([sent]);
      expect(decodeHttpEvents(encodeHttpStructured(sent))).toStrictEqual([sent]);
    }
  });

  it("refuses to send an object as text", () => {
    const odd = createEnvelope({ type: "t", datacontenttype: "text/plain", data: { a: 1 } });

    expect(() => encodeHttpBinary(odd)).toThrow(EnvelopeCorruptError);
  });
});
