import { isCompensating } from "./compensating.ts";
import type { ChartGraph, GraphInvoke, GraphState } from "./graph.ts";
import type { RepeatedWait } from "./logic.ts";

/** What bounds the states of a chart besides the numbers in it. */
export interface TimeLimits {
  /** Named delays of the logic that are waited for so often and so long at most. */
  readonly waits: Readonly<Record<string, RepeatedWait>>;
  /** The longest a call takes, with its tries and the waits between them; nothing if that is not known. */
  callMs(invoke: GraphInvoke): number | undefined;
}

/** More says nothing: nobody waits for decades, and a store has no such time. */
const BUDGET_MAX_MS = 1e12;
const DELAY_PREFIX = "after.";

/**
 * The longest an instance takes until it has ended or begins to undo: the sum of what its timers, its calls and the retries of its steps
 * allow for each state that is rested in. A saga that waits to be started does not wait for a timeout, and undoing has none, so neither
 * counts. Nothing is given where there is no such sum: where another state waits for an event without a timer, a delay is computed, or
 * a state can be come back to other than by a retry that is bounded.
 */
export function timeBudgetMs(graph: ChartGraph, limits: TimeLimits): number | undefined {
  const chart = walkable(graph);
  const retries = retriesOf(chart, limits);
  if (hasCycle(chart, new Set(retries.keys()))) return undefined;
  const resting = chart.states.filter((state) => !isIdle(chart, state) && isRested(chart, state));
  if (resting.length === 0) return undefined;
  const sum = resting.reduce((all, state) => {
    const longest = longestMs(chart, state, limits);
    return all + (longest ?? Number.NaN) * visitsMax(chart, state, retries);
  }, 0);
  return sum <= BUDGET_MAX_MS ? sum : undefined;
}

/** A chart without what undoes, and where one can get to from each state. */
interface WalkableChart extends ChartGraph {
  readonly byPath: ReadonlyMap<string, GraphState>;
  next(path: string): readonly string[];
}

function walkable(graph: ChartGraph): WalkableChart {
  const states = graph.states.filter(({ path }) => !isCompensating(path));
  const byPath = new Map(states.map((state) => [state.path, state]));
  const transitions = graph.transitions.map((each) => ({
    ...each,
    to: each.to.filter((path) => byPath.has(path)),
  }));
  const chart = { id: graph.id, states, transitions, byPath };
  const known = new Map(states.map(({ path }) => [path, nextPaths(chart, path)]));
  return { ...chart, next: (path) => known.get(path) ?? [] };
}

/** Where an instance may be after a state, or deeper in it: a transition of a container starts in every state inside. */
function nextPaths(
  { states, transitions, byPath }: Omit<WalkableChart, "next">,
  path: string,
): string[] {
  const state = byPath.get(path);
  const children = states.filter((each) => each.parent === path).map((each) => each.path);
  const entered =
    state?.initial === undefined ? (state?.kind === "parallel" ? children : []) : [state.initial];
  const taken = transitions.filter(({ from }) => isSelfOrInside(path, from));
  return [...entered, ...taken.flatMap(({ to }) => to)];
}

function isSelfOrInside(path: string, around: string): boolean {
  return around === "" || path === around || path.startsWith(`${around}.`);
}

/** The states that wait between two tries, and how often each is come to at most. */
function retriesOf(
  { states }: WalkableChart,
  { waits }: TimeLimits,
): ReadonlyMap<string, RepeatedWait> {
  return new Map(
    states.flatMap(({ path, afters }) => {
      const [label = "", ...others] = afters;
      const wait = waits[label.slice(DELAY_PREFIX.length)];
      return others.length > 0 || wait === undefined ? [] : [[path, wait] as const];
    }),
  );
}

/** Whether some state can be left and entered again, and not by way of a state that waits for another try. */
function hasCycle(chart: WalkableChart, retries: ReadonlySet<string>): boolean {
  const visiting = new Set<string>();
  const left = new Set<string>(retries);
  const visit = (path: string): boolean => {
    if (left.has(path)) return false;
    if (visiting.has(path)) return true;
    visiting.add(path);
    if (chart.next(path).some(visit)) return true;
    visiting.delete(path);
    left.add(path);
    return false;
  };
  return chart.states.some(({ path }) => visit(path));
}

/** How often a state is rested in at most: once, and once more for each other try of what it is part of. */
function visitsMax(
  chart: WalkableChart,
  { path }: GraphState,
  retries: ReadonlyMap<string, RepeatedWait>,
): number {
  return [...retries].reduce((visits, [retry, { timesMax }]) => {
    const again = retry !== path && reaches(chart, retry, path) && reaches(chart, path, retry);
    return again ? visits * timesMax : visits;
  }, 1);
}

function reaches({ next }: WalkableChart, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...next(at));
  }
  return false;
}

/** Where an instance is before anything was asked of it: in a first state that only an event ends. */
function isIdle(chart: WalkableChart, state: GraphState): boolean {
  let first = chart.byPath.get("");
  while (first?.initial !== undefined) first = chart.byPath.get(first.initial);
  return state.path === first?.path && withAround(chart, state).every(isUntimed);
}

function isUntimed({ afters, invokes }: GraphState): boolean {
  return afters.length === 0 && invokes.length === 0;
}

/** Whether an instance stays in a state until something happens: it is left at once by a transition without condition. */
function isRested({ transitions }: WalkableChart, { path, kind }: GraphState): boolean {
  const atOnce = transitions.some(
    (each) => each.kind === "always" && each.from === path && each.guard === undefined,
  );
  return kind === "atomic" && !atOnce;
}

/** By the timers of a state and those around it, or else by the calls it waits for; nothing if one of them has no bound. */
function longestMs(
  chart: WalkableChart,
  state: GraphState,
  { waits, callMs }: TimeLimits,
): number | undefined {
  const around = withAround(chart, state);
  const delays = around.flatMap(({ afters }) =>
    afters.map((label) => {
      const delay = label.slice(DELAY_PREFIX.length);
      return /^\d+$/.test(delay) ? Number(delay) : waits[delay]?.totalMs;
    }),
  );
  const bounds = delays.length > 0 ? delays : around.flatMap(({ invokes }) => invokes.map(callMs));
  const known = bounds.filter((ms) => ms !== undefined);
  return known.length === 0 || known.length < bounds.length ? undefined : Math.max(...known);
}

/** A state and the states around it, the root included. */
function withAround({ byPath }: WalkableChart, state: GraphState): readonly GraphState[] {
  const found: GraphState[] = [];
  for (
    let at: GraphState | undefined = state;
    at;
    at = at.parent === undefined ? undefined : byPath.get(at.parent)
  ) {
    found.push(at);
  }
  return found;
}
