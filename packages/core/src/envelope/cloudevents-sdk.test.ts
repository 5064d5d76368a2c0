import { describe, expect, it } from "vitest";
import { MissingExtraError } from "../kernel/errors.ts";
import { loadExtra } from "../kernel/load-extra.ts";
import { fromSdkEvent, toSdkCloudEvent, toSdkEvent } from "./cloudevents-sdk.ts";
import { createEnvelope } from "./create-envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

/** Holds its properties as the SDK's class does: absent ones as `undefined`, and a `toJSON` that rewrites `time`. */
class SdkLikeEvent {
  readonly [name: string]: unknown;

  constructor(event: object) {
    Object.assign(
      this,
      { subject: undefined, dataschema: undefined, data_base64: undefined },
      event,
    );
    Object.freeze(this);
  }

  toJSON() {
    return { ...this, time: "rewritten" };
  }
}

describe("CloudEvents SDK interop", () => {
  const envelope = createEnvelope({
    type: "t",
    subject: "s",
    time: "2026-08-20T10:11:12.123456Z",
    data: { a: 1 },
    correlationid: "c",
    extensions: { tenant: "acme", xsmattempt: 1 },
  });

  it("gives an equal envelope back through the SDK's object [ENV-38]", () => {
    expect(fromSdkEvent(new SdkLikeEvent(toSdkEvent(envelope)))).toStrictEqual(envelope);
  });

  it("takes the base64 text of an event that holds its bytes twice, as the SDK does", () => {
    const event = new SdkLikeEvent({
      ...toSdkEvent(createEnvelope({ type: "t", datacontenttype: "image/png" })),
      data: new Uint8Array([0, 1, 2]),
      data_base64: "AAEC",
    });

    expect(fromSdkEvent(event).data).toEqual({ data_base64: "AAEC" });
  });

  it("keeps dataschema as an extension", () => {
    const event = new SdkLikeEvent({
      ...toSdkEvent(envelope),
      dataschema: "https://example.org/s",
    });

    expect(fromSdkEvent(event).extensions).toMatchObject({ dataschema: "https://example.org/s" });
  });

  it.each([null, "x", { id: "1" }])("refuses %j", (event) => {
    expect(() => fromSdkEvent(event)).toThrow(EnvelopeCorruptError);
  });

  it("makes a real SDK event with the package it is given", async () => {
    const made = await toSdkCloudEvent(envelope, async () => ({ CloudEvent: SdkLikeEvent }));

    expect(made).toBeInstanceOf(SdkLikeEvent);
    expect(fromSdkEvent(made)).toStrictEqual(envelope);
  });

  it("names the command to run when the package is missing [ENV-40, TRB-01]", async () => {
    const name = "@sagascope/no-such-package";
    const missing = toSdkCloudEvent(envelope, () =>
      loadExtra(name, () => import(/* @vite-ignore */ name)),
    );

    await expect(missing).rejects.toThrow(MissingExtraError);
    await expect(missing).rejects.toThrow(`npm install ${name}`);
  });
});
