import type { GraphTransition } from "@sagascope/core/charts";
import { type ChartIndex, isCompensation } from "./chart-index.ts";
import type { EarlierFacts, StepFact } from "./instance-facts.ts";

/** The visits of one state. */
export interface Visits {
  readonly count: number;
  readonly lastAt: Date;
}

/** The last time a state was left, and by which transition. */
export interface Exit {
  readonly transition: GraphTransition;
  readonly at: Date;
}

/** A history read against its chart. */
export interface StepPaths {
  readonly visits: ReadonlyMap<string, Visits>;
  readonly lastExit: ReadonlyMap<string, Exit>;
  /** Ids of the transitions that were taken. */
  readonly taken: ReadonlySet<string>;
  /** Ids of the transitions that never arrived and have not been taken since. */
  readonly broken: ReadonlySet<string>;
}

/** Walks a history, on top of what was counted before it. Steps that failed count as tries, not as visits. */
export function readSteps(
  index: ChartIndex,
  history: readonly StepFact[],
  earlier?: EarlierFacts,
): StepPaths {
  const visits = new Map<string, Visits>(
    earlier?.visits.map(({ path, count, lastAt }) => [path, { count, lastAt }]),
  );
  const lastExit = new Map<string, Exit>();
  const taken = new Set<string>();
  for (const { lastAt: at, ...one } of earlier?.taken ?? []) {
    const transition = findTransition(index, one);
    if (!transition) continue;
    taken.add(transition.id);
    lastExit.set(transition.from, { transition, at });
  }
  const broken = new Set<string>();
  for (const step of history) {
    const transitions = step.transitions.flatMap((one) => findTransition(index, one) ?? []);
    for (const transition of transitions) {
      if (step.failed) broken.add(transition.id);
      else {
        taken.add(transition.id);
        broken.delete(transition.id);
        lastExit.set(transition.from, { transition, at: step.at });
      }
    }
    if (step.failed) continue;
    for (const path of step.entered) {
      visits.set(path, { count: (visits.get(path)?.count ?? 0) + 1, lastAt: step.at });
    }
  }
  return { visits, lastExit, taken, broken };
}

/** The transition of the chart that a step says it took. */
export function findTransition(
  index: ChartIndex,
  step: StepFact["transitions"][number],
): GraphTransition | undefined {
  const candidates = index.from(step.from).filter(({ event }) => event === step.event);
  const exact = candidates.find(({ to }) => to.join(" ") === step.to.join(" "));
  if (exact) return exact;
  return (
    candidates.find(({ to }) =>
      to.some((target) => step.to.some((path) => path === target || path.startsWith(`${target}.`))),
    ) ?? candidates[0]
  );
}

/** Whether a transition means that its state failed: a service's error, or a timeout that leads where the error leads. */
export function isFailure(index: ChartIndex, transition: GraphTransition): boolean {
  if (transition.kind === "error") return true;
  if (transition.kind !== "after") return false;
  return index
    .from(transition.from)
    .some((other) => other.kind === "error" && other.to.join(" ") === transition.to.join(" "));
}

/** Whether an instance has undone anything. */
export function hasCompensated(index: ChartIndex, paths: StepPaths): boolean {
  return [...paths.visits.keys()].some((path) => isCompensation(index, path));
}
