import type { ChartGraph, Reachability } from "@sagascope/core/charts";

/** A step of an instance's history, oldest first. */
export interface StepFact {
  readonly revision: number;
  readonly transitions: readonly {
    readonly event: string;
    readonly from: string;
    readonly to: readonly string[];
  }[];
  /** Every state that the step entered, containers too. */
  readonly entered: readonly string[];
  readonly at: Date;
  /** The step threw: nothing was committed, and its transitions never arrived. */
  readonly failed?: boolean;
}

/** What happened in steps that are not told one by one. */
export interface EarlierFacts {
  /** How often each state was entered, and when last. */
  readonly visits: readonly {
    readonly path: string;
    readonly count: number;
    readonly lastAt: Date;
  }[];
  /** The transitions that were taken, in the order in which each was taken last. */
  readonly taken: readonly (StepFact["transitions"][number] & { readonly lastAt: Date })[];
  /** The first step that was counted; what was before it is not known. */
  readonly from?: number;
}

/** A timer of an instance. */
export interface TimerFact {
  readonly state: string;
  /** The chart's own name: `after.5000`. */
  readonly label: string;
  readonly dueAt: Date;
  readonly running: boolean;
  /** See `TimerMark`. */
  readonly asOf?: Date;
}

/** A service call that belongs to a state. */
export interface EffectFact {
  readonly state: string;
  readonly src: string;
  readonly attempt: number;
  readonly attemptsMax?: number;
  /** What the last attempt threw, in a few words: `card_declined`. */
  readonly error?: string;
}

/** What is known about an instance, as of one step. */
export interface InstanceFacts {
  readonly graph: ChartGraph;
  /** Paths of the active atomic states. */
  readonly activeStates: readonly string[];
  /** Core's `reachabilityOf(chart, activeStates)`. */
  readonly reachability: Reachability;
  readonly status: "active" | "done" | "error" | "stopped";
  readonly history: readonly StepFact[];
  /** Steps before those, counted; see `EarlierFacts`. */
  readonly earlier?: EarlierFacts;
  readonly timers?: readonly TimerFact[];
  readonly effects?: readonly EffectFact[];
  /** Paths of states that a dead letter belongs to. */
  readonly letters?: readonly string[];
  /** The present; without it nothing is called overdue. */
  readonly now?: Date;
}
