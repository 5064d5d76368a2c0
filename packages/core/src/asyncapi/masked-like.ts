import type { JsonObject, JsonValue } from "../kernel/json.ts";

const MASK = "***";

/**
 * A redacted value in the shape of its original: what was masked keeps its type, so that an example with a hidden number is
 * still an example of its schema. Nothing of what was masked shows.
 */
export function maskedLike(original: JsonValue, redacted: JsonValue): JsonValue {
  if (Array.isArray(original)) {
    return Array.isArray(redacted) && redacted.length === original.length
      ? original.map((item, at) => maskedLike(item, redacted[at] as JsonValue))
      : [];
  }
  if (isObject(original)) {
    if (!isObject(redacted)) return {};
    return Object.fromEntries(
      Object.entries(redacted).map(([key, value]) => [
        key,
        Object.hasOwn(original, key) ? maskedLike(original[key] as JsonValue, value) : value,
      ]),
    );
  }
  if (original === redacted) return original;
  if (typeof original === "number") return 0;
  if (typeof original === "boolean") return false;
  return typeof redacted === "string" ? redacted : MASK;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
