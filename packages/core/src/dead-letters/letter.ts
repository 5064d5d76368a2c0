import type { JsonValue } from "../kernel/json.ts";

/** Why work was given up. */
export type DeadLetterReason =
  | "max_attempts"
  | "unknown_event"
  | "corrupt"
  | "instance_done"
  | "idempotency_mismatch"
  | "dead_letter_state"
  | "causation_depth"
  | "missing_machine";

/** What kind of work it was: an envelope, a service call, a chart that entered a dead-letter state, a relay's publish, a feed's. */
export type DeadLetterSource = "envelope" | "effect" | "state" | "relay" | "feed";

/** One error of a chain, oldest first. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly at: string;
  readonly attempt: number;
  /** The service or action that failed, when one did. */
  readonly source?: string;
  /** First frames of the user's own code. */
  readonly stack?: string;
}

/** A dead letter as it is captured: redacted for people, sealed for replay. */
export interface NewDeadLetter {
  readonly id: string;
  readonly project: string;
  /** The machine or relay that gave up. */
  readonly consumer: string;
  /** Unique per consumer: the same work given up again is one more occurrence of this letter. */
  readonly workKey: string;
  readonly source: DeadLetterSource;
  readonly reason: DeadLetterReason;
  readonly machineId?: string;
  readonly subject: string;
  readonly chartId?: number;
  readonly machineVersion?: string;
  readonly structureHash?: string;
  readonly revision?: number;
  readonly states: readonly string[];
  readonly topic?: string;
  readonly eventType: string;
  readonly envelopeId?: string;
  readonly correlationId?: string;
  readonly effectId?: string;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
  readonly fingerprint: string;
  readonly causeTitle: string;
  readonly envelope?: JsonValue;
  readonly redactedPaths: readonly string[];
  readonly snapshot?: JsonValue;
  readonly sealed?: Uint8Array;
  readonly sealKeyId?: string;
}
