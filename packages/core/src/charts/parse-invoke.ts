import type { ChartInvoke } from "./chart.ts";
import { shown } from "./chart-problems.ts";
import { parseTransitions } from "./parse-transition.ts";
import {
  compact,
  copyJson,
  isRecord,
  type Place,
  parseName,
  parseText,
  placeAt,
  placeOf,
  refuseUnknownKeys,
  toList,
} from "./parse-values.ts";

const INVOKE_KEYS = new Set("id src input onDone onError description meta".split(" "));

/** Services of one state. An invoke without id gets the one XState would give it: `<index>.<state id>`. */
export function parseInvokes(value: unknown, stateId: string, place: Place): ChartInvoke[] {
  const invokes = toList(value).flatMap(
    (one, index) => parseInvoke(one, `${index}.${stateId}`, placeAt(place, index)) ?? [],
  );
  for (const [index, { id }] of invokes.entries()) {
    if (invokes.findIndex((other) => other.id === id) < index) {
      place.problems.add(placeAt(place, index).path, `invoke id ${shown(id)} is used twice`);
    }
  }
  return invokes;
}

function parseInvoke(value: unknown, defaultId: string, place: Place): ChartInvoke | undefined {
  if (!isRecord(value)) {
    place.problems.add(place.path, `must be an object with a src, got ${shown(value)}`);
    return undefined;
  }
  refuseUnknownKeys(value, INVOKE_KEYS, place);
  const src = parseSource(value.src, placeOf(place, "src"));
  const id = value.id === undefined ? defaultId : parseName(value.id, placeOf(place, "id"));
  if (src === undefined || id === undefined) return undefined;
  return compact({
    id,
    src,
    input: value.input === undefined ? undefined : copyJson(value.input),
    onDone: parseOptionalTransitions(value.onDone, placeOf(place, "onDone")),
    onError: parseOptionalTransitions(value.onError, placeOf(place, "onError")),
    description: parseText(value.description, placeOf(place, "description")),
  });
}

/** A service name; XState v4 also wrote `{"type": name}`. */
function parseSource(value: unknown, place: Place): string | undefined {
  const isObject = isRecord(value);
  if (isObject) refuseUnknownKeys(value, new Set(["type"]), place);
  const src = parseName(isObject ? value.type : value, place);
  if (src?.startsWith("xstate.") === true) {
    place.problems.add(place.path, `${shown(src)} is a name of the engine`);
  }
  return src;
}

function parseOptionalTransitions(value: unknown, place: Place) {
  return value === undefined ? [] : parseTransitions(value, place);
}
