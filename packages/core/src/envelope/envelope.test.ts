import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { readGolden } from "../testing/golden.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { safeExtensions } from "./check-extensions.ts";
import {
  attemptOf,
  createEnvelope,
  type NewEnvelope,
  replaceEnvelope,
  withAttempt,
} from "./create-envelope.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope, envelopeToJson } from "./encode-envelope.ts";
import { ATTEMPT_EXTENSION, MAX_DATA_DEPTH, SPECVERSION } from "./envelope.ts";
import { envelopeFromTransition } from "./envelope-from-transition.ts";
import { EnvelopeCorruptError } from "./errors.ts";
import { defaultEventName, isReservedEventName } from "./event-names.ts";
import { parseEnvelope } from "./parse-envelope.ts";
import { toEvent } from "./to-event.ts";

interface ValidCase {
  readonly name: string;
  readonly input: JsonObject;
  readonly to_dict: JsonObject;
  readonly attempt: number;
  readonly wire_bytes: number;
  readonly idempotent_round_trip: boolean;
  readonly event?: JsonObject;
  readonly event_error?: { readonly name: string };
}

const valid = readGolden<ValidCase[]>("envelopes_valid");

describe("parseEnvelope", () => {
  it.each(valid)("reads and writes back $name [ENV-10, ENV-26]", ({ input, to_dict, attempt }) => {
    const envelope = parseEnvelope(input);

    expect(envelopeToJson(envelope)).toEqual(to_dict);
    expect(decodeEnvelope(encodeEnvelope(envelope))).toStrictEqual(envelope);
    expect(attemptOf(envelope)).toBe(attempt);
  });

  it.each(valid)(
    "writes $name the same however often it was read and written [ENV-10, ENV-26]",
    ({ input, idempotent_round_trip }) => {
      const text = encodeEnvelope(parseEnvelope(input));
      const again = encodeEnvelope(decodeEnvelope(text));

      expect(again === text).toBe(idempotent_round_trip);
      expect(envelopeToJson(decodeEnvelope(again))).toEqual(envelopeToJson(parseEnvelope(input)));
    },
  );

  it.each(valid.filter(({ name }) => name !== "float_payload"))(
    "writes $name as compactly as the other implementation, but for escapes [ENV-25]",
    ({ input, wire_bytes }) => {
      const beyondAscii = /[^ -~]/g;
      const text = encodeEnvelope(parseEnvelope(input)).replaceAll(beyondAscii, "\\u0000");

      expect(text).toHaveLength(wire_bytes);
    },
  );

  it.each(valid)(
    "gives the event of $name, or refuses it [ENV-34]",
    ({ input, event, event_error }) => {
      const act = () => toEvent(parseEnvelope(input));

      if (event_error === undefined) expect(act()).toEqual(event);
      else
        expect(act).toThrow(expect.objectContaining({ name: event_error.name, attribute: "data" }));
    },
  );

  it("treats null attributes and null data as absent [ENV-25]", () => {
    const wire = { ...valid[0]?.input, subject: null, time: null, data: null };

    expect(parseEnvelope(wire)).toStrictEqual(parseEnvelope(valid[0]?.input));
  });
});

