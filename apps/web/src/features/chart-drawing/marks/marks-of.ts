import { indexChart } from "./chart-index.ts";
import type { ChartMarks, StateMark, TransitionMark } from "./chart-marks.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { type InstanceView, stateMark, viewInstance } from "./state-mark.ts";
import { isFailure } from "./step-paths.ts";

/** Says of every state and transition of a chart what one instance makes of it. Pure; leave steps off the history to travel in time. */
export function marksOf(facts: InstanceFacts): ChartMarks {
  const view = viewInstance(indexChart(facts.graph), facts);
  const states: Record<string, StateMark> = {};
  for (const { path } of facts.graph.states) states[path] = stateMark(view, path);
  const transitions: Record<string, TransitionMark> = {};
  for (const { id } of facts.graph.transitions) transitions[id] = transitionMark(view, id);
  return { states, transitions, tokens: facts.activeStates, ...countedFrom(facts) };
}

/** Where the history begins late, since older steps are past their retention or too many to count. */
function countedFrom({ earlier, history }: InstanceFacts): Pick<ChartMarks, "countedFrom"> {
  const first = earlier?.from ?? history[0]?.revision ?? 1;
  return first > 1 ? { countedFrom: first } : {};
}

function transitionMark(view: InstanceView, id: string): TransitionMark {
  const { index, steps } = view;
  const transition = index.graph.transitions.find((one) => one.id === id);
  if (!transition) return "rest";
  if (steps.broken.has(id)) return "broken";
  const taken = steps.taken.has(id);
  const isLastExit = steps.lastExit.get(transition.from)?.transition.id === id;
  if (taken && isLastExit && isFailure(index, transition)) return "failed";
  if (view.possible.has(id)) return "possible";
  if (!taken) return "untaken";
  return view.isCompensation(transition.from) ? "compensating" : "visited";
}
