import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Levels of `allOf` and `$ref` that are followed; a document of other people may go in circles. */
const HOPS_MAX = 32;

/** A JSON value's part by JSON pointer (`#/components/schemas/Order`); undefined where it leads nowhere. */
export function followPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  if (!pointer.startsWith("#")) return undefined;
  let value: JsonValue | undefined = root;
  for (const part of pointer.slice(1).split("/").slice(1)) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[key];
  }
  return value;
}

/** What a value is after its references have been followed; undefined where they lead nowhere or in circles. */
export function resolved(root: JsonValue, value: JsonValue | undefined): JsonValue | undefined {
  let found = value;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    if (!isObject(found) || typeof found.$ref !== "string") return found;
    found = followPointer(root, found.$ref);
  }
  return undefined;
}

/** A schema with its references followed and its `allOf` laid together, as far as its own level. */
export function flattened(
  root: JsonValue,
  schema: JsonValue | undefined,
  hops = HOPS_MAX,
): JsonObject {
  const own = resolved(root, schema);
  if (!isObject(own) || hops === 0) return {};
  const { allOf, ...rest } = own;
  if (!Array.isArray(allOf)) return own;
  return [rest, ...allOf.map((part) => flattened(root, part, hops - 1))].reduce(laidTogether, {});
}

function laidTogether(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...partOf(one.properties) };
  for (const [name, schema] of Object.entries(partOf(other.properties))) {
    const known = properties[name];
    const isNew = known === undefined || Object.keys(partOf(known)).length === 0;
    properties[name] = isNew ? schema : { allOf: [known, schema] };
  }
  const required = [...new Set([...listOf(one.required), ...listOf(other.required)])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A value if it is an object, else none. */
export function partOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** A value if it is a list, else an empty one. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
