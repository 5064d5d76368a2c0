import type { ChartGraph, GraphState, GraphTransition } from "@sagascope/core/charts";
import { eventWords } from "@/lib/event-words.ts";

/** How a part of a chart differs from the other version's. */
export type GraphDifference = "added" | "removed" | "changed";

/** One difference in words. */
export interface DifferenceLine {
  readonly kind: GraphDifference;
  readonly part: "state" | "transition" | "timeout";
  /** The state it is about: of a transition, the one it leaves. */
  readonly state: string;
  readonly what: string;
}

/** What differs in one of the two versions, for its drawing. */
export interface SideDifferences {
  /** By path. */
  readonly states: Readonly<Record<string, GraphDifference>>;
  /** By id. */
  readonly transitions: Readonly<Record<string, GraphDifference>>;
}

/** How two versions of a chart differ. */
export interface GraphComparison {
  readonly before: SideDifferences;
  readonly after: SideDifferences;
  readonly lines: readonly DifferenceLine[];
}

interface Pair {
  readonly before: GraphTransition | undefined;
  readonly after: GraphTransition | undefined;
}

/**
 * Compare two versions of a chart as their drawings show them: states by path, transitions by where they leave and what
 * triggers them. A renamed state is one that was removed and one that was added: that they are the same is not known.
 */
export function compareGraphs(before: ChartGraph, after: ChartGraph): GraphComparison {
  const states = pairStates(before, after);
  const transitions = pairTransitions(before.transitions, after.transitions);
  const stateLines = states.flatMap(([path, one, other]) => stateLinesOf(path, one, other));
  const transitionLines = transitions.flatMap(transitionLineOf);
  const order = new Map(states.map(([path], at) => [path, at]));
  const lines = [...stateLines, ...transitionLines].sort(
    (one, other) => (order.get(one.state) ?? 0) - (order.get(other.state) ?? 0),
  );
  return {
    before: {
      states: sideStates(stateLines, "removed"),
      transitions: sideTransitions(transitions, "before"),
    },
    after: {
      states: sideStates(stateLines, "added"),
      transitions: sideTransitions(transitions, "after"),
    },
    lines,
  };
}

type StatePair = readonly [string, GraphState | undefined, GraphState | undefined];

function pairStates(before: ChartGraph, after: ChartGraph): readonly StatePair[] {
  const ones = new Map(before.states.map((state) => [state.path, state]));
  const others = new Map(after.states.map((state) => [state.path, state]));
  return [...new Set([...ones.keys(), ...others.keys()])].map((path) => [
    path,
    ones.get(path),
    others.get(path),
  ]);
}

function stateLinesOf(
  path: string,
  before: GraphState | undefined,
  after: GraphState | undefined,
): readonly DifferenceLine[] {
  const line = (kind: GraphDifference, what: string): DifferenceLine => ({
    kind,
    part: "state",
    state: path,
    what,
  });
  if (!before) return [line("added", kindWords(after))];
  if (!after) return [line("removed", kindWords(before))];
  const changes = stateChanges(before, after);
  return changes.length === 0 ? [] : [line("changed", changes.join("; "))];
}

function kindWords(state: GraphState | undefined): string {
  if (!state) return "";
  const services = state.invokes.map(({ src }) => src);
  return [state.kind, ...(services.length > 0 ? [`calls ${services.join(", ")}`] : [])].join(", ");
}

function stateChanges(before: GraphState, after: GraphState): readonly string[] {
  const change = (name: string, from: string, to: string) =>
    from === to ? [] : [`${name} ${from || "none"} → ${to || "none"}`];
  const list = (values: readonly string[]) => values.join(", ");
  return [
    ...change("kind", before.kind, after.kind),
    ...change("starts in", before.initial ?? "", after.initial ?? ""),
    ...change("history", before.history ?? "", after.history ?? ""),
    ...change("calls", servicesOf(before), servicesOf(after)),
    ...change("tags", list(before.tags), list(after.tags)),
    ...change("on entry", list(before.entry), list(after.entry)),
    ...change("on exit", list(before.exit), list(after.exit)),
  ];
}