describe("createEnvelope", () => {
  it("fills in id, time, source and content type [ENV-30, ENV-07]", () => {
    const sources = { clock: manualClock(new Date(0)), mintId: () => "id-1" };

    expect(createEnvelope({ type: "t", subject: "s", data: { a: 1 } }, sources)).toStrictEqual({
      specversion: "1.0",
      id: "id-1",
      type: "t",
      source: "xsm",
      subject: "s",
      time: "1970-01-01T00:00:00.000Z",
      datacontenttype: "application/json",
      data: { a: 1 },
      extensions: {},
    });
  });

  it("refuses an extension that is an attribute, or named badly [ENV-11, ENV-12]", () => {
    for (const name of ["correlationid", "id", "data", "specversion", "bad-name", "A"]) {
      expect(() => createEnvelope({ type: "t", extensions: { [name]: "x" } }), name).toThrow(
        expect.objectContaining({ attribute: name }),
      );
    }
  });

  it("refuses cyclic data and data that is no JSON [ENV-18, ENV-25]", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;

    for (const data of [cycle, { n: Number.NaN }, new Map()]) {
      expect(() => createEnvelope({ type: "t", data })).toThrow(EnvelopeCorruptError);
    }
  });

  it("shares nothing with what it was made from, and cannot be changed [ENV-27, ENV-01]", () => {
    const data = { list: [1] };
    const extensions = { tenant: "a" };
    const envelope = createEnvelope({ type: "t", data, extensions });
    data.list.push(2);
    extensions.tenant = "b";

    expect(envelope).toMatchObject({ data: { list: [1] }, extensions: { tenant: "a" } });
    for (const part of [envelope, envelope.data, (envelope.data as typeof data).list]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen(envelope.extensions)).toBe(true);
  });

  it("exports the wire's constants [ENV-37]", () => {
    expect([SPECVERSION, ATTEMPT_EXTENSION, MAX_DATA_DEPTH]).toEqual(["1.0", "xsmattempt", 64]);
  });
});

describe("replaceEnvelope", () => {
  const envelope = createEnvelope({ type: "t", subject: "s", data: { a: 1 } });

  it("gives a changed copy with the same id and leaves the original [ENV-36]", () => {
    const before = structuredClone(envelope);
    const replaced = replaceEnvelope(envelope, { subject: "other", time: new Date(0) });
    const tried = withAttempt(envelope, 3);

    expect(replaced).toStrictEqual({
      ...envelope,
      subject: "other",
      time: "1970-01-01T00:00:00.000Z",
    });
    expect(tried).toStrictEqual({ ...envelope, extensions: { xsmattempt: 3 } });
    expect([attemptOf(envelope), attemptOf(tried)]).toEqual([0, 3]);
    expect(envelope).toEqual(before);
  });

  it("takes an optional attribute away, and refuses to take a required one", () => {
    expect("subject" in replaceEnvelope(envelope, { subject: undefined })).toBe(false);
    expect(() => replaceEnvelope(envelope, { id: undefined })).toThrow(EnvelopeCorruptError);
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s as an attempt [ENV-17]", (attempt) => {
    expect(() => withAttempt(envelope, attempt)).toThrow(EnvelopeCorruptError);
  });
});

describe("encodeEnvelope", () => {
  it("gives back an equal envelope for any envelope [ENV-26]", () => {
    fc.assert(
      fc.property(newEnvelopes(), (fields) => {
        const envelope = createEnvelope(fields);

        expect(decodeEnvelope(encodeEnvelope(envelope))).toStrictEqual(envelope);
        expect(decodeEnvelope(Buffer.from(encodeEnvelope(envelope)))).toStrictEqual(envelope);
      }),
    );
  });

  it("gives bytes back as bytes, under the JSON format's own name", () => {
    const bytes = createEnvelope({
      type: "t",
      datacontenttype: "image/png",
      data: { data_base64: "AAEC" },
    });

    expect(envelopeToJson(bytes)).toMatchObject({ data_base64: "AAEC" });
    expect(envelopeToJson(bytes)).not.toHaveProperty("data");
    expect(decodeEnvelope(encodeEnvelope(bytes))).toStrictEqual(bytes);
  });

  it("checks an envelope that was made by hand", () => {
    const forged = { ...createEnvelope({ type: "t" }), id: "" };

    expect(() => encodeEnvelope(forged)).toThrow(EnvelopeCorruptError);
    expect(() => toEvent(forged)).toThrow(EnvelopeCorruptError);
  });
});

describe("envelopeFromTransition", () => {
  interface TransitionCase {
    readonly name: string;
    readonly machine: { id: string; version: string | null };
    readonly store_key: string | null;
    readonly interpreter_id: string;
    readonly cause: JsonObject | null;
    readonly args: { readonly subject?: string; readonly source?: string };
    readonly out_without_id_time: JsonObject;
  }

  it.each(readGolden<TransitionCase[]>("envelope_from_transition"))(
    "links and stamps the envelope: $name [ENV-31, ENV-32, ENV-33]",
    ({ machine, store_key, interpreter_id, cause, args, out_without_id_time: expected }) => {
      const envelope = envelopeFromTransition({
        machine,
        type: "order.moved",
        data: { n: 1 },
        storeKey: store_key ?? undefined,
        interpreterId: interpreter_id,
        cause: cause === null ? undefined : parseEnvelope(cause),
        ...args,
      });
      const { id, time, ...rest } = envelopeToJson(envelope);

      const own = expected.correlationid === "<same as id>";
      expect(rest).toEqual(own ? { ...expected, correlationid: id } : expected);
      expect(new Date(String(time)).toISOString()).toBe(time);
    },
  );
});

