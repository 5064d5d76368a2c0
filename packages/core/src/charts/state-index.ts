import type { Chart, ChartState } from "./chart.ts";
import { joinPath } from "./chart-problems.ts";

/** What a state does with its children. */
export type StateKind = "atomic" | "compound" | "parallel" | "final" | "history";

/** One state of a chart with its place in the tree. */
export interface IndexedState {
  /** Keys from the root down, dotted, without the machine id; empty for the root. */
  readonly path: string;
  readonly keys: readonly string[];
  /** XState's id: the one given, else the machine id and the path. */
  readonly id: string;
  readonly kind: StateKind;
  readonly state: ChartState;
  /** Place in the chart's JSON, for messages: `states.pay`. */
  readonly place: string;
  readonly parent: IndexedState | undefined;
  readonly children: readonly IndexedState[];
}

/** All states of a chart, findable by path and by id. */
export interface StateIndex {
  readonly root: IndexedState;
  /** Document order: a parent, then its children. */
  readonly all: readonly IndexedState[];
  readonly byPath: ReadonlyMap<string, IndexedState>;
  readonly byId: ReadonlyMap<string, IndexedState>;
}

type Growing = IndexedState & { readonly children: IndexedState[] };

/** Index the states of a parsed chart. Where an id is used twice the first state keeps it. */
export function indexStates(chart: Chart): StateIndex {
  const root = growState(chart, [], chart.id, "", undefined);
  const all: IndexedState[] = [];
  const byPath = new Map<string, IndexedState>();
  const byId = new Map<string, IndexedState>();
  const stack: Growing[] = [root];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    all.push(at);
    byPath.set(at.path, at);
    if (!byId.has(at.id)) byId.set(at.id, at);
    const children = growChildren(at, chart.id);
    at.children.push(...children);
    stack.push(...children.reverse());
  }
  return { root, all, byPath, byId };
}

function growChildren(parent: Growing, machineId: string): Growing[] {
  return Object.entries(parent.state.states ?? {}).map(([key, state]) => {
    const keys = [...parent.keys, key];
    const id = state.id ?? [machineId, ...keys].join(".");
    return growState(state, keys, id, joinPath(joinPath(parent.place, "states"), key), parent);
  });
}

function growState(
  state: ChartState,
  keys: readonly string[],
  id: string,
  place: string,
  parent: IndexedState | undefined,
): Growing {
  return {
    path: keys.join("."),
    keys,
    id,
    kind: kindOf(state),
    state,
    place,
    parent,
    children: [],
  };
}

function kindOf(state: ChartState): StateKind {
  if (state.type !== undefined) return state.type;
  return state.states === undefined ? "atomic" : "compound";
}

/** The states from `state`'s parent up to the root. */
export function ancestorsOf(state: IndexedState): IndexedState[] {
  const ancestors: IndexedState[] = [];
  for (let at = state.parent; at !== undefined; at = at.parent) ancestors.push(at);
  return ancestors;
}

/**
 * Follow a target as XState v5 does: `#id`, `#id.child`, `.child` from the source itself, else from its parent.
 * Goes further in one point: an id that holds dots is found as written.
 */
export function findTarget(
  index: StateIndex,
  source: IndexedState,
  target: string,
): IndexedState | undefined {
  if (target.startsWith("#")) return findById(index, target.slice(1));
  if (target.startsWith(".")) return descend(source, target.slice(1).split("."));
  return source.parent === undefined ? undefined : descend(source.parent, target.split("."));
}

function findById(index: StateIndex, text: string): IndexedState | undefined {
  for (let end = text.length; end > 0; end = text.lastIndexOf(".", end - 1)) {
    const start = index.byId.get(text.slice(0, end));
    if (start !== undefined) {
      return end === text.length ? start : descend(start, text.slice(end + 1).split("."));
    }
  }
  return undefined;
}

function descend(from: IndexedState, keys: readonly string[]): IndexedState | undefined {
  let at: IndexedState | undefined = from;
  for (const key of keys) at = at?.children.find((child) => child.keys.at(-1) === key);
  return at;
}
