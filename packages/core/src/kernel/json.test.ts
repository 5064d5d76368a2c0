import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { InvalidConfigError, InvalidJsonError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import { jsonDepthExceeds } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { cloneJson, toJsonValue } from "./to-json-value.ts";

const limits = { maxBytes: 1_000_000 };

function failureOf(act: () => unknown): InvalidJsonError {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidJsonError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const reasonOf = (act: () => unknown) => failureOf(act).reason;

describe("parseJson", () => {
  it("keeps a __proto__ key as a key and changes no prototype", () => {
    const value = parseJson('{"__proto__":{"admin":true},"constructor":{"prototype":1}}', limits);

    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it("takes the last of duplicate keys", () => {
    expect(parseJson('{"a":1,"a":2}', limits)).toEqual({ a: 2 });
  });

  it("reads an integer beyond 2^53 as the nearest double", () => {
    expect(parseJson("9007199254740993", limits)).toBe(9007199254740992);
  });

  it.each(["NaN", "Infinity", "-Infinity", '{"a":NaN}'])("refuses the literal %s", (text) => {
    expect(reasonOf(() => parseJson(text, limits))).toBe("syntax");
  });

  it.each(["1e999", '[{"a":-1e400}]'])("refuses %s, which no double can hold", (text) => {
    expect(reasonOf(() => parseJson(text, limits))).toBe("number");
  });

  it("checks the size in bytes before it parses", () => {
    expect(reasonOf(() => parseJson("{".repeat(11), { maxBytes: 10 }))).toBe("size");
    expect(reasonOf(() => parseJson('"éé"', { maxBytes: 5 }))).toBe("size");
    expect(parseJson('"éé"', { maxBytes: 6 })).toBe("éé");
  });

  it("refuses bytes that are not UTF-8 and skips a byte order mark", () => {
    expect(reasonOf(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), limits))).toBe("encoding");
    expect(parseJson(Buffer.from("\ufeff1"), limits)).toBe(1);
  });

  it("refuses 200,000 levels without overflowing the stack", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);

    expect(reasonOf(() => parseJson(deep, limits))).toBe("depth");
  });

  it("refuses what JSON.parse takes and JSON.stringify, or a check that calls itself, overflows on", () => {
    const levels = 100_000;
    const parsed = JSON.parse("[".repeat(levels) + "]".repeat(levels)) as JsonValue;
    const depthOf = (value: JsonValue): number =>
      Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0;

    expect(() => JSON.stringify(parsed)).toThrow(RangeError);
    expect(() => depthOf(parsed)).toThrow(RangeError);
    expect(jsonDepthExceeds(parsed, 64)).toBe(true);
    for (const act of [() => toJsonValue(parsed), () => canonicalJson(parsed)]) {
      expect(reasonOf(act)).toBe("depth");
    }
  });

  it("never quotes the input in its message", () => {
    const error = failureOf(() => parseJson('{"password": hunter2}', limits));
    const cutOff = failureOf(() => parseJson('{"id":"1"', limits));

    expect(error.message).not.toContain("hunter2");
    expect(error.cause).toBeUndefined();
    expect(cutOff.message).toContain("at position 9");
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s as a cap", (maxBytes) => {
    expect(() => parseJson("1", { maxBytes })).toThrow(InvalidConfigError);
  });
});

describe("jsonDepthExceeds", () => {
  it("puts the value itself at depth 0", () => {
    expect(jsonDepthExceeds({ a: [1] }, 2)).toBe(false);
    expect(jsonDepthExceeds({ a: [1] }, 1)).toBe(true);
  });

  it("finds a cycle too deep instead of walking it for ever", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);

    expect(jsonDepthExceeds(cycle, 64)).toBe(true);
  });
});

describe("toJsonValue", () => {
  it("copies any JSON value by value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(toJsonValue(value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("shares nothing with the original and is frozen throughout", () => {
    const original = { list: [{ n: 1 }] };
    const copy = toJsonValue(original) as typeof original;
    original.list[0] = { n: 2 };

    expect(copy).toEqual({ list: [{ n: 1 }] });
    expect(Object.isFrozen(copy)).toBe(true);
    expect(Object.isFrozen(copy.list)).toBe(true);
    expect(Object.isFrozen(copy.list[0])).toBe(true);
  });

  it("writes as text what JSON cannot hold [ENV-25]", () => {
    const value = {
      big: 12345678901234567890n,
      at: new Date(0),
      url: new URL("https://example.org/a"),
      bytes: Buffer.from([0, 1, 2]),
      error: new TypeError("bad"),
      minusZero: -0,
      left: undefined,
      fn: () => 1,
      list: [undefined],
    };

    expect(toJsonValue(value)).toStrictEqual({
      big: "12345678901234567890",
      at: "1970-01-01T00:00:00.000Z",
      url: "https://example.org/a",
      bytes: "AAEC",
      error: { name: "TypeError", message: "bad" },
      minusZero: 0,
      list: [null],
    });
  });

  it("keeps a __proto__ key as a key", () => {
    const copy = toJsonValue(JSON.parse('{"__proto__":{"admin":true}}')) as object;

    expect(Object.keys(copy)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it.each([
    ["NaN", Number.NaN, "number"],
    ["Infinity", { a: [Number.POSITIVE_INFINITY] }, "number"],
    ["a Map", new Map(), "value"],
    ["a symbol", Symbol("s"), "value"],
    [
      "a getter that throws",
      {
        get secret() {
          throw new Error("no");
        },
      },
      "value",
    ],
  ])("refuses %s", (_name, value, reason) => {
    expect(reasonOf(() => toJsonValue(value))).toBe(reason);
  });

  it("refuses cycles and endless toJSON chains as too deep", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const endless = { toJSON: () => ({ ...endless }) };

    expect(reasonOf(() => toJsonValue(cycle))).toBe("depth");
    expect(reasonOf(() => toJsonValue(endless))).toBe("depth");
  });
});

describe("cloneJson", () => {
  it("gives a copy that may be changed", () => {
    const frozen = toJsonValue({ a: [1] });
    const copy = cloneJson(frozen) as { a: number[] };
    copy.a.push(2);

    expect(frozen).toEqual({ a: [1] });
    expect(copy).toEqual({ a: [1, 2] });
  });
});

describe("canonicalJson", () => {
  it("does not depend on the order of keys", () => {
    expect(canonicalJson({ b: 1, a: { d: [2, 1e21], c: "é" } })).toBe(
      '{"a":{"c":"é","d":[2,1e+21]},"b":1}',
    );
  });

  it("tells values apart that differ, half surrogate pairs included", () => {
    const values: JsonValue[] = ["\ud83d", "\ud83e", "\\ud83d", { "\ud83d": 1 }, ["\ud83d"], "x"];

    expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
  });

  it("refuses what is too deep or cyclic with an error of ours", () => {
    const cycle: JsonValue[] = [];
    cycle.push(cycle);

    expect(reasonOf(() => canonicalJson(cycle))).toBe("depth");
  });
});
