import type { ScheduleTime } from "@sagascope/core";
import { IngestRefusedError } from "./errors.ts";

/** When the events of a request are to be published, and the name that one of them can be replaced by. */
export type RequestedSchedule = ScheduleTime & { readonly key?: string };

const KNOWN: ReadonlySet<string> = new Set(["delayMs", "deliverAt", "key"]);
const DELAY = /^\d{1,12}$/;
/** An absolute time needs its zone (RFC 3339). */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const KEY = /^[^\p{Cc}]{1,255}$/u;
const DELAY_MAX_MS = 366 * 86_400_000;

/**
 * Read when a request wants its events published; undefined for at once.
 *
 * @throws {IngestRefusedError} naming the parameter that is unknown, given twice, or cannot be used
 */
export function readSchedule(query: URLSearchParams): RequestedSchedule | undefined {
  for (const name of query.keys()) {
    if (!KNOWN.has(name)) throw refusal(name, "is not known");
    if (query.getAll(name).length > 1) throw refusal(name, "is given twice");
  }
  const [delay, at, key] = ["delayMs", "deliverAt", "key"].map((name) => query.get(name));
  if (typeof delay === "string" && typeof at === "string") {
    throw refusal("deliverAt", "cannot be used together with delayMs");
  }
  if (typeof key === "string" && !KEY.test(key)) {
    throw refusal("key", "must be 1 to 255 characters without control characters");
  }
  const named = typeof key === "string" ? { key } : {};
  if (typeof delay === "string") return { delayMs: delayOf(delay), ...named };
  if (typeof at === "string") return { deliverAt: instantOf(at), ...named };
  if (typeof key === "string") throw refusal("key", "needs delayMs or deliverAt");
  return undefined;
}

function delayOf(text: string): number {
  if (DELAY.test(text) && Number(text) <= DELAY_MAX_MS) return Number(text);
  throw refusal("delayMs", `must be a whole number of milliseconds up to ${DELAY_MAX_MS}`);
}

function instantOf(text: string): Date {
  const time = new Date(INSTANT.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw refusal("deliverAt", "must be a time with its zone, 2026-03-01T10:00:00Z");
}

function refusal(field: string, problem: string): IngestRefusedError {
  return new IngestRefusedError(400, `parameter ${field} ${problem}`, { field });
}
