import { InvalidJsonError, SagascopeError } from "./errors.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { MAX_JSON_DEPTH } from "./json.ts";

/**
 * Copy any value into JSON: a deeply frozen value that shares nothing with `value`.
 *
 * As on a real wire, what JSON cannot hold becomes text: `bigint` its digits, `Date` ISO 8601, bytes base64, and
 * whatever has a `toJSON` its result. Properties that are `undefined` or functions are left out and are `null` in an
 * array; an `Error` becomes `{ name, message }`. `-0` becomes `0`.
 *
 * @param maxDepth deepest level a value may lie at; `value` itself lies at 0
 * @throws {InvalidJsonError} if something is too deep or cyclic, `NaN`, infinite, a Map, Set or symbol, or cannot be read
 */
export function toJsonValue(value: unknown, maxDepth: number = MAX_JSON_DEPTH): JsonValue {
  try {
    return copyPart(value, maxDepth) ?? null;
  } catch (error) {
    if (error instanceof SagascopeError) throw error;
    throw new InvalidJsonError("value", "the value cannot be read", { cause: error });
  }
}

/** A deep copy that may be changed freely, for handing JSON to code that is not ours. */
export function cloneJson<T extends JsonValue>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneJson) as unknown as T;
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([key, part]) => [key, cloneJson(part)])) as T;
}

/**
 * Recursion ends with `depthLeft`, on cycles too. `undefined` stands for "JSON has no such value", which each container
 * treats its own way.
 */
function copyPart(value: unknown, depthLeft: number): JsonValue | undefined {
  if (depthLeft < 0) throw new InvalidJsonError("depth", "the value is nested too deeply");
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return finite(value);
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : copyObject(value, depthLeft);
    case "symbol":
      throw new InvalidJsonError("value", "a symbol cannot be written as JSON");
    default:
      return undefined;
  }
}

function copyObject(value: object, depthLeft: number): JsonValue | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return copyPart(value.toJSON(), depthLeft - 1);
  }
  if (value instanceof Error) return Object.freeze({ name: value.name, message: value.message });
  if (value instanceof Map || value instanceof Set) {
    throw new InvalidJsonError("value", "a Map or Set cannot be written as JSON");
  }
  if (Array.isArray(value)) {
    return Object.freeze(Array.from(value, (part) => copyPart(part, depthLeft - 1) ?? null));
  }
  return copyProperties(value, depthLeft);
}

/** `Object.fromEntries` defines properties, so that a key `__proto__` stays a key. */
function copyProperties(value: object, depthLeft: number): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [key, part] of Object.entries(value)) {
    const copy = copyPart(part, depthLeft - 1);
    if (copy !== undefined) entries.push([key, copy]);
  }
  return Object.freeze(Object.fromEntries(entries));
}

function finite(value: number): number {
  if (!Number.isFinite(value)) {
    throw new InvalidJsonError("number", `${value} cannot be written as JSON`);
  }
  return value === 0 ? 0 : value;
}
