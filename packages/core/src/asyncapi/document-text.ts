import { parseDocument, stringify } from "yaml";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { InvalidDocumentError } from "./errors.ts";

/** How a document is written down. */
export type DocumentFormat = "json" | "yaml";

/** The largest text that is read: many times the largest document seen in the wild. */
export const DOCUMENT_BYTES_MAX = 2 * 1_048_576;
const DEPTH_MAX = 100;
const PARTS_MAX = 200_000;
/** YAML may point at one part many times, which a reader would unfold: some are honest, thousands are an attack. */
const ALIASES_MAX = 100;

/** A document as text, ended by a line break. The same document always gives the same text. */
export function documentText(document: JsonObject, format: DocumentFormat): string {
  return format === "yaml"
    ? stringify(document, { aliasDuplicateObjects: false })
    : `${JSON.stringify(document, undefined, 2)}\n`;
}

/**
 * Read a document that anybody may have written, as JSON or YAML: size before parse, shape before use.
 *
 * @throws {InvalidDocumentError} naming the field where one is to blame
 */
export function parseDocumentText(text: string): JsonObject {
  if (
    text.length > DOCUMENT_BYTES_MAX ||
    new TextEncoder().encode(text).byteLength > DOCUMENT_BYTES_MAX
  ) {
    throw new InvalidDocumentError("", `is larger than ${DOCUMENT_BYTES_MAX} bytes`);
  }
  const value = parseText(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidDocumentError("", "must be an object");
  }
  requireShape(value);
  return toJson(value);
}

function parseText(text: string): unknown {
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML has braces too
    }
  }
  try {
    const parsed = parseDocument(text, { schema: "core", merge: false, logLevel: "silent" });
    const [error] = parsed.errors;
    if (error) throw error;
    return parsed.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new InvalidDocumentError("", `is neither JSON nor YAML: ${problem}`, { cause });
  }
}

/** Breadth first, so that a deep document cannot overflow the stack before it is found to be one. */
function requireShape(root: object): void {
  let level: readonly (readonly [path: string, value: object])[] = [["", root]];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new InvalidDocumentError("", `is more than ${DEPTH_MAX} levels deep`);
    const next: [string, object][] = [];
    for (const [path, value] of level) {
      for (const [key, inner] of Object.entries(value)) {
        parts += 1;
        if (parts > PARTS_MAX)
          throw new InvalidDocumentError("", `has more than ${PARTS_MAX} parts`);
        const at = path === "" ? key : `${path}.${key}`;
        if (key === "__proto__")
          throw new InvalidDocumentError(at, "is a name that cannot be used");
        if (typeof inner === "object" && inner !== null) next.push([at, inner]);
      }
    }
    level = next;
  }
}

function toJson(value: object): JsonObject {
  try {
    return structuredClone(toJsonValue(value, DEPTH_MAX)) as Readonly<Record<string, JsonValue>>;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidDocumentError("", `is not JSON: ${problem}`, { cause });
  }
}
