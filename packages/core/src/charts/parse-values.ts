import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { type ChartProblems, joinPath, shown } from "./chart-problems.ts";

/** A value of the chart and where it stands; problems go to the list that the whole parse shares. */
export interface Place {
  readonly path: string;
  readonly problems: ChartProblems;
}

export function placeOf(place: Place, key: string): Place {
  return { path: joinPath(place.path, key), problems: place.problems };
}

export function placeAt(place: Place, index: number): Place {
  return { path: `${place.path}[${index}]`, problems: place.problems };
}

/** A JSON object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** One or many, as XState spells most lists; `null` and absence are none. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Report each key of `value` that is not in `known`. */
export function refuseUnknownKeys(
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
  place: Place,
): void {
  for (const [key, child] of Object.entries(value)) {
    if (child !== undefined && !known.has(key)) {
      place.problems.add(joinPath(place.path, key), "unknown key");
    }
  }
}

/** A non-empty string, or undefined with the problem reported. */
export function parseName(value: unknown, place: Place): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  place.problems.add(place.path, `must be a non-empty string, got ${shown(value)}`);
  return undefined;
}

/** A string that may be absent. */
export function parseText(value: unknown, place: Place): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  place.problems.add(place.path, `must be a string, got ${shown(value)}`);
  return undefined;
}

/** An object that may be absent, `meta` above all. */
export function parseObject(value: unknown, place: Place): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isRecord(value)) return copyJson(value) as JsonObject;
  place.problems.add(place.path, `must be an object, got ${shown(value)}`);
  return undefined;
}

/** A copy of a value that `checkJson` has accepted, so that a parsed chart shares nothing with its source. */
export function copyJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Leave absent and empty parts out, so that equal charts have equal JSON. */
export function compact<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, part]) => {
    if (part === undefined) return false;
    if (Array.isArray(part)) return part.length > 0;
    return true;
  });
  return Object.fromEntries(entries) as T;
}