describe("event names", () => {
  it.each(readGolden<{ type: string; event: string }[]>("default_event_name"))(
    "maps type '$type' to event '$event' [ENV-35]",
    ({ type, event }) => {
      expect(defaultEventName(type)).toBe(event);
    },
  );

  it.each([
    ...["", " ", "\n", "*", "order.*", "xstate.init", "xstate.done.actor.x"],
    ...["done.invoke.charge", "error.platform.charge", "after.5000.steps"],
  ])("keeps %j for the engine", (name) => {
    expect(isReservedEventName(name)).toBe(true);
  });

  it.each(["PAY", "PAY NOW", "order.done", "afterwards", "done", "xstates.x", "error", "a*b"])(
    "lets %j in",
    (name) => {
      expect(isReservedEventName(name)).toBe(false);
    },
  );
});

describe("toEvent", () => {
  const envelope = createEnvelope({ type: "xsm.order.PAY", data: { total: 1 } });

  it("gives a payload that may be changed without changing a redelivery [ENV-27]", () => {
    const { payload } = toEvent(envelope);
    (payload as { total: number }).total = 2;

    expect(toEvent(envelope)).toEqual({ type: "PAY", payload: { total: 1 } });
  });

  it("takes another event name [ENV-34]", () => {
    expect(toEvent(envelope, "CHARGE").type).toBe("CHARGE");
  });

  it("refuses the engine's names, also where a mapping gave them", () => {
    const forged = createEnvelope({ type: "xsm.order.done.invoke.charge" });

    expect(() => toEvent(forged)).toThrow(expect.objectContaining({ attribute: "type" }));
    expect(() => toEvent(envelope, "xstate.stop")).toThrow(EnvelopeCorruptError);
    expect(() => toEvent(envelope, "")).toThrow(EnvelopeCorruptError);
  });
});

describe("safeExtensions", () => {
  it.each(
    readGolden<{ in: Record<string, JsonValue>; out: Record<string, JsonValue> }[]>(
      "safe_extensions",
    ),
  )("keeps $out of $in [ENV-15, ENV-39]", ({ in: headers, out }) => {
    expect(safeExtensions(headers)).toEqual(out);
  });
});

/** Anything `createEnvelope` takes: odd text, odd keys, deep data, every kind of extension. */
function newEnvelopes(): fc.Arbitrary<NewEnvelope> {
  const text = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((value) => !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(value));
  const name = fc
    .stringMatching(/^[a-z0-9]{1,20}$/)
    .filter(
      (value) =>
        !(value in envelopeNames) && Object.keys(safeExtensions({ [value]: 1 })).length > 0,
    );
  const extension = fc.oneof(
    text,
    fc.boolean(),
    fc.maxSafeInteger().map((n) => n + 0),
  );
  return fc.record(
    {
      type: text,
      source: text,
      subject: fc.option(text, { nil: undefined }),
      data: fc.jsonValue({ maxDepth: 6 }),
      correlationid: fc.option(text, { nil: undefined }),
      machineversion: fc.option(text, { nil: undefined }),
      datacontenttype: fc.constantFrom("application/json", "text/plain", "image/png", ""),
      extensions: fc.dictionary(name, extension, { maxKeys: 5 }),
    },
    { requiredKeys: ["type"] },
  );
}

const envelopeNames: Record<string, true> = Object.fromEntries(
  [
    ...["specversion", "id", "type", "source", "subject", "time", "datacontenttype", "data"],
    ...["correlationid", "causationid", "machineid", "machineversion", "traceparent", "xsmattempt"],
  ].map((name) => [name, true]),
);
