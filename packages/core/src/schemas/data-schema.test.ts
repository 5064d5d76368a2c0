import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compileSchema } from "./compile-schema.ts";
import { toJsonSchema } from "./data-schema.ts";
import { InvalidSchemaError } from "./errors.ts";

describe("toJsonSchema", () => {
  it("converts a schema of zod", () => {
    const schema = toJsonSchema(
      z.object({
        total: z.int().min(0),
        currency: z.enum(["EUR", "USD"]),
        note: z.string().optional(),
      }),
    );
    expect(schema).toMatchObject({
      type: "object",
      required: ["total", "currency"],
      properties: { total: { type: "integer", minimum: 0 }, currency: { enum: ["EUR", "USD"] } },
    });
    const check = compileSchema(schema);
    expect(check({ total: 5, currency: "EUR" })).toBeUndefined();
    expect(check({ total: 5, currency: "GBP" })).toEqual({
      field: "data.currency",
      problem: 'must be equal to one of the allowed values: ["EUR","USD"]',
    });
  });

  it.each([
    ["nothing", undefined, "schema must be a JSON Schema, got undefined"],
    ["a list", [], "schema must be a JSON Schema, got an array"],
    [
      "a reference to elsewhere",
      { properties: { a: { $ref: "https://example.com/a.json" } } },
      "schema: properties.a.$ref must refer to a part of the same schema",
    ],
    ["what zod cannot say", z.bigint(), "schema cannot be said as JSON Schema"],
    ["a circle", circle(), "schema is not JSON"],
  ])("refuses %s", (_name, source, problem) => {
    expect(() => toJsonSchema(source)).toThrow(InvalidSchemaError);
    expect(() => toJsonSchema(source)).toThrow(problem);
  });
});

describe("compileSchema", () => {
  it("names where the first mismatch stands, and no value", () => {
    const check = compileSchema({
      type: "object",
      required: ["card"],
      properties: {
        card: {
          type: "object",
          additionalProperties: false,
          properties: { number: { type: "integer" } },
        },
        lines: {
          type: "array",
          items: { type: "object", properties: { "a/b": { type: "string", format: "date-time" } } },
        },
      },
    });
    expect(check({})).toEqual({ field: "data.card", problem: "is missing" });
    expect(check({ card: { number: "4111" } })).toEqual({
      field: "data.card.number",
      problem: "must be integer",
    });
    expect(check({ card: { pin: 1 } })).toEqual({
      field: "data.card.pin",
      problem: "is not declared",
    });
    expect(check({ card: {}, lines: [{}, { "a/b": "soon" }] })).toEqual({
      field: "data.lines[1].a/b",
      problem: 'must match format "date-time"',
    });
    expect(check([])).toEqual({ field: "data", problem: "must be object" });
  });

  it("refuses what is no schema", () => {
    expect(() => compileSchema({ type: "text" })).toThrow(InvalidSchemaError);
  });
});

function circle(): object {
  const schema: { self?: object } = {};
  schema.self = schema;
  return schema;
}
