import type { StateName } from "../../../ui/state-table.ts";
import type { ChartDifferences } from "./difference.ts";

/** One line about a state: a fixed text, or an instant with what happened then. */
export type Fact =
  | { readonly kind: "text"; readonly text: string; readonly tone?: "red" | "amber" }
  | { readonly kind: "last" | "since" | "undone"; readonly at: Date };

/** The timer of a state. `label` is the chart's own: `after.5000`. */
export interface TimerMark {
  readonly label: string;
  readonly dueAt: Date;
  readonly running: boolean;
  /** The moment of the past that it is counted down to; absent for one that runs now. */
  readonly asOf?: Date;
}

/** What is said about one state. */
export interface StateMark {
  readonly mark: StateName;
  /** How often it was entered; left out when never. */
  readonly visits?: number;
  readonly lastAt?: Date;
  readonly fact?: Fact;
  readonly timer?: TimerMark;
  /** A badge on the upper right edge: a dead letter waits there, or would come of it. */
  readonly badge?: "dead";
}

/**
 * What is said about one transition. `failed` led to a failure and arrived there; `broken` never arrived: the step threw.
 */
export type TransitionMark =
  | "visited"
  | "failed"
  | "compensating"
  | "possible"
  | "broken"
  | "untaken"
  | "rest";

/** Everything that an instance adds to its chart. States and transitions that are left out are at rest. */
export interface ChartMarks {
  /** By path. */
  readonly states: Readonly<Record<string, StateMark>>;
  /** By the id that core's `chartGraph` gives. */
  readonly transitions: Readonly<Record<string, TransitionMark>>;
  /** Paths of the atomic states that hold a token. */
  readonly tokens: readonly string[];
  /** Visits are counted from this step on; absent where nothing was before it. */
  readonly countedFrom?: number;
  /** What differs from the chart beside it, if one stands there. */
  readonly differences?: ChartDifferences;
}

/** Whether marks are of an instance; a chart alone has no untaken arrows and needs no legend of states. */
export function hasInstance(marks: ChartMarks): boolean {
  return Object.keys(marks.states).length > 0;
}

/** A chart without an instance: everything at rest. */
export const NO_MARKS: ChartMarks = { states: {}, transitions: {}, tokens: [] };
