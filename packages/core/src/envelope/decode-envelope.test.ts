import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import { readGolden } from "../testing/golden.ts";
import { createEnvelope } from "./create-envelope.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";
import { DEFAULT_MAX_BYTES } from "./envelope.ts";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "./errors.ts";
import { toEvent } from "./to-event.ts";

interface InvalidCase {
  readonly name: string;
  readonly op: string;
  readonly text: string | null;
  readonly max_bytes: number | null;
  readonly error: string | null;
  readonly message: string | null;
}

const MINIMAL = { specversion: "1.0", id: "1", type: "t", source: "s" };

const wire = (members: Record<string, unknown>) => JSON.stringify({ ...MINIMAL, ...members });

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** The texts that the golden file gives only as a recipe. */
const GENERATED: Record<string, string> = {
  parser_recursion_200k: nested(200_000),
  parser_recursion_in_data: `${wire({}).slice(0, -1)},"data":${nested(200_000)}}`,
  too_large_blob: wire({ data: { blob: "x".repeat(5_000) } }),
};

function failureOf(act: () => unknown): EnvelopeCorruptError {
  try {
    act();
  } catch (error) {
    if (error instanceof EnvelopeCorruptError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const IDS_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/missing$/, "ENV-03"],
  [/unsupported specversion/, "ENV-02"],
  [/'(id|type|source)' must be a non-empty string/, "ENV-04"],
  [/must be a non-empty string/, "ENV-05"],
  [/exceeds 1024/, "ENV-06"],
  [/invalid CloudEvents extension name/, "ENV-11"],
  [/must be a string, integer or boolean/, "ENV-13"],
  [/credential-bearing/, "ENV-14"],
  [/traceparent/, "ENV-16"],
  [/^xsmattempt/, "ENV-17"],
  [/nested deeper/, "ENV-18"],
  [/nested too deeply/, "ENV-19"],
  [/(NaN|Infinity) is not valid JSON/, "ENV-20"],
  [/the limit is/, "ENV-22"],
  [/must be a JSON object/, "ENV-24"],
];

/** The acceptance ids that a row of the golden file is about; upstream takes the rows without a message, we do not. */
function idsProvenBy({ message }: InvalidCase): string {
  if (message === null) return "ENV-09";
  return IDS_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? "no id";
}

/** The attribute that the other system's message is about, if it names one. */
function attributeIn(message: string | null): string | undefined {
  if (message?.startsWith("envelope is not JSON")) return undefined;
  if (message?.startsWith("unsupported specversion")) return "specversion";
  if (message?.includes("traceparent")) return "traceparent";
  if (message?.startsWith("envelope data")) return "data";
  if (message?.startsWith("xsmattempt")) return "xsmattempt";
  return /'([^']*)'/.exec(message ?? "")?.[1];
}

