import type { ChartInitial, ChartState } from "./chart.ts";
import { shown } from "./chart-problems.ts";
import { parseAfter, parseEvents } from "./parse-events.ts";
import { parseInvokes } from "./parse-invoke.ts";
import { parseActions, parseTargets, parseTransitions } from "./parse-transition.ts";
import {
  compact,
  copyJson,
  isRecord,
  type Place,
  parseName,
  parseObject,
  parseText,
  placeOf,
  refuseUnknownKeys,
  toList,
} from "./parse-values.ts";

/** Keys a state may have. */
export const STATE_KEYS = (
  "id type initial history target states on always after onDone invoke entry exit tags output " +
  "description meta"
).split(" ");
const KNOWN_KEYS = new Set(STATE_KEYS);
const INITIAL_KEYS = new Set(["target", "actions"]);
const TYPES = ["atomic", "compound", "parallel", "final", "history"];
const FINAL_REFUSES = ["states", "initial", "invoke", "after", "always", "onDone"];
const HISTORY_REFUSES = [...FINAL_REFUSES, "on", "entry", "exit"];

/** Parse one state below the root; `defaultId` is the id XState gives it when it names none. */
export function parseState(value: unknown, defaultId: string, place: Place): ChartState {
  if (!isRecord(value)) {
    place.problems.add(place.path, `must be a state object, got ${shown(value)}`);
    return {};
  }
  refuseUnknownKeys(value, KNOWN_KEYS, place);
  return parseStateBody(value, defaultId, place);
}

/** The parts that the root shares with every other state. */
export function parseStateBody(
  value: Record<string, unknown>,
  defaultId: string,
  place: Place,
): ChartState {
  const id = value.id === undefined ? undefined : parseName(value.id, placeOf(place, "id"));
  const stateId = id ?? defaultId;
  const invokes = parseInvokes(value.invoke, stateId, placeOf(place, "invoke"));
  const events = parseEvents(value.on, stateId, invokes, placeOf(place, "on"));
  const states = parseStates(value.states, defaultId, placeOf(place, "states"));
  const list = (key: string) =>
    value[key] === undefined ? [] : parseTransitions(value[key], placeOf(place, key));
  return compact({
    id,
    ...parseType(value, states, place),
    initial: parseInitial(value, states, place),
    on: orNone(events.on),
    always: [...list("always"), ...events.always],
    after: orNone(parseAfter(value.after, placeOf(place, "after"))),
    onDone: [...list("onDone"), ...events.onDone],
    invoke: events.invoke,
    entry: parseActions(value.entry, placeOf(place, "entry")),
    exit: parseActions(value.exit, placeOf(place, "exit")),
    tags: parseTags(value.tags, placeOf(place, "tags")),
    output: value.output === undefined ? undefined : copyJson(value.output),
    description: parseText(value.description, placeOf(place, "description")),
    meta: parseObject(value.meta, placeOf(place, "meta")),
    states: orNone(states),
  });
}

/** XState builds default ids from the keys on the way down, whatever ids the ancestors have. */
function parseStates(value: unknown, idBase: string, place: Place): Record<string, ChartState> {
  const states: Record<string, ChartState> = {};
  if (value === undefined || value === null) return states;
  if (!isRecord(value)) {
    place.problems.add(place.path, `must be an object of states, got ${shown(value)}`);
    return states;
  }
  for (const [key, state] of Object.entries(value)) {
    const at = placeOf(place, key);
    if (!/^[^#.\\][^.\\]*$/s.test(key)) {
      place.problems.add(
        at.path,
        "a state name must not be empty, start with '#' or hold '.' or '\\'",
      );
    }
    states[key] = parseState(state, `${idBase}.${key}`, at);
  }
  return states;
}

function parseType(
  value: Record<string, unknown>,
  states: Record<string, ChartState>,
  place: Place,
): Pick<ChartState, "type" | "history" | "target"> {
  const hasChildren = Object.keys(states).length > 0;
  const implied = value.history === undefined ? (hasChildren ? "compound" : "atomic") : "history";
  const type = value.type ?? implied;
  const typePath = placeOf(place, "type").path;
  if (!TYPES.includes(String(type))) {
    place.problems.add(typePath, `must be one of ${TYPES.join(", ")}, got ${shown(type)}`);
  }
  if ((type === "parallel" || type === "compound") && !hasChildren) {
    place.problems.add(typePath, `a ${type} state needs states`);
  }
  if (type === "atomic" && hasChildren) {
    place.problems.add(typePath, "an atomic state cannot have states");
  }
  if (type === "final") refuseKeys(value, FINAL_REFUSES, "final", place);
  if (type !== "history") {
    refuseKeys(value, ["history", "target"], String(type), place);
    return type === "parallel" || type === "final" ? { type } : {};
  }
  refuseKeys(value, HISTORY_REFUSES, "history", place);
  return parseHistory(value, place);
}

function parseHistory(value: Record<string, unknown>, place: Place) {
  const { history } = value;
  if (![undefined, true, "shallow", "deep"].includes(history as string)) {
    place.problems.add(placeOf(place, "history").path, "must be 'shallow' or 'deep'");
  }
  return {
    type: "history" as const,
    history: history === "deep" ? ("deep" as const) : ("shallow" as const),
    target: parseTargets(value.target, placeOf(place, "target")),
  };
}

function refuseKeys(
  value: Record<string, unknown>,
  keys: readonly string[],
  type: string,
  place: Place,
): void {
  for (const key of keys) {
    if (value[key] !== undefined) {
      place.problems.add(placeOf(place, key).path, `is not allowed on a state of type ${type}`);
    }
  }
}

function parseInitial(
  value: Record<string, unknown>,
  states: Record<string, ChartState>,
  place: Place,
): string | ChartInitial | undefined {
  const at = placeOf(place, "initial");
  const isCompound = Object.keys(states).length > 0 && value.type !== "parallel";
  const { initial } = value;
  if (initial === undefined || initial === null) {
    if (isCompound) place.problems.add(at.path, "a state with states needs an initial one");
    return undefined;
  }
  if (!isCompound) place.problems.add(at.path, "only a state with states may have an initial one");
  const source = isRecord(initial) ? initial : { target: initial };
  refuseUnknownKeys(source, INITIAL_KEYS, at);
  const [targetText] = toList(source.target);
  const target = parseName(targetText, at);
  if (target === undefined) return undefined;
  if (isCompound && !Object.hasOwn(states, target)) {
    place.problems.add(at.path, `${shown(target)} is not a state here`);
  }
  const actions = parseActions(source.actions, placeOf(at, "actions"));
  return actions.length === 0 ? target : { target, actions };
}

function parseTags(value: unknown, place: Place): string[] {
  return [...new Set(toList(value).flatMap((tag) => parseName(tag, place) ?? []))];
}

function orNone<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
