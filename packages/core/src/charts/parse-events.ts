import { isReservedEventName } from "../envelope/event-names.ts";
import type { ChartInvoke, ChartTransition } from "./chart.ts";
import { shown } from "./chart-problems.ts";
import { parseTransitions } from "./parse-transition.ts";
import { isRecord, type Place, placeAt, placeOf } from "./parse-values.ts";

/** What the `on` of a state says, once older spellings are sorted to where XState v5 has them. */
export interface ParsedEvents {
  readonly on: Record<string, ChartTransition[]>;
  readonly always: readonly ChartTransition[];
  readonly onDone: readonly ChartTransition[];
  readonly invoke: readonly ChartInvoke[];
}

/** `done.invoke.x` and `error.platform.x` are XState v4's names for what v5 calls `xstate.done.actor.x` and so on. */
const INVOKE_KEY =
  /^(?:(done\.invoke|xstate\.done\.actor)|error\.platform|xstate\.error\.actor)\.(.+)$/s;
const STATE_DONE_KEY = /^(?:xstate\.)?done\.state\.(.+)$/s;

/** Parse `on` of the state with the XState id `stateId`, whose own services are `invokes`. */
export function parseEvents(
  value: unknown,
  stateId: string,
  invokes: readonly ChartInvoke[],
  place: Place,
): ParsedEvents {
  const parsed = {
    on: {} as Record<string, ChartTransition[]>,
    always: [] as ChartTransition[],
    onDone: [] as ChartTransition[],
    invoke: [...invokes],
  };
  if (value === undefined || value === null) return parsed;
  if (!isRecord(value)) {
    place.problems.add(place.path, `must be an object of events, got ${shown(value)}`);
    return parsed;
  }
  for (const [key, transitions] of Object.entries(value)) {
    if (transitions === undefined) continue;
    const candidates = parseTransitions(transitions, placeOf(place, key));
    if (key === "") parsed.always.push(...candidates);
    else if (STATE_DONE_KEY.exec(key)?.[1] === stateId) parsed.onDone.push(...candidates);
    else if (!addToInvoke(parsed.invoke, key, candidates)) {
      checkEventKey(key, placeOf(place, key));
      parsed.on[key] = candidates;
    }
  }
  return parsed;
}

function addToInvoke(
  invokes: ChartInvoke[],
  key: string,
  candidates: readonly ChartTransition[],
): boolean {
  const match = INVOKE_KEY.exec(key);
  const index = match === null ? -1 : invokes.findIndex(({ id }) => id === match[2]);
  const invoke = invokes[index];
  if (match === null || invoke === undefined) return false;
  const slot = match[1] === undefined ? "onError" : "onDone";
  invokes[index] = { ...invoke, [slot]: [...(invoke[slot] ?? []), ...candidates] };
  return true;
}

/** `*` and `a.b.*` are XState's wildcards; a star anywhere else would silently match nothing. */
function checkEventKey(key: string, place: Place): void {
  const sample = key.endsWith(".*") ? `${key.slice(0, -1)}x` : key;
  if (key === "*") return;
  if (sample.includes("*")) {
    place.problems.add(place.path, "a wildcard must be '*' or end in '.*'");
  } else if (isReservedEventName(sample)) {
    place.problems.add(
      place.path,
      INVOKE_KEY.test(key)
        ? "no service of this state has that id; use onDone or onError of the invoke"
        : "is an event name of the engine",
    );
  }
}

/**
 * Parse `after`: an object by delay, or the list XState v4 allowed, whose items carry their `delay`.
 * Numeric delays get one spelling, since the spelling becomes part of an event name.
 */
export function parseAfter(value: unknown, place: Place): Record<string, ChartTransition[]> {
  const after: Record<string, ChartTransition[]> = {};
  if (value === undefined || value === null) return after;
  for (const { delay, transitions, at } of delayedTransitions(value, place)) {
    const key = parseDelay(delay, at);
    if (key !== undefined)
      after[key] = [...(after[key] ?? []), ...parseTransitions(transitions, at)];
  }
  return after;
}

function delayedTransitions(value: unknown, place: Place) {
  if (isRecord(value)) {
    return Object.entries(value)
      .filter(([, transitions]) => transitions !== undefined)
      .map(([delay, transitions]) => ({ delay, transitions, at: placeOf(place, delay) }));
  }
  if (!Array.isArray(value)) {
    place.problems.add(place.path, `must be an object or a list, got ${shown(value)}`);
    return [];
  }
  return value.map((item: unknown, index) => {
    const { delay, ...transitions } = isRecord(item) ? item : { delay: undefined };
    return { delay, transitions, at: placeAt(place, index) };
  });
}

function parseDelay(delay: unknown, place: Place): string | undefined {
  const isText = typeof delay === "string" && delay.trim() !== "";
  if (!isText && typeof delay !== "number") {
    place.problems.add(place.path, `a delay must be milliseconds or a name, got ${shown(delay)}`);
    return undefined;
  }
  const ms = Number(delay);
  if (Number.isNaN(ms)) return String(delay);
  if (Number.isFinite(ms) && ms >= 0) return String(ms);
  place.problems.add(place.path, `a delay must be at least 0 ms, got ${shown(delay)}`);
  return undefined;
}
