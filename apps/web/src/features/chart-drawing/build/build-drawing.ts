import type { ChartGraph, GraphState, GraphTransition } from "@sagascope/core/charts";
import type { Drawing, DrawingEdge, DrawingNode, DrawingStart } from "./drawing.ts";
import { LABEL_LINE, labelWidth, nodeSize } from "./node-size.ts";
import { joinedWords, transitionWords, wholeWords } from "./transition-label.ts";

/** Reduces a chart to boxes and arrows. Pure: the same chart always gives the same drawing. */
export function buildDrawing(graph: ChartGraph): Drawing {
  const drawn = graph.states.filter((state) => state.path !== "" || rootIsDrawn(graph));
  const byPath = new Map(graph.states.map((state) => [state.path, state]));
  const edges = buildEdges(graph, byPath);
  return {
    id: graph.id,
    nodes: drawn.map((state) => buildNode(state, graph)),
    edges,
    starts: buildStarts(graph, byPath, edges),
  };
}

/** The root is a box only if something is said about it that no child says: regions, services, transitions from anywhere. */
function rootIsDrawn(graph: ChartGraph): boolean {
  const root = graph.states[0];
  return (
    root !== undefined &&
    (root.kind === "parallel" ||
      root.invokes.length > 0 ||
      graph.transitions.some((transition) => transition.from === ""))
  );
}

function buildNode(state: GraphState, graph: ChartGraph): DrawingNode {
  const children = graph.states.filter((other) => other.parent === state.path);
  const parent = graph.states.find((other) => other.path === state.parent);
  const isContainer = children.length > 0;
  return {
    path: state.path,
    name: state.name,
    kind: state.kind,
    history: state.history,
    parent: state.parent === "" && !rootIsDrawn(graph) ? undefined : state.parent,
    children: children.map((child) => child.path),
    isContainer,
    isRegion: isContainer && parent?.kind === "parallel",
    invokes: state.invokes,
    hasTimer: state.afters.length > 0,
    isDeadLetter: state.tags.includes("dead-letter"),
    ...nodeSize(state),
  };
}

/** The leaf, or parallel state, that is active first when `path` is entered, and the containers entered on the way. */
export function defaultEntry(
  path: string,
  byPath: ReadonlyMap<string, Pick<GraphState, "kind" | "initial">>,
): { readonly leaf: string; readonly entered: readonly string[] } {
  const entered: string[] = [];
  let leaf = path;
  for (;;) {
    const state = byPath.get(leaf);
    if (state?.kind !== "compound" || state.initial === undefined) return { leaf, entered };
    entered.push(leaf);
    leaf = state.initial;
  }
}

function buildEdges(
  graph: ChartGraph,
  byPath: ReadonlyMap<string, GraphState>,
): readonly DrawingEdge[] {
  const ends = new Map<string, { first: DrawingEdge; transitions: GraphTransition[] }>();
  for (const transition of graph.transitions) {
    for (const target of transition.to) {
      const edge = bareEdge(transition.from, target, byPath);
      const known = ends.get(edge.id);
      if (known) known.transitions.push(transition);
      else ends.set(edge.id, { first: edge, transitions: [transition] });
    }
  }
  return [...ends.values()].map(({ first, transitions }) =>
    labelled(first, transitions, graph.transitions),
  );
}

function bareEdge(
  from: string,
  target: string,
  byPath: ReadonlyMap<string, GraphState>,
): DrawingEdge {
  const { leaf, entered } = defaultEntry(target, byPath);
  const enters = entered.filter((path) => path !== from && !from.startsWith(`${path}.`));
  const id = `${from} ${leaf}`;
  return { id, from, to: leaf, enters, transitions: [], lines: [], labelWidth: 0, labelHeight: 0 };
}

/** The order in which the transitions of one arrow are named. */
const KINDS: readonly GraphTransition["kind"][] = [
  "event",
  "done",
  "error",
  "after",
  "stateDone",
  "always",
];

function labelled(
  edge: DrawingEdge,
  transitions: readonly GraphTransition[],
  all: readonly GraphTransition[],
): DrawingEdge {
  const siblings = all.filter((other) => other.from === edge.from);
  const inOrder = [...transitions].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const words = inOrder.map((one) => transitionWords(one, siblings));
  const lines = joinedWords(words);
  const whole = wholeWords(words, lines);
  return {
    ...edge,
    transitions: transitions.map((transition) => transition.id),
    lines,
    ...(whole === undefined ? {} : { whole }),
    labelWidth: Math.max(...lines.map(labelWidth)),
    labelHeight: lines.length * LABEL_LINE,
  };
}

/** A dot for the chart, one for each region, and one for each container that is also entered past its default child. */
function buildStarts(
  graph: ChartGraph,
  byPath: ReadonlyMap<string, GraphState>,
  edges: readonly DrawingEdge[],
): readonly DrawingStart[] {
  const crossed = new Set(edges.flatMap((edge) => edge.enters));
  const rootParent = rootIsDrawn(graph) ? "" : undefined;
  return graph.states.flatMap((state) => {
    if (state.kind !== "compound" || state.initial === undefined) return [];
    const inRegion = byPath.get(state.parent ?? "")?.kind === "parallel" && state.path !== "";
    if (state.path !== "" && (!inRegion || crossed.has(state.path))) return [];
    const { leaf, entered } = defaultEntry(state.initial, byPath);
    return [{ parent: state.path === "" ? rootParent : state.path, to: leaf, enters: entered }];
  });
}