/** The id counts too: it is the name under which a chart takes the answer. */
function servicesOf({ invokes }: GraphState): string {
  return invokes.map(({ id, src }) => (id === src ? src : `${src} as ${id}`)).join(", ");
}

/** What two transitions have to have in common to be taken for the same one, the most first. */
const KEYS: readonly ((transition: GraphTransition) => string | undefined)[] = [
  ({ from, event, guard, to }) => [from, event, guard, to.join(" ")].join("|"),
  ({ from, event, guard }) => [from, event, guard].join("|"),
  ({ from, event }) => [from, event].join("|"),
  // Only its delay is another: a timeout that leads where it led.
  ({ from, kind, guard, to }) =>
    kind === "after" ? [from, guard, to.join(" ")].join("|") : undefined,
];

function pairTransitions(
  before: readonly GraphTransition[],
  after: readonly GraphTransition[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  let ones = [...before];
  let others = [...after];
  for (const keyOf of KEYS) {
    const rest: GraphTransition[] = [];
    for (const one of ones) {
      const key = keyOf(one);
      const at = key === undefined ? -1 : others.findIndex((other) => keyOf(other) === key);
      if (at < 0) rest.push(one);
      else pairs.push({ before: one, after: others[at] });
      others = others.filter((_other, index) => index !== at);
    }
    ones = rest;
  }
  return [
    ...pairs,
    ...ones.map((one) => ({ before: one, after: undefined })),
    ...others.map((other) => ({ before: undefined, after: other })),
  ];
}

function differenceOf({ before, after }: Pair): GraphDifference | undefined {
  if (!before) return "added";
  if (!after) return "removed";
  return transitionChanges(before, after).length > 0 ? "changed" : undefined;
}

function transitionLineOf(pair: Pair): readonly DifferenceLine[] {
  const kind = differenceOf(pair);
  const { before, after } = pair;
  const shown = after ?? before;
  if (kind === undefined || shown === undefined) return [];
  const part = shown.kind === "after" ? "timeout" : "transition";
  const what =
    before && after
      ? `${eventWords(before.event)}: ${transitionChanges(before, after).join("; ")}`
      : `${eventWords(shown.event)}${shown.guard ? ` if ${shown.guard}` : ""} → ${targetWords(shown)}`;
  return [{ kind, part, state: shown.from, what }];
}

function transitionChanges(before: GraphTransition, after: GraphTransition): readonly string[] {
  const change = (name: string, from: string, to: string) =>
    from === to ? [] : [`${name} ${from || "none"} → ${to || "none"}`];
  return [
    ...change("when", eventWords(before.event), eventWords(after.event)),
    ...change("to", targetWords(before), targetWords(after)),
    ...change("if", before.guard ?? "", after.guard ?? ""),
    ...change("does", before.actions.join(", "), after.actions.join(", ")),
    ...change("publishes", publicationWords(before), publicationWords(after)),
    ...change("re-enters", String(before.reenter), String(after.reenter)),
  ];
}

function targetWords({ to }: GraphTransition): string {
  return to.join(" and ") || "stays";
}

function publicationWords({ publishes }: GraphTransition): string {
  if (!publishes) return "";
  return publishes.fields ? `${publishes.type} (${publishes.fields.join(", ")})` : publishes.type;
}

function sideStates(
  lines: readonly DifferenceLine[],
  own: "added" | "removed",
): SideDifferences["states"] {
  return Object.fromEntries(
    lines
      .filter(({ kind }) => kind === "changed" || kind === own)
      .map(({ state, kind }) => [state, kind]),
  );
}

function sideTransitions(
  pairs: readonly Pair[],
  side: "before" | "after",
): SideDifferences["transitions"] {
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const own = pair[side];
      const kind = differenceOf(pair);
      return own && kind ? [[own.id, kind] as const] : [];
    }),
  );
}
