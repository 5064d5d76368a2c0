import canonicalize from "canonicalize";
import { InvalidJsonError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import { jsonDepthExceeds, MAX_JSON_DEPTH } from "./json.ts";

const LONE_SURROGATE = /\p{Surrogate}/u;
/** No JSON text starts so, hence no escaped value can be taken for one that says the same in plain. */
const ESCAPED_PREFIX = "escaped:";

/**
 * The one text of a JSON value, whatever the order of its keys (RFC 8785): equal values give equal text. For
 * fingerprints and hashes, not for showing.
 *
 * RFC 8785 refuses text with half a surrogate pair, which JSON from the wire may hold (a string cut inside an emoji).
 * Such a value gets a text of its own as well, which is not JSON: a prefix, then the value with every string escaped.
 *
 * @throws {InvalidJsonError} if the value is deeper than {@link MAX_JSON_DEPTH} or cyclic
 */
export function canonicalJson(value: JsonValue): string {
  if (jsonDepthExceeds(value, MAX_JSON_DEPTH)) {
    throw new InvalidJsonError("depth", `the value is nested deeper than ${MAX_JSON_DEPTH}`);
  }
  return hasLoneSurrogate(value)
    ? ESCAPED_PREFIX + serialize(escapeStrings(value))
    : serialize(value);
}

function serialize(value: JsonValue): string {
  try {
    return canonicalize(value) ?? "null";
  } catch (error) {
    throw new InvalidJsonError("value", "the value has no canonical JSON", { cause: error });
  }
}

/** Keys count too. */
function hasLoneSurrogate(value: JsonValue): boolean {
  if (typeof value === "string") return LONE_SURROGATE.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  return Object.entries(value).some(
    ([key, part]) => LONE_SURROGATE.test(key) || hasLoneSurrogate(part),
  );
}

function escapeStrings(value: JsonValue): JsonValue {
  if (typeof value === "string") return escapeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(escapeStrings);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, part]) => [escapeText(key), escapeStrings(part)]));
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
