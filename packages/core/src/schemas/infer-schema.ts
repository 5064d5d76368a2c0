import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Levels that are looked into; deeper down anything is allowed. */
const DEPTH_MAX = 6;
/** An object with more names than these, over all samples, is a map by key: its names are data. */
const NAMES_MAX = 40;
/** Items of an array that are looked at. */
const ITEMS_MAX = 20;

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * A JSON Schema that all samples fit. It tells names and types and never a value, so that it may be made from envelopes
 * that hold secrets. A name is required if no sample lacks it.
 */
export function inferSchema(samples: readonly JsonValue[]): JsonObject {
  return infer(samples, DEPTH_MAX);
}

function infer(samples: readonly JsonValue[], depth: number): JsonObject {
  const types = [...new Set(samples.map(typeOf))];
  const kinds = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const [only, ...others] = kinds.sort();
  if (only === undefined || depth === 0) return {};
  return {
    type: others.length === 0 ? only : [only, ...others],
    ...stringFacts(samples),
    ...arrayFacts(samples, depth),
    ...objectFacts(samples, depth),
  };
}

function stringFacts(samples: readonly JsonValue[]): JsonObject {
  const texts = samples.filter((sample) => typeof sample === "string");
  const areTimes = texts.length > 0 && texts.every((text) => DATE_TIME.test(text));
  return areTimes ? { format: "date-time" } : {};
}

function arrayFacts(samples: readonly JsonValue[], depth: number): JsonObject {
  const arrays = samples.filter((sample) => Array.isArray(sample));
  const items = arrays.flatMap((array) => array.slice(0, ITEMS_MAX));
  return items.length === 0 ? {} : { items: infer(items, depth - 1) };
}

function objectFacts(samples: readonly JsonValue[], depth: number): JsonObject {
  const objects = samples.filter(isObject);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
  if (names.length === 0) return {};
  if (names.length > NAMES_MAX) {
    const values = objects.flatMap((object) => Object.values(object));
    return { additionalProperties: infer(values, depth - 1) };
  }
  const valuesOf = (name: string) =>
    objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] as JsonValue] : []));
  const required = names.filter((name) => valuesOf(name).length === objects.length);
  return {
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(names.map((name) => [name, infer(valuesOf(name), depth - 1)])),
  };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
