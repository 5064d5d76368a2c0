import { joinPath } from "../charts/chart-problems.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { isJsonObject } from "../kernel/json.ts";

/** One difference between two contexts. */
export interface ContextChange {
  /** Dotted, with indices in brackets: `results.reserve`, `items[2].sku`; empty when the whole value differs. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  /** Absent when added. */
  readonly before?: JsonValue;
  /** Absent when removed. */
  readonly after?: JsonValue;
}

/** Below this depth a difference is shown as a whole; nobody reads a path that long. */
const DEPTH_MAX = 32;

/**
 * What changed between two contexts, in document order: of what came first, then what was added. Objects and arrays are
 * compared part by part, arrays by position. Key order does not count as a change.
 */
export function diffContext(before: JsonValue, after: JsonValue): ContextChange[] {
  const changes: ContextChange[] = [];
  compare(before, after, "", 0, changes);
  return changes;
}

function compare(
  before: JsonValue,
  after: JsonValue,
  path: string,
  depth: number,
  changes: ContextChange[],
): void {
  if (Object.is(before, after)) return;
  const areArrays = Array.isArray(before) && Array.isArray(after);
  const areObjects = isJsonObject(before) && isJsonObject(after);
  if (depth < DEPTH_MAX && (areArrays || areObjects)) {
    compareParts(before as JsonObject, after as JsonObject, path, depth, changes);
  } else if (depth < DEPTH_MAX || JSON.stringify(before) !== JSON.stringify(after)) {
    changes.push({ path, kind: "changed", before, after });
  }
}

function compareParts(
  before: JsonObject,
  after: JsonObject,
  path: string,
  depth: number,
  changes: ContextChange[],
): void {
  const isArray = Array.isArray(before);
  const pathOf = (key: string) => (isArray ? `${path}[${key}]` : joinPath(path, key));
  for (const [key, value] of Object.entries(before)) {
    if (Object.hasOwn(after, key)) {
      compare(value, after[key] as JsonValue, pathOf(key), depth + 1, changes);
    } else changes.push({ path: pathOf(key), kind: "removed", before: value });
  }
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) {
      changes.push({ path: pathOf(key), kind: "added", after: value });
    }
  }
}
