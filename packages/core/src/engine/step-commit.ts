import type { TakenTransition } from "../charts/markers.ts";
import type { ErrorRecord, NewDeadLetter } from "../dead-letters/letter.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { Receipt } from "../inbox/receipt.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** How far an instance's story has come, for lists and counts. */
export type InstancePhase =
  | "running"
  | "compensating"
  | "completed"
  | "compensated"
  | "failed"
  | "cancelled";

/** The shard lease under which a delivery was read; a stale token commits nothing. */
export interface ShardFence {
  readonly shard: number;
  readonly token: string;
}

/**
 * How the piece of work that led to a commit ends. Each must find its row as it was left: if not, somebody else
 * ended it first and the whole commit is void.
 */
export type Settlement =
  | { readonly kind: "delivery-done"; readonly deliveryId: string; readonly fence: ShardFence }
  | {
      readonly kind: "delivery-retry";
      readonly deliveryId: string;
      readonly fence: ShardFence;
      readonly attempts: number;
      readonly delayMs: number;
      readonly errors: readonly ErrorRecord[];
    }
  | {
      readonly kind: "effect-done";
      readonly effectId: string;
      readonly token: string;
      readonly output: JsonValue;
    }
  | {
      readonly kind: "effect-failed" | "effect-dead";
      readonly effectId: string;
      readonly token: string;
      readonly errors: readonly ErrorRecord[];
    }
  | {
      /** An operator ends a call from outside, in the status it was found in: what still comes of it moves nothing. */
      readonly kind: "effect-cut";
      readonly effectId: string;
      readonly status: "pending" | "dead";
    }
  | { readonly kind: "timer-fired"; readonly ref: string; readonly revision: number }
  | {
      readonly kind: "command-finished";
      readonly commandId: string;
      readonly status: "done" | "refused" | "failed";
      readonly result: object;
    }
  | {
      /** A call that gave up starts over; its command stays open until the call ends. */
      readonly kind: "effect-again";
      readonly effectId: string;
      readonly commandId: string;
      readonly progress: object;
      readonly replay: ReplayOrigin;
    }
  | { readonly kind: "command-concluded"; readonly commandId: string; readonly outcome: string }
  | { readonly kind: "letter-resolved"; readonly letterId: string; readonly resolution: string }
  | {
      readonly kind: "letters-of-effect-resolved";
      readonly effectId: string;
      readonly resolution: string;
    };

/** The operator's request behind a call that is tried again, as the audit names it when the call ends. */
export interface ReplayOrigin {
  /** The call's letter, which is resolved when it answers. */
  readonly letterId?: string;
  /** Default: the replay of that letter. */
  readonly action?: string;
  readonly target?: string;
  readonly actor: string;
  readonly reason?: string;
}

/** The instance row to write; `expectedRevision` 0 makes a new one. */
export interface InstanceWrite {
  readonly expectedRevision: number;
  readonly revision: number;
  readonly chartId: number;
  readonly status: "active" | "done" | "cancelled";
  readonly phase: InstancePhase;
  readonly states: readonly string[];
  readonly snapshot: JsonValue;
  readonly correlationId: string;
}

/** One committed step, as the timeline shows it. */
export interface HistoryWrite {
  readonly revision: number;
  readonly chartId: number;
  readonly causeKind: "event" | "effect" | "timer" | "command";
  readonly causeId: string;
  readonly event: string;
  readonly transitions: readonly TakenTransition[];
  readonly entered: readonly string[];
  readonly states: readonly string[];
  readonly phase: InstancePhase;
  readonly snapshot: JsonValue;
}

/** A service call or side-effect action to be run after the commit. */
export interface EffectWrite {
  readonly revision: number;
  readonly ref: string;
  readonly kind: "invoke" | "action";
  readonly src: string;
  readonly call: EffectCall;
  readonly idempotencyKey: string;
  /** The envelope that led here: the cause of what follows, and what a dead letter of this call shows. */
  readonly causeEventId: string;
  /** How long the chain of envelopes up to that one is. */
  readonly causeDepth: number;
}

/** What a service is given, fixed when the step commits. */
export interface EffectCall {
  readonly input: JsonValue;
  readonly params?: JsonValue;
  readonly event: MachineEvent;
  readonly context: JsonObject;
  /** The trace of the envelope that led here, as W3C `traceparent`; what the result leads to is part of it. */
  readonly traceparent?: string;
}

export interface TimerWrite {
  readonly revision: number;
  readonly ref: string;
  readonly event: string;
  readonly label: string;
  readonly state: string;
  readonly delayMs: number;
  readonly causeEventId: string;
  /** How long the chain of envelopes up to that one is. */
  readonly causeDepth: number;
  /** The trace of the step that sets it, as W3C `traceparent`; firing it is part of it. */
  readonly traceparent?: string;
}

/** An envelope a step publishes. */
export interface EventWrite {
  readonly topic: string;
  /** The step that publishes it; absent where no step does. */
  readonly revision?: number;
  readonly envelope: Envelope;
}

/** One entry for the audit chain. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly reason?: string;
  readonly outcome: string;
  readonly detail: JsonObject;
}

/** Everything one piece of work writes, in one transaction: all of it or nothing. */
export interface StepCommit {
  readonly machineId: string;
  readonly subject: string;
  readonly settlements: readonly Settlement[];
  readonly receipt?: Receipt;
  readonly instance?: InstanceWrite;
  readonly history?: HistoryWrite;
  readonly events: readonly EventWrite[];
  readonly effects: readonly EffectWrite[];
  /** Refs of pending calls whose state was left. */
  readonly cancelledEffects: readonly string[];
  readonly timers: readonly TimerWrite[];
  readonly cancelledTimers: readonly string[];
  readonly deadLetters: readonly NewDeadLetter[];
  readonly audit: readonly AuditEntry[];
}

/** A commit that only settles its cause. */
export function settleOnly(
  lane: { readonly machineId: string; readonly subject: string },
  settlements: readonly Settlement[],
  extra: Partial<StepCommit> = {},
): StepCommit {
  return {
    machineId: lane.machineId,
    subject: lane.subject,
    settlements,
    events: [],
    effects: [],
    cancelledEffects: [],
    timers: [],
    cancelledTimers: [],
    deadLetters: [],
    audit: [],
    ...extra,
  };
}
