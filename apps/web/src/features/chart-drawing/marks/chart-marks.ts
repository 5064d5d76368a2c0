import type { StateName } from "../../../ui/state-table.ts";

/** One line about a state: a fixed text, or an instant with what happened then. */
export type Fact =
  | { readonly kind: "text"; readonly text: string; readonly tone?: "red" | "amber" }
  | { readonly kind: "last" | "since" | "undone"; readonly at: Date };

/** The timer of a state. `label` is the chart's own: `after.5000`. */
export interface TimerMark {
  readonly label: string;
  readonly dueAt: Date;
  readonly running: boolean;
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
}

/** A chart without an instance: everything at rest. */
export const NO_MARKS: ChartMarks = { states: {}, transitions: {}, tokens: [] };
