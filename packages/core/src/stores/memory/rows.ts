import type { ErrorRecord, NewDeadLetter } from "../../dead-letters/letter.ts";
import type { WorkerRegistration } from "../../engine/engine-store.ts";
import type { ChartRecord, CommandRecord, InstanceRecord } from "../../engine/records.ts";
import type { LetterSelection, ReplayJobRecord } from "../../engine/replay-jobs.ts";
import type {
  EffectWrite,
  HistoryWrite,
  ReplayOrigin,
  TimerWrite,
} from "../../engine/step-commit.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { AuditRowFields } from "../../operations/audit-chain.ts";
import type { Subscription } from "../../projects/subscriptions.ts";

/*
 * What the tables hold. Instants are milliseconds of the database's clock. JSON that came from a caller is held as text,
 * so that nobody can change a row through an object they kept.
 */

export interface SubscriptionRow extends Subscription {
  readonly project: string;
}

export interface ChartRow extends ChartRecord {
  readonly project: string;
  readonly contentHash: string;
}

export interface MachineRow {
  readonly machineId: string;
  readonly project: string;
  readonly chartId: number;
}

export interface EventRow {
  readonly seq: number;
  readonly atMs: number;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly topic: string;
  readonly direction: "received" | "published";
  readonly revision: number | undefined;
  readonly envelope: string;
}

export interface ScheduledEventRow {
  readonly topic: string;
  readonly key: string;
  /** Which of those due at one time was set first. */
  readonly seq: number;
  readonly dueAtMs: number;
  readonly subject: string;
  readonly direction: EventRow["direction"];
  readonly envelope: string;
}

export interface DeliveryRow {
  readonly id: number;
  readonly project: string;
  readonly shard: number;
  readonly sink: string;
  readonly kind: "queue" | "relay";
  readonly subject: string;
  readonly topic: string;
  readonly type: string;
  readonly envelopeId: string;
  readonly envelope: string;
  readonly dueAtMs: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
}

export interface ReceiptRow {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly result: string;
  readonly expiresAtMs: number;
}

export interface InstanceRow extends Omit<InstanceRecord, "snapshot"> {
  readonly project: string;
  readonly snapshot: string;
  readonly startedAtMs: number;
  readonly updatedAtMs: number;
  readonly finishedAtMs: number | undefined;
}

export interface HistoryRow extends Omit<HistoryWrite, "snapshot"> {
  readonly machineId: string;
  readonly subject: string;
  readonly snapshot: string;
  readonly atMs: number;
  readonly workerId: string;
}

export type EffectStatus = "pending" | "done" | "failed" | "cancelled" | "dead";

export interface EffectRow extends Omit<EffectWrite, "call"> {
  readonly id: number;
  readonly project: string;
  readonly shard: number;
  readonly machineId: string;
  readonly subject: string;
  readonly call: string;
  readonly status: EffectStatus;
  readonly attempts: number;
  readonly deaths: number;
  readonly alone: boolean;
  readonly token: number;
  readonly dueAtMs: number;
  readonly leasedBy: string | undefined;
  readonly leasedUntilMs: number | undefined;
  readonly errors: readonly ErrorRecord[];
  readonly output: string | undefined;
  readonly late: JsonObject | undefined;
  readonly commandId: string | undefined;
  readonly replay: ReplayOrigin | undefined;
}

export interface TimerRow extends Omit<TimerWrite, "delayMs"> {
  readonly deliveries: number;
  readonly attempts: number;
  readonly takenBy: string | undefined;
  readonly project: string;
  readonly shard: number;
  readonly machineId: string;
  readonly subject: string;
  readonly dueAtMs: number;
}

export interface ShardRow {
  readonly project: string;
  readonly shard: number;
  readonly owner: string | undefined;
  readonly token: number;
  readonly leasedUntilMs: number;
}

export interface WorkerRow {
  readonly id: string;
  readonly project: string;
  readonly registration: WorkerRegistration;
  readonly heartbeatAtMs: number;
  readonly stopped: boolean;
}

export interface ClaimRow {
  readonly workerId: string;
  readonly project: string;
  readonly deliveryIds: readonly string[];
  readonly alone: boolean;
}

export interface LetterRow extends NewDeadLetter {
  readonly capturedAtMs: number;
  readonly lastSeenAtMs: number;
  readonly occurrences: number;
  readonly resolvedAtMs: number | undefined;
  readonly resolution: string | undefined;
}

export interface CommandRow extends CommandRecord {
  readonly project: string;
  readonly shard: number | undefined;
  readonly status: "waiting" | "running" | "done" | "refused" | "failed";
  readonly requestedAtMs: number;
  readonly claimedUntilMs: number | undefined;
  readonly result: JsonObject | undefined;
}

export interface SelectionRow extends LetterSelection {
  readonly items: readonly SelectionItem[];
}

/** A letter of a selection: `turn` is its place among those of its subject. */
export interface SelectionItem {
  readonly ordinal: number;
  readonly letterId: string;
  readonly subject: string;
  readonly turn: number;
}

export interface JobRow extends Omit<ReplayJobRecord, "unusedRateMs"> {
  readonly rateAtMs: number;
  readonly lookedAtMs: number;
}

export interface JobItemRow extends SelectionItem {
  readonly jobId: string;
  readonly state: "blocked" | "ready" | "open" | "succeeded" | "failed" | "held" | "skipped";
  readonly commandId: string | undefined;
  readonly outcome: string | undefined;
}

/** A topic whose events are numbered. */
export interface FeedStreamRow {
  readonly topic: string;
  readonly lineage: string;
  readonly lastPosition: number;
  /** The last event that was looked at. */
  readonly sweptSeq: number;
}

export interface FeedPositionRow {
  readonly topic: string;
  readonly position: number;
  readonly seq: number;
  readonly atMs: number;
  readonly shard: number;
}

export interface FeedRow {
  readonly project: string;
  readonly name: string;
  readonly topic: string;
  readonly partitions: number;
}

export interface FeedCursorRow {
  readonly project: string;
  readonly feed: string;
  readonly partition: number;
  readonly lineage: string;
  readonly position: bigint | undefined;
  readonly owner: string | undefined;
  readonly token: number;
  readonly leasedUntilMs: number;
  readonly failedAt: bigint | undefined;
  /** The position behind which a leader died. */
  readonly suspectedAt: bigint | undefined;
  readonly tries: number;
  readonly failures: number;
  readonly lastError: ErrorRecord | undefined;
}

export interface AuditRow extends AuditRowFields {
  readonly hash: string;
}
