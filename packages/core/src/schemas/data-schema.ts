import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { InvalidSchemaError } from "./errors.ts";

/** The dialect that AsyncAPI's own schemas are a superset of. */
const DIALECT = "draft-07";
const SCHEMA_DEPTH_MAX = 64;

/**
 * What the data of an envelope looks like: a JSON Schema (draft 07), or the schema of a library that converts itself to
 * one by the Standard JSON Schema interface, as zod 4.2 does.
 */
export type DataSchema = JsonObject | ConvertibleSchema;

/** The part of the Standard JSON Schema interface that is used. */
export interface ConvertibleSchema {
  readonly "~standard": {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/**
 * The JSON Schema of some data, as plain JSON.
 *
 * @throws {InvalidSchemaError} if it is none, cannot be converted, or refers to something outside of itself
 */
export function toJsonSchema(source: unknown): JsonObject {
  const schema = isConvertible(source) ? convert(source) : source;
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new InvalidSchemaError("", `must be a JSON Schema, got ${typeOf(schema)}`);
  }
  const json = toJson(schema);
  for (const { path, ref } of referencesOf(json)) {
    if (!ref.startsWith("#")) {
      throw new InvalidSchemaError(path, `must refer to a part of the same schema, got '${ref}'`);
    }
  }
  return json;
}

/** Everything that a JSON value refers to by `$ref`, with its path. */
export function* referencesOf(
  value: JsonValue,
  path = "",
): Generator<{ readonly path: string; readonly ref: string }> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (key === "$ref" && typeof inner === "string") yield { path: at, ref: inner };
    else yield* referencesOf(inner as JsonValue, at);
  }
}

function isConvertible(source: unknown): source is ConvertibleSchema {
  const standard = (source as { readonly "~standard"?: unknown } | null | undefined)?.["~standard"];
  const converter = (standard as { readonly jsonSchema?: { readonly input?: unknown } } | undefined)
    ?.jsonSchema?.input;
  return typeof converter === "function";
}

function convert(source: ConvertibleSchema): unknown {
  try {
    return source["~standard"].jsonSchema.input({ target: DIALECT });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidSchemaError("", `cannot be said as JSON Schema: ${problem}`, { cause });
  }
}

/** A copy that is JSON and nothing else, since it is stored and compared as text. */
function toJson(schema: object): JsonObject {
  try {
    return toJsonValue(schema, SCHEMA_DEPTH_MAX) as JsonObject;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidSchemaError("", `is not JSON: ${problem}`, { cause });
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}
