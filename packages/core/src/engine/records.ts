import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { EffectCall, InstancePhase, ReplayOrigin, ShardFence } from "./step-commit.ts";

/** An instance as the store holds it. */
export interface InstanceRecord {
  readonly machineId: string;
  readonly subject: string;
  readonly chartId: number;
  readonly revision: number;
  readonly status: "active" | "done" | "cancelled";
  readonly phase: InstancePhase;
  readonly states: readonly string[];
  readonly snapshot: JsonValue;
  readonly correlationId: string;
}

/** One envelope that a consumer or relay still has to act on. */
export interface DeliveryRecord {
  readonly id: string;
  readonly fence: ShardFence;
  readonly kind: "queue" | "relay";
  /** Machine, relay, or the project itself for a type no route takes. */
  readonly sink: string;
  readonly subject: string;
  readonly topic: string;
  /** The envelope as it was sent. */
  readonly envelope: string;
  /** The chart's event by route; undefined means the type's default name. */
  readonly event?: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
  /** Time until it may be tried, by the database's clock when it was read; 0 when due. */
  readonly dueInMs: number;
}

/** A service call this worker holds the lease of. */
export interface EffectRecord {
  readonly id: string;
  readonly token: string;
  readonly machineId: string;
  readonly subject: string;
  readonly revision: number;
  readonly ref: string;
  readonly kind: "invoke" | "action";
  readonly src: string;
  readonly call: EffectCall;
  readonly idempotencyKey: string;
  readonly causeEventId: string;
  readonly causeDepth: number;
  /** Tries begun, this one included. */
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
  readonly commandId?: string;
  /** Who had it tried again, and why. */
  readonly replay?: ReplayOrigin;
}

export interface TimerRecord {
  readonly machineId: string;
  readonly subject: string;
  readonly ref: string;
  readonly revision: number;
  readonly event: string;
  readonly label: string;
  readonly causeEventId: string;
  readonly causeDepth: number;
}

/** A registered chart version. */
export interface ChartRecord {
  readonly id: number;
  readonly machineId: string;
  readonly version: string;
  readonly structureHash: string;
  readonly chart: JsonValue;
}

/** The open letter an operator wants to replay, as far as planning needs it. */
export interface LetterRecord {
  readonly id: string;
  readonly consumer: string;
  readonly workKey: string;
  readonly source: "envelope" | "effect" | "state" | "relay";
  readonly reason: string;
  readonly machineId?: string;
  readonly subject: string;
  readonly machineVersion?: string;
  readonly structureHash?: string;
  readonly topic?: string;
  readonly eventType: string;
  readonly envelopeId?: string;
  readonly effectId?: string;
  readonly redactedPaths: readonly string[];
  readonly redactedEnvelope?: JsonValue;
  readonly sealed?: Uint8Array;
  readonly occurrences: number;
  readonly resolvedAt?: Date;
}

/** An operator's request, claimed by this worker. */
export interface CommandRecord {
  readonly id: string;
  readonly kind: string;
  readonly target: { readonly letterId?: string };
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason?: string;
  readonly actor: string;
}
