import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../kernel/json.ts";
import { compileSchema } from "./compile-schema.ts";
import { inferSchema } from "./infer-schema.ts";

describe("inferSchema", () => {
  it("tells names, types and what is always there", () => {
    expect(
      inferSchema([
        { id: 1, at: "2026-11-30T01:02:03Z", lines: [{ sku: "a" }], note: null },
        { id: 2.5, at: "2026-11-30T01:02:04.5+01:00", lines: [{ sku: "b", gift: true }] },
      ]),
    ).toEqual({
      type: "object",
      required: ["at", "id", "lines"],
      properties: {
        at: { type: "string", format: "date-time" },
        id: { type: "number" },
        lines: {
          type: "array",
          items: {
            type: "object",
            required: ["sku"],
            properties: { gift: { type: "boolean" }, sku: { type: "string" } },
          },
        },
        note: { type: "null" },
      },
    });
  });

  it("never tells a value, and takes many names for a map by key", () => {
    const secret = "4111 1111 1111 1111";
    const map = Object.fromEntries(
      Array.from({ length: 41 }, (_each, at) => [`ada${at}@example.com`, secret]),
    );
    expect(inferSchema([{ card: secret, map }])).toEqual({
      type: "object",
      required: ["card", "map"],
      properties: {
        card: { type: "string" },
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    });
  });

  it("gives a schema that every sample fits, whatever they are", () => {
    const samples = fc.array(fc.jsonValue({ maxDepth: 8 }) as fc.Arbitrary<JsonValue>, {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(samples, (values) => {
        const check = compileSchema(inferSchema(values));
        for (const value of values) expect(check(value)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
