import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** A named action with its static parameters, as XState v5 spells it. */
export interface ChartAction {
  readonly type: string;
  readonly params?: JsonValue;
}

/** A named guard with its static parameters. */
export interface ChartGuard {
  readonly type: string;
  readonly params?: JsonValue;
}

/** One candidate transition; candidates of one event are tried in order. */
export interface ChartTransition {
  /** As written: `sibling`, `.child`, `#id` or `#id.child`; absent when the transition stays where it is. */
  readonly target?: readonly string[];
  readonly guard?: ChartGuard;
  readonly actions?: readonly ChartAction[];
  readonly reenter?: true;
  readonly description?: string;
  /** `meta.publish` declares the envelope that taking this transition announces. */
  readonly meta?: JsonObject;
}

/** A service that runs while its state is active. */
export interface ChartInvoke {
  /** Written out even where the source leaves it to XState, so that an effect always has a name. */
  readonly id: string;
  readonly src: string;
  readonly input?: JsonValue;
  readonly onDone?: readonly ChartTransition[];
  readonly onError?: readonly ChartTransition[];
  readonly description?: string;
}

/** Where a compound state starts when it is entered by itself; actions run on that entry only. */
export interface ChartInitial {
  readonly target: string;
  readonly actions: readonly ChartAction[];
}

/** One state of a chart, in the one normal form that `parseChart` gives. */
export interface ChartState {
  readonly id?: string;
  readonly type?: "parallel" | "final" | "history";
  readonly initial?: string | ChartInitial;
  readonly history?: "shallow" | "deep";
  /** Default target of a history state that was never left. */
  readonly target?: readonly string[];
  readonly on?: Readonly<Record<string, readonly ChartTransition[]>>;
  readonly always?: readonly ChartTransition[];
  /** Keyed by milliseconds or by the name of a delay. */
  readonly after?: Readonly<Record<string, readonly ChartTransition[]>>;
  readonly onDone?: readonly ChartTransition[];
  readonly invoke?: readonly ChartInvoke[];
  readonly entry?: readonly ChartAction[];
  readonly exit?: readonly ChartAction[];
  readonly tags?: readonly string[];
  readonly output?: JsonValue;
  readonly description?: string;
  readonly meta?: JsonObject;
  readonly states?: Readonly<Record<string, ChartState>>;
}

/**
 * A statechart as data: plain JSON, normalised to XState v5. The only way to get one is `parseChart`, which is
 * idempotent, so a stored chart may be parsed again.
 */
export interface Chart extends ChartState {
  readonly id: string;
  readonly version?: string;
  readonly context: JsonObject;
}
