import {
  type Chart,
  type ChartGraph,
  chartGraph,
  type Reachability,
  reachabilityOf,
} from "@sagascope/core/charts";
import type { RouterOutputs } from "@/trpc/react.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];
type History = RouterOutputs["instances"]["history"];
type Step = History["steps"][number];

/** A letter's chart as it stood when the work was given up; whoever draws charts takes it from here. */
export interface LetterChart {
  readonly graph: ChartGraph;
  readonly activeStates: readonly string[];
  readonly reachability: Reachability;
  readonly status: "active" | "done";
  readonly history: readonly {
    readonly revision: number;
    readonly at: Date;
    readonly entered: readonly string[];
    readonly transitions: readonly {
      readonly event: string;
      readonly from: string;
      readonly to: readonly string[];
    }[];
    readonly failed?: boolean;
  }[];
  /** Steps before those, counted. */
  readonly earlier: History["earlier"];
  /** The state whose service gave up, and what it said. */
  readonly failedState: { readonly path: string; readonly text: string } | undefined;
}

/** What a letter says about its chart. Pure. @param steps - of the instance, oldest first; later ones are left out */
export function letterChartOf(
  letter: Letter,
  chart: Chart,
  steps: readonly Step[],
  earlier?: History["earlier"],
): LetterChart {
  const graph = chartGraph(chart);
  const known = letter.states.filter((path) => graph.states.some((state) => state.path === path));
  const activeStates = known.length > 0 ? known : initialStates(graph);
  const past = steps.filter(({ revision }) => revision <= (letter.revision ?? 0));
  const broken = brokenTransitions(letter, graph, activeStates);
  return {
    graph,
    activeStates,
    reachability: reachabilityOf(chart, activeStates),
    status: letter.source === "state" ? "done" : "active",
    earlier,
    history: [
      ...past,
      ...(broken.length === 0
        ? []
        : [
            {
              revision: (letter.revision ?? 0) + 1,
              at: letter.lastSeenAt,
              entered: [],
              transitions: broken,
              failed: true,
            },
          ]),
    ],
    failedState: failedState(letter, graph),
  };
}

/** Where an instance would have started that the letter's envelope was to start. */
function initialStates(graph: ChartGraph): string[] {
  const enter = (path: string): string[] => {
    const state = graph.states.find((each) => each.path === path);
    const children = graph.states.filter(({ parent }) => parent === path);
    if (state?.kind === "parallel") return children.flatMap((child) => enter(child.path));
    return state?.initial === undefined ? [path] : enter(state.initial);
  };
  return enter("").filter((path) => path !== "");
}

/** The transitions that the envelope was to take: those of the innermost state that knows its event. */
function brokenTransitions(letter: Letter, graph: ChartGraph, activeStates: readonly string[]) {
  if (letter.event === undefined || letter.reason !== "max_attempts") return [];
  const own = graph.transitions.filter(({ event }) => event === letter.event);
  return activeStates.flatMap((path) => {
    const chain = [path, ...ancestors(path)];
    const from = chain.find((at) => own.some((transition) => transition.from === at));
    return own.filter((transition) => transition.from === from);
  });
}

function ancestors(path: string): string[] {
  const parts = path.split(".");
  return [...parts.keys()]
    .slice(1)
    .reverse()
    .map((length) => parts.slice(0, length).join("."))
    .concat("");
}

function failedState(letter: Letter, graph: ChartGraph): LetterChart["failedState"] {
  const { call, errors, attempts } = letter;
  if (call === undefined) return undefined;
  const state = graph.states.find(
    ({ path, invokes }) =>
      invokes.some(({ id }) => id === call.ref) &&
      (letter.states.length === 0 ||
        letter.states.some((at) => at === path || at.startsWith(`${path}.`))),
  );
  if (!state) return undefined;
  const said = errors.at(-1)?.message ?? "gave up";
  return { path: state.path, text: attempts > 1 ? `${said}, ${attempts}×` : said };
}
