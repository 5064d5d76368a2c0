import { indexChart } from "./chart-index.ts";
import type { ChartMarks, StateMark, TransitionMark } from "./chart-marks.ts";
import type { InstanceFacts, StepFact } from "./instance-facts.ts";
import { marksOf } from "./marks-of.ts";
import { findTransition } from "./step-paths.ts";

/** What would be taken, and where the instance would stand then. */
export interface PlannedStep {
  readonly transitions: StepFact["transitions"];
  readonly states: readonly string[];
}

/**
 * An instance as it stands, with the path that a dry run found drawn as possible next, and nothing else: what else could
 * come is another question.
 */
export function plannedMarks(facts: InstanceFacts, plan: PlannedStep): ChartMarks {
  const marks = marksOf(facts);
  const index = indexChart(facts.graph);
  const taken = new Set(plan.transitions.flatMap((one) => findTransition(index, one)?.id ?? []));
  const active = new Set(facts.activeStates);
  const entered = new Set(
    plan.states.filter((path) => !active.has(path)).flatMap((path) => index.withAncestors(path)),
  );
  const stateMarks = Object.entries(marks.states).map(
    ([path, mark]): readonly [string, StateMark] => [path, planned(mark, entered.has(path))],
  );
  const transitionMarks = Object.entries(marks.transitions).map(
    ([id, mark]): readonly [string, TransitionMark] => [
      id,
      taken.has(id) ? "possible" : mark === "possible" ? "untaken" : mark,
    ],
  );
  return {
    ...marks,
    states: Object.fromEntries(stateMarks),
    transitions: Object.fromEntries(transitionMarks),
  };
}

/** States that hold the token keep their mark: the path is only planned. */
function planned(mark: StateMark, isEntered: boolean): StateMark {
  if (isEntered) return HELD.has(mark.mark) ? mark : { ...mark, mark: "possible" };
  if (mark.mark !== "possible") return mark;
  return { ...mark, mark: mark.visits === undefined ? "rest" : "visited" };
}

const HELD = new Set(["active", "waiting", "compensating", "stuck", "overdue"]);
