import type { TakenTransition } from "../charts/markers.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { MachineEvent } from "./machine-events.ts";

/** A service call or side effect to be run after the commit. */
export interface PlannedEffect {
  readonly kind: "invoke" | "action";
  /** The invoke id, or `<action>#<n>` for the n-th side effect of this step, counting from 0. */
  readonly ref: string;
  /** Name in `logic.services` or `logic.actions`. */
  readonly src: string;
  readonly input: JsonValue;
  readonly params?: JsonValue;
  /** What led to it, under the chart's own name; the output or error of a service stands in its payload. */
  readonly event: MachineEvent;
}

/** A timer to be set. */
export interface PlannedTimer {
  /** XState's send id; one timer a ref at a time. */
  readonly ref: string;
  /** XState event type, for `timerFired`. */
  readonly event: string;
  /** Whole milliseconds from the commit. */
  readonly delayMs: number;
  /** `after.5000`, `after.retryDelay`; `raise.<event>` for a delayed `raise`. */
  readonly label: string;
  /** Path of the state that owns it; empty for the root and for a delayed `raise`. */
  readonly state: string;
}

/** An envelope to be announced: its type and data; the engine adds the rest. */
export interface Publication {
  readonly type: string;
  readonly data?: JsonValue;
  readonly source: "transition" | "state";
}

/** All that one step of an instance comes to. Plain JSON, and a pure function of machine, snapshot and event. */
export interface StepResult {
  /** To be stored, and given back to the next step. */
  readonly snapshot: JsonValue;
  readonly status: "active" | "done";
  /** Paths of the active states without active children, sorted: `steps.reserve`. */
  readonly states: readonly string[];
  readonly tags: readonly string[];
  readonly context: JsonObject;
  /** In order; empty when nothing in the chart handled the event. */
  readonly transitions: readonly TakenTransition[];
  /** Paths entered, parents too, in order. */
  readonly entered: readonly string[];
  readonly exited: readonly string[];
  /** To be run after the commit, in order. */
  readonly effects: readonly PlannedEffect[];
  /** Refs of services whose state was left; some may have ended before. */
  readonly stoppedEffects: readonly string[];
  /** To be set after `stoppedTimers` are removed: re-entering a state stops its timer and sets it anew. */
  readonly timers: readonly PlannedTimer[];
  /** Refs of timers no longer wanted; some may have fired before. */
  readonly stoppedTimers: readonly string[];
  /** Within each microstep those of transitions first, then of entered states, sorted by id. */
  readonly publications: readonly Publication[];
}
