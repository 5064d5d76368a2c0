import type { DeadLetterSource, ErrorRecord } from "../dead-letters/letter.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
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
  /** Its instance as it was then, or that there was none; only where it was asked for. */
  readonly instance?: InstanceRecord | "none";
}

/** A service call this worker holds the lease of. */
export interface EffectRecord {
  readonly id: string;
  readonly token: string;
  readonly machineId: string;
  readonly subject: string;
  /** The version that its instance stands on; absent when the instance is gone. */
  readonly chartId?: number;
  readonly revision: number;
  readonly ref: string;
  readonly kind: "invoke" | "action";
  readonly src: string;
  readonly call: EffectCall;
  readonly idempotencyKey: string;
  readonly causeEventId: string;
  readonly causeDepth: number;
  /** Tries that ended with an answer or a failure, or a worker that did nothing else, and the one that begins. */
  readonly attempts: number;
  /** How often a worker died, or lost its lease, while it ran this call: perhaps of it, perhaps of another one. */
  readonly deaths: number;
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
  /** How many workers took it up since it fell due, the reading one included: more than one, and a worker may have died of it. */
  readonly deliveries: number;
  /** How often a worker died while it fired this timer and did nothing else. */
  readonly attempts: number;
}

/** A registered chart version. */
export interface ChartRecord {
  readonly id: number;
  readonly machineId: string;
  readonly version: string;
  readonly structureHash: string;
  readonly chart: JsonValue;
}

/** A letter as an operator's request needs it. */
export interface LetterRecord {
  readonly id: string;
  readonly consumer: string;
  readonly workKey: string;
  readonly source: DeadLetterSource;
  readonly reason: string;
  readonly machineId?: string;
  readonly subject: string;
  readonly machineVersion?: string;
  readonly structureHash?: string;
  readonly topic?: string;
  readonly eventType: string;
  readonly envelopeId?: string;
  readonly effectId?: string;
  /** The instance's when the letter was captured; of a letter of a chart state, the step that entered it. */
  readonly revision?: number;
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
  readonly target: CommandTarget;
  /** What the kind of request asks for besides; as it was written, so not checked. */
  readonly parameters: JsonObject;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason?: string;
  readonly actor: string;
}

/** What a request is about: a letter, or an instance. */
export interface CommandTarget {
  readonly letterId?: string;
  readonly machineId?: string;
  readonly subject?: string;
}

/** A service call or side effect that is not over: it runs, waits to be tried again, or gave up. */
export interface OpenCall extends EffectRecord {
  readonly status: "pending" | "dead";
}

/** A service call as it was at an earlier revision. */
export interface EarlierCall extends EffectRecord {
  /** It had answered or failed by then: its state stayed, and waited for it no more. */
  readonly wasOver: boolean;
}

/** Everything that an instance waits for, and what is open about it. */
export interface InstanceWork {
  /** In the order in which they were asked for. */
  readonly calls: readonly OpenCall[];
  readonly timers: readonly TimerRecord[];
  /** Its letters that are not resolved, oldest first. */
  readonly letters: readonly LetterRecord[];
  /** The envelope it took last; absent when none is kept. */
  readonly causeEventId?: string;
}

/** An instance as it was right after a step. */
export interface RevisionRecord {
  readonly revision: number;
  readonly chartId: number;
  readonly phase: InstancePhase;
  readonly states: readonly string[];
  readonly snapshot: JsonValue;
}
