/** Anything JSON can hold. Numbers are finite; objects hold no `undefined`. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A key named `__proto__` is an own property like any other, never a prototype. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Containers a JSON value may be nested in before this package refuses it. `JSON.parse` accepts a depth that
 * overflows the stack of `JSON.stringify` and of every recursive reader, so the limit is checked first.
 */
export const MAX_JSON_DEPTH = 1_000;

/** Whether a JSON value is an object, neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether any value lies deeper than `maxDepth`; `value` itself lies at depth 0. Cyclic values always do.
 *
 * Walks with a stack of its own, since the input may be deep enough to overflow the call stack.
 */
export function jsonDepthExceeds(value: unknown, maxDepth: number): boolean {
  return someJson(value, (_part, depth) => depth > maxDepth);
}

/** Whether `test` holds for any part of a value, at any depth. Does not end on cycles unless `test` does. */
export function someJson(value: unknown, test: (part: unknown, depth: number) => boolean): boolean {
  const parts: unknown[] = [value];
  const depths: number[] = [0];
  while (parts.length > 0) {
    const part = parts.pop();
    const depth = depths.pop() ?? 0;
    if (test(part, depth)) return true;
    if (typeof part !== "object" || part === null) continue;
    for (const child of Object.values(part)) {
      parts.push(child);
      depths.push(depth + 1);
    }
  }
  return false;
}