describe("decodeEnvelope", () => {
  const fromJson = readGolden<InvalidCase[]>("envelopes_invalid").filter(
    ({ op }) => op === "from_json",
  );

  it.each(fromJson.map((row) => ({ ...row, ids: idsProvenBy(row) })))(
    "refuses $name [$ids]",
    ({ name, text, max_bytes, error, message }) => {
      const input = text ?? GENERATED[name] ?? "";
      const failure = failureOf(() =>
        decodeEnvelope(input, { maxBytes: max_bytes ?? DEFAULT_MAX_BYTES }),
      );

      expect(input).not.toBe(name === "empty_text" ? undefined : "");
      expect(failure.name).toBe(error ?? "EnvelopeCorruptError");
      const attribute = error === null ? "id" : attributeIn(message);
      if (attribute !== undefined) expect(failure.attribute).toBe(attribute);
    },
  );

  /** The rows that are about other operations than decoding. */
  const OPERATIONS: Readonly<Record<string, () => unknown>> = {
    to_event_array_data: () => toEvent(createEnvelope({ type: "t", data: [1, 2] })),
    to_event_string_data: () => toEvent(createEnvelope({ type: "t", data: "s" })),
    construct_reserved_extension_correlationid: () =>
      createEnvelope({ type: "t", extensions: { correlationid: "x" } }),
    from_json_int_input: () => decodeEnvelope(42 as never),
    from_json_none_input: () => decodeEnvelope(null as never),
    construct_cyclic_data: () => {
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      return createEnvelope({ type: "t", data: cyclic });
    },
    to_json_over_cap: () =>
      encodeEnvelope(createEnvelope({ type: "t", data: "x".repeat(5_000) }), { maxBytes: 1_000 }),
  };
  // A name is always text here: `{5: "x"}` is `{"5": "x"}`, and `5` is a name like any other.
  const otherRows = readGolden<InvalidCase[]>("envelopes_invalid").filter(
    ({ op, name }) => op !== "from_json" && name !== "construct_extension_nonstring_name",
  );

  it.each(otherRows)("refuses $op [ENV-12, ENV-18, ENV-22, ENV-23, ENV-34]", ({ name, error }) => {
    expect(failureOf(() => OPERATIONS[name]?.()).name).toBe(error);
  });

  it("says that a credential-bearing extension looks so [TRB-04, ENV-14]", () => {
    const failure = failureOf(() => decodeEnvelope(wire({ authorization: "Bearer x" })));

    expect(failure.message).toContain("looks credential-bearing");
    expect(failure.message).not.toContain("Bearer x");
  });

  it("checks the size before it parses, and takes a higher cap [ENV-21, SEC-01]", () => {
    const large = wire({ data: "x".repeat(DEFAULT_MAX_BYTES) });

    expect(() => decodeEnvelope("{".repeat(DEFAULT_MAX_BYTES + 1))).toThrow(EnvelopeTooLargeError);
    expect(() => decodeEnvelope(large)).toThrow(EnvelopeTooLargeError);
    expect(decodeEnvelope(large, { maxBytes: 2 * DEFAULT_MAX_BYTES }).id).toBe("1");
  });

  it("counts UTF-8 bytes, the cap included, in text and in bytes alike [ENV-21]", () => {
    const { cases } = readGolden<{
      cases: { envelope: object; accept_at: number; reject_at: number }[];
    }>("envelope_size_boundary");

    expect.assertions(4 * cases.length);
    for (const { envelope, accept_at, reject_at } of cases) {
      const text = asciiJson(envelope);
      for (const input of [text, Buffer.from(text)]) {
        expect(decodeEnvelope(input, { maxBytes: accept_at })).toMatchObject(envelope);
        expect(() => decodeEnvelope(input, { maxBytes: reject_at })).toThrow(EnvelopeTooLargeError);
      }
    }
  });

  it("counts bytes, not characters [ENV-21]", () => {
    const text = wire({ subject: "é" });

    expect(() => decodeEnvelope(text, { maxBytes: text.length })).toThrow(EnvelopeTooLargeError);
    expect(decodeEnvelope(text, { maxBytes: text.length + 1 }).subject).toBe("é");
  });

  it("takes data up to the depth limit and refuses it beyond [ENV-18, TRB-08]", () => {
    const { cases } = readGolden<{ cases: Record<string, string> }>("envelope_depth_boundary");

    for (const [name, outcome] of Object.entries(cases)) {
      const data = wrapped(name);
      const text = `${wire({}).slice(0, -1)},"data":${JSON.stringify(data)}}`;
      for (const act of [() => decodeEnvelope(text), () => createEnvelope({ type: "t", data })]) {
        if (outcome === "ok") expect(act().data, name).toEqual(data);
        else expect(failureOf(act).attribute, name).toBe("data");
      }
    }
  });

  it.each([
    ["a control character", { subject: "a\u0000b" }],
    ["a C1 control character", { correlationid: "a\u0085" }],
    ["half a surrogate pair", { id: "\ud83d" }],
    ["a noncharacter", { source: "a\uffff" }],
    ["a line end in an extension", { tenant: "a\nb" }],
  ])("refuses %s in an attribute (CloudEvents 1.0, type system)", (_name, members) => {
    expect(failureOf(() => decodeEnvelope(wire(members))).attribute).toBe(Object.keys(members)[0]);
  });

  it("counts the characters of an attribute, not its UTF-16 units [ENV-06]", () => {
    expect(decodeEnvelope(wire({ subject: "🚀".repeat(1_024) })).subject).toHaveLength(2_048);
    expect(failureOf(() => decodeEnvelope(wire({ subject: "🚀".repeat(1_025) }))).attribute).toBe(
      "subject",
    );
  });

  it("takes any text as time, unless told to be strict [ENV-08]", () => {
    const strict = (time: string) => decodeEnvelope(wire({ time }), { time: "strict" }).time;

    expect(decodeEnvelope(wire({ time: "yesterday" })).time).toBe("yesterday");
    for (const time of ["2024-02-29T23:59:60Z", "2026-01-01t00:00:00.123456789+14:00"]) {
      expect(strict(time)).toBe(time);
    }
    for (const time of [
      "yesterday",
      "",
      "2026-02-29T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-00-10T00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00",
      "2026-01-01",
    ]) {
      expect(() => strict(time), time).toThrow(EnvelopeCorruptError);
    }
  });

  it.each([42, null, undefined, {}, []])("refuses %j as input [ENV-23]", (input) => {
    expect(() => decodeEnvelope(input as unknown as string)).toThrow(EnvelopeCorruptError);
  });

  it("refuses bytes that are not UTF-8 [ENV-23]", () => {
    const bytes = Buffer.concat([Buffer.from(wire({}).slice(0, -2)), Buffer.from([0xff])]);

    expect(() => decodeEnvelope(bytes)).toThrow(EnvelopeCorruptError);
  });

  it("never quotes a value in its message", () => {
    for (const text of [
      wire({ id: 'x"hunter2\u0001' }),
      '{"a": hunter2}',
      wire({ time: ["hunter2"] }),
    ]) {
      const { message } = failureOf(() => decodeEnvelope(text));

      expect(message).not.toContain("hunter2");
    }
  });

  it("keeps dangerous names away from prototypes", () => {
    const text =
      '{"specversion":"1.0","id":"1","type":"t","source":"s","__proto__":{"subject":"x"}}';

    expect(failureOf(() => decodeEnvelope(text)).attribute).toBe("__proto__");
    expect(decodeEnvelope(wire({ constructor: "c" })).extensions).toEqual({ constructor: "c" });
    expect(decodeEnvelope(wire({})).subject).toBeUndefined();
  });

  it("refuses numbers in data that no double can hold, and rounds integers beyond 2^53", () => {
    const withData = (data: string) => decodeEnvelope(`${wire({}).slice(0, -1)},"data":${data}}`);

    expect(() => withData('{"n":1e999}')).toThrow(EnvelopeCorruptError);
    expect(withData('{"n":9007199254740993}').data).toEqual({ n: 9007199254740992 });
  });

  it("decodes data_base64 by content type", () => {
    const base64 = Buffer.from('{"a":1}').toString("base64");
    const dataOf = (datacontenttype: string | undefined) =>
      decodeEnvelope(wire({ datacontenttype, data_base64: base64 })).data;

    expect(dataOf(undefined)).toEqual({ a: 1 });
    expect(dataOf("application/vnd.x+json; charset=utf-8")).toEqual({ a: 1 });
    expect(dataOf("text/plain")).toBe('{"a":1}');
    expect(dataOf("image/png")).toEqual({ data_base64: base64 });
  });

  it.each([
    ["that stands beside data", { data: 1, data_base64: "AAEC" }],
    ["that is not base64", { data_base64: "a?" }],
    ["that is no text", { data_base64: 7 }],
  ])("refuses data_base64 %s", (_name, members) => {
    expect(failureOf(() => decodeEnvelope(wire(members))).attribute).toBe("data_base64");
  });

  it("refuses a cap that is no positive integer", () => {
    expect(() => decodeEnvelope(wire({}), { maxBytes: Number.NaN })).toThrow(InvalidConfigError);
  });
});

describe("encodeEnvelope", () => {
  it("refuses what is over its cap with a subtype of EnvelopeCorruptError [ENV-21, ENV-22]", () => {
    const envelope = createEnvelope({ type: "t", data: { blob: "x".repeat(5_000) } });
    const bytes = Buffer.byteLength(encodeEnvelope(envelope));
    const failure = failureOf(() => encodeEnvelope(envelope, { maxBytes: bytes - 1 }));

    expect(failure).toBeInstanceOf(EnvelopeTooLargeError);
    expect(failure).toMatchObject({ code: "ENVELOPE_TOO_LARGE", fault: "message", bytes });
    expect(encodeEnvelope(envelope, { maxBytes: bytes })).toHaveLength(bytes);
  });
});

/** JSON as Python writes it: everything beyond ASCII escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function wrapped(name: string): unknown {
  const [kind, count] = name.split("_");
  let data: unknown = { x: 1 };
  for (let level = 0; level < Number(count); level += 1)
    data = kind === "arrays" ? [data] : { a: data };
  return data;
}
