import type { ChartAction, ChartGuard, ChartTransition } from "./chart.ts";
import { shown } from "./chart-problems.ts";
import {
  compact,
  copyJson,
  isRecord,
  type Place,
  parseName,
  parseObject,
  parseText,
  placeAt,
  placeOf,
  refuseUnknownKeys,
  toList,
} from "./parse-values.ts";
import { checkPublish } from "./publish-declaration.ts";

const TRANSITION_KEYS = new Set(
  "target guard cond actions reenter internal description meta".split(" "),
);
const REFERENCE_KEYS = new Set(["type", "params"]);
/** Names XState keeps for its own built-ins; a chart is data and cannot hold those. */
const ENGINE_NAME = /^xstate\./;

/** Transitions of one event: a target, an object, or a list of either. */
export function parseTransitions(value: unknown, place: Place): ChartTransition[] {
  if (value === null) {
    place.problems.add(place.path, "must be a transition, got null");
    return [];
  }
  return toList(value).flatMap((one, index) => parseTransition(one, placeAt(place, index)) ?? []);
}

function parseTransition(value: unknown, place: Place): ChartTransition | undefined {
  if (typeof value === "string") return parseTransition({ target: value }, place);
  if (!isRecord(value)) {
    place.problems.add(place.path, `must be a target or a transition object, got ${shown(value)}`);
    return undefined;
  }
  refuseUnknownKeys(value, TRANSITION_KEYS, place);
  const meta = parseObject(value.meta, placeOf(place, "meta"));
  if (meta !== undefined) {
    checkPublish(meta.publish, placeOf(placeOf(place, "meta"), "publish").path, place.problems);
  }
  return compact({
    target: parseTargets(value.target, placeOf(place, "target")),
    guard: parseGuard(value, place),
    actions: parseActions(value.actions, placeOf(place, "actions")),
    reenter: parseReenter(value, place),
    description: parseText(value.description, placeOf(place, "description")),
    meta,
  });
}

/** Target texts; whether they lead anywhere is known only once all states are. */
export function parseTargets(value: unknown, place: Place): string[] {
  return toList(value).flatMap((one) => parseName(one, place) ?? []);
}

/** Actions as a name, an object or a list of either. */
export function parseActions(value: unknown, place: Place): ChartAction[] {
  return toList(value).flatMap(
    (one, index) => parseReference(one, "action", placeAt(place, index)) ?? [],
  );
}

function parseGuard(value: Record<string, unknown>, place: Place): ChartGuard | undefined {
  if (value.guard !== undefined && value.cond !== undefined) {
    place.problems.add(placeOf(place, "cond").path, "cannot stand beside guard");
  }
  const key = value.guard === undefined ? "cond" : "guard";
  const guard = value[key];
  if (guard === undefined || guard === null) return undefined;
  return parseReference(guard, "guard", placeOf(place, key));
}

function parseReference(value: unknown, kind: string, place: Place): ChartAction | undefined {
  if (typeof value !== "string" && !isRecord(value)) {
    place.problems.add(
      place.path,
      `must name ${kind === "action" ? "an action" : "a guard"}, got ${shown(value)}`,
    );
    return undefined;
  }
  const source = typeof value === "string" ? { type: value } : value;
  refuseUnknownKeys(source, REFERENCE_KEYS, place);
  const type = parseName(source.type, typeof value === "string" ? place : placeOf(place, "type"));
  if (type === undefined) return undefined;
  if (ENGINE_NAME.test(type)) {
    place.problems.add(place.path, `${shown(type)} is a name of the engine`);
  }
  return source.params === undefined ? { type } : { type, params: copyJson(source.params) };
}

/** `internal: false` is how XState v4 spelled `reenter: true`. */
function parseReenter(value: Record<string, unknown>, place: Place): true | undefined {
  for (const key of ["reenter", "internal"]) {
    const flag = value[key];
    if (flag !== undefined && typeof flag !== "boolean") {
      place.problems.add(placeOf(place, key).path, `must be true or false, got ${shown(flag)}`);
    }
  }
  return value.reenter === true || value.internal === false ? true : undefined;
}
