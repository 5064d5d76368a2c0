import { CloudEvent, HTTP } from "cloudevents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromSdkEvent, toSdkCloudEvent, toSdkEvent } from "./cloudevents-sdk.ts";
import { createEnvelope } from "./create-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";
import type { Envelope } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";
import { decodeHttpEvents } from "./http/decode-http-events.ts";
import {
  encodeHttpBatch,
  encodeHttpBinary,
  encodeHttpStructured,
  type HttpEventMessage,
} from "./http/encode-http-events.ts";

/** The package is real here: what it writes we read, and what we write it reads. */
const envelope = createEnvelope({
  type: "order.paid",
  source: "/shop",
  subject: "order 42 €",
  time: "2026-08-20T10:11:12.000Z",
  data: { total: 99, lines: [{ sku: "a", ok: true }], note: "größer" },
  correlationid: "c-1",
  causationid: "c-0",
  extensions: {
    tenant: "acme",
    xsmattempt: 1,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
});

/** What the package makes of an HTTP message of ours. */
function readByPackage({ headers, body }: HttpEventMessage): CloudEvent<unknown>[] {
  const message = { headers: { ...headers }, body: Buffer.from(body).toString("utf8") };
  const read = HTTP.toEvent(message) as CloudEvent<unknown> | CloudEvent<unknown>[];
  return [read].flat();
}

/** What we make of an HTTP message of the package. */
function readByUs({ headers, body }: { headers: object; body?: unknown }): Envelope[] {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  return decodeHttpEvents({
    headers: headers as Record<string, string>,
    body: Buffer.from(text, "utf8"),
  });
}

describe("the cloudevents package", () => {
  it("makes an event of ours that gives an equal envelope back [ENV-38][PUB-09]", async () => {
    const event = await toSdkCloudEvent(envelope);

    expect(event).toBeInstanceOf(CloudEvent);
    expect((event as CloudEvent<unknown>).validate()).toBe(true);
    expect(fromSdkEvent(event)).toStrictEqual(envelope);
  });

  it("gives an event of its own that becomes an envelope, and the same event again", () => {
    const event = new CloudEvent({
      type: "parcel.sent",
      source: "/carrier",
      subject: "o-1",
      data: { parcel: 7 },
      tenant: "acme",
    });

    const read = fromSdkEvent(event);

    expect(read).toMatchObject({
      id: event.id,
      type: "parcel.sent",
      time: event.time,
      data: { parcel: 7 },
      extensions: { tenant: "acme" },
    });
    expect({ ...new CloudEvent(toSdkEvent(read)) }).toEqual({
      ...event,
      datacontenttype: "application/json",
    });
  });

  it.each([
    ["binary", HTTP.binary],
    ["structured", HTTP.structured],
  ] as const)("writes HTTP messages in %s mode that we read [ENV-38]", (_mode, write) => {
    expect(readByUs(write(new CloudEvent(toSdkEvent(envelope))))).toStrictEqual([envelope]);
  });

  it.each([
    ["structured", encodeHttpStructured(envelope), 1],
    ["batched", encodeHttpBatch([envelope, envelope]), 2],
  ] as const)("reads HTTP messages that we write in %s mode [ENV-38]", (_mode, message, count) => {
    const read = readByPackage(message);

    expect(read).toHaveLength(count);
    for (const event of read) expect(fromSdkEvent(event)).toStrictEqual(envelope);
  });

  it("reads HTTP messages that we write in binary mode, but for the percent-encoding of headers [ENV-38]", () => {
    const [event] = readByPackage(encodeHttpBinary(envelope));

    expect(event?.validate()).toBe(true);
    // The binding asks for percent-encoding (3.1.3.2), which the package leaves to its caller; and headers are text.
    expect(event).toMatchObject({
      ...toSdkEvent(envelope),
      subject: "order%2042%20%E2%82%AC",
      xsmattempt: "1",
    });
  });

  it("carries any subject and any JSON object to us in both modes", () => {
    const text = fc.stringMatching(/^[!-~]{1,30}$/);
    // Without "%": the package leaves the percent-encoding of headers to its caller, and we decode what we are sent.
    const subjects = text.map((any) => any.replaceAll("%", "x"));
    fc.assert(
      fc.property(subjects, fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })), (subject, data) => {
        const sent = createEnvelope({ type: "t", subject, data });
        const event = new CloudEvent(toSdkEvent(sent));

        // As text: a key named "constructor" is data here, and a type to whoever compares objects strictly.
        const expected = [encodeEnvelope(sent)];
        expect(readByUs(HTTP.structured(event)).map((read) => encodeEnvelope(read))).toEqual(
          expected,
        );
        expect(readByUs(HTTP.binary(event)).map((read) => encodeEnvelope(read))).toEqual(expected);
      }),
    );
  });

  it("cannot slip an attribute in that we refuse", () => {
    const lax = new CloudEvent({ type: "t", source: "/s", id: "1", authtoken: "hunter2" }, false);

    expect(() => fromSdkEvent(lax)).toThrow(EnvelopeCorruptError);
  });
});
