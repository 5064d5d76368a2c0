import type { CompiledMachine } from "../charts/compile-chart.ts";
import { type IndexedState, indexStates, type StateIndex } from "../charts/state-index.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { isJsonObject } from "../kernel/json.ts";

/** A snapshot moved to another chart, or every reason why it cannot be. */
export type MovedSnapshot =
  | {
      readonly kind: "moved";
      readonly snapshot: JsonObject;
      /** Where each active state went. */
      readonly states: readonly { readonly from: string; readonly to: string }[];
    }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/**
 * Put a snapshot's active states into another chart, its context as it is. A state keeps its path unless the mapping names
 * it, or a state above it: `{ "steps": "phases" }` moves `steps.pay` to `phases.pay`. What the chart remembers in history
 * states that no longer exist is forgotten.
 *
 * @param states - paths of the active states without active children
 * @param mapping - old path to new path
 */
export function moveSnapshot(
  machine: CompiledMachine,
  snapshot: JsonObject,
  states: readonly string[],
  mapping: Readonly<Record<string, string>>,
): MovedSnapshot {
  const index = indexStates(machine.chart);
  const moves = states.map((from) => ({ from, to: mappedPath(from, mapping) }));
  const problems = [
    ...unusedKeys(states, mapping),
    ...moves.flatMap(({ from, to }) => problemOf(index, from, to)),
  ];
  if (problems.length > 0) return { kind: "refused", problems };
  const found = moves.flatMap(({ to }) => index.byPath.get(to) ?? []);
  const clash = clashOf(found);
  if (clash !== undefined) return { kind: "refused", problems: [clash] };
  const { value } = machine.internals.interpreter.resolveState({
    value: nestedValueOf(found) as never,
    context: {},
  });
  return {
    kind: "moved",
    states: moves,
    snapshot: {
      status: "active",
      value: value as JsonValue,
      context: snapshot.context ?? {},
      children: {},
      historyValue: keptHistory(index, snapshot.historyValue),
    },
  };
}

/** The longest mapped path that is the state or stands above it. */
function mappedPath(path: string, mapping: Readonly<Record<string, string>>): string {
  const [key] = Object.keys(mapping)
    .filter((from) => isWithin(path, from))
    .sort((first, second) => second.length - first.length);
  return key === undefined ? path : `${mapping[key]}${path.slice(key.length)}`;
}

function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`);
}

function unusedKeys(
  states: readonly string[],
  mapping: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(mapping)
    .filter((from) => !states.some((path) => isWithin(path, from)))
    .map((from) => `the instance is not in state '${from}', which the mapping names`);
}

function problemOf(index: StateIndex, from: string, to: string): readonly string[] {
  const state = index.byPath.get(to);
  if (state === undefined || to === "") {
    return [
      from === to
        ? `state '${from}' does not exist there: say which state takes its place`
        : `state '${to}' does not exist there, where '${from}' was to go`,
    ];
  }
  if (state.kind === "history")
    return [`state '${to}' is a history state: nothing can stand in it`];
  const isEnd = state.kind === "final" && state.parent === index.root;
  return isEnd ? [`state '${to}' is an end: send the event that leads there, or cancel`] : [];
}

/** Two states can only be active together if they first part in a parallel state. */
function clashOf(states: readonly IndexedState[]): string | undefined {
  for (const [at, one] of states.entries()) {
    for (const other of states.slice(at + 1)) {
      if (one.path === other.path) return `two active states would both become '${one.path}'`;
      if (!canBothBeActive(one, other)) {
        return `states '${one.path}' and '${other.path}' cannot be active at once there`;
      }
    }
  }
  return undefined;
}

function canBothBeActive(one: IndexedState, other: IndexedState): boolean {
  const lineage = (state: IndexedState): IndexedState[] =>
    state.parent === undefined ? [state] : [...lineage(state.parent), state];
  const [first, second] = [lineage(one), lineage(other)];
  const parting = first.findIndex((state, at) => second[at]?.path !== state.path);
  // One stands above the other: both are active then, as any parent and child are.
  if (parting < 0 || second[parting] === undefined) return true;
  return first[parting - 1]?.kind === "parallel";
}

type NestedValue = { [key: string]: NestedValue };

function nestedValueOf(states: readonly IndexedState[]): NestedValue {
  const root: NestedValue = Object.create(null);
  for (const { keys } of states) {
    let at = root;
    for (const key of keys) {
      at[key] ??= Object.create(null) as NestedValue;
      at = at[key];
    }
  }
  return root;
}

function keptHistory(index: StateIndex, history: JsonValue | undefined): JsonObject {
  if (!isJsonObject(history)) return {};
  const isKnown = (nodes: JsonValue) =>
    (nodes as readonly { readonly id: string }[]).every(({ id }) => index.byId.has(id));
  const kept = Object.entries(history).filter(
    ([id, nodes]) => index.byId.has(id) && isKnown(nodes),
  );
  return Object.fromEntries(kept);
}
