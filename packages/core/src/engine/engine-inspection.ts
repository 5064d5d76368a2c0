import type { DeadLetterSource, ErrorRecord } from "../dead-letters/letter.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { InstanceKey } from "./engine-store.ts";
import type { InstanceRecord } from "./records.ts";
import type { HistoryWrite } from "./step-commit.ts";
import type { WorkCounts } from "./work-counts.ts";

/** A look at everything an engine's stores hold, for contracts and unit tests; never for planning, and not paged. */
export interface EngineInspection {
  /** What waits, in id order. */
  deliveries(): Promise<readonly WaitingDelivery[]>;
  /** Every envelope that was published or received, in the order it was recorded. */
  events(): Promise<readonly RecordedEvent[]>;
  instances(): Promise<readonly InstanceRecord[]>;
  /** An instance's steps in order. */
  history(key: InstanceKey): Promise<readonly HistoryWrite[]>;
  /** Service calls and side-effect actions, ended ones included, in the order they were asked for. */
  effects(): Promise<readonly EffectState[]>;
  timers(): Promise<readonly WaitingTimer[]>;
  /** Dead letters, oldest first, resolved ones included. */
  letters(): Promise<readonly LetterState[]>;
  findCommand(id: string): Promise<CommandState | undefined>;
  /** What each machine did since counting began. */
  counts(): Promise<ReadonlyMap<string, WorkCounts>>;
  audit(): Promise<readonly AuditState[]>;
}

export interface WaitingDelivery {
  readonly id: string;
  readonly kind: "queue" | "relay";
  readonly sink: string;
  readonly subject: string;
  readonly topic: string;
  readonly envelopeId: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
}

export interface RecordedEvent {
  readonly topic: string;
  readonly direction: "received" | "published";
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  /** The step that published it; absent from outside. */
  readonly revision?: number;
  /** The envelope as it was sent. */
  readonly envelope: string;
}

export interface EffectState {
  readonly id: string;
  readonly machineId: string;
  readonly subject: string;
  readonly revision: number;
  readonly ref: string;
  readonly kind: "invoke" | "action";
  readonly src: string;
  readonly status: "pending" | "done" | "failed" | "cancelled" | "dead";
  readonly attempts: number;
  readonly deaths: number;
  readonly errors: readonly ErrorRecord[];
  readonly output?: JsonValue;
  /** A result that came after the state was left. */
  readonly late?: JsonObject;
  readonly commandId?: string;
}

export interface WaitingTimer {
  readonly machineId: string;
  readonly subject: string;
  readonly ref: string;
  readonly revision: number;
  readonly label: string;
  readonly dueAt: Date;
  readonly deliveries: number;
  readonly attempts: number;
}

export interface LetterState {
  readonly id: string;
  readonly consumer: string;
  readonly workKey: string;
  readonly source: DeadLetterSource;
  readonly reason: string;
  readonly machineId?: string;
  readonly subject: string;
  readonly machineVersion?: string;
  readonly structureHash?: string;
  readonly revision?: number;
  readonly states: readonly string[];
  readonly topic?: string;
  readonly eventType: string;
  readonly envelopeId?: string;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
  readonly fingerprint: string;
  /** Redacted. */
  readonly envelope?: JsonValue;
  /** Redacted. */
  readonly snapshot?: JsonValue;
  readonly redactedPaths: readonly string[];
  readonly occurrences: number;
  readonly resolution?: string;
}

export interface CommandState {
  readonly id: string;
  readonly status: "waiting" | "running" | "done" | "refused" | "failed";
  readonly result?: JsonObject;
}

export interface AuditState {
  readonly seq: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly reason?: string;
  readonly outcome: string;
}
