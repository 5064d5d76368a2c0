import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { JsonObject } from "../kernel/json.ts";
import type {
  ChartRecord,
  CommandRecord,
  DeliveryRecord,
  EarlierCall,
  EffectRecord,
  InstanceRecord,
  InstanceWork,
  LetterRecord,
  RevisionRecord,
  TimerRecord,
} from "./records.ts";
import type { ShardFence, StepCommit } from "./step-commit.ts";

/** Identifies one instance. */
export interface InstanceKey {
  readonly machineId: string;
  readonly subject: string;
}

export interface ReceiptKey {
  readonly scope: string;
  readonly key: string;
}

/** What the store knows about a batch of work, read in one go. */
export interface LoadedWork {
  instance(key: InstanceKey): InstanceRecord | undefined;
  receipt(key: ReceiptKey): { readonly fingerprint: string } | undefined;
}

/** What a commit wrote. */
export interface CommittedSteps {
  /** The service calls created, leased to this worker. */
  readonly effects: readonly EffectRecord[];
  /** Whether what was published is something that this project has to do. */
  readonly hasDeliveries: boolean;
}

/** What to read of the deliveries that wait. */
export interface DeliveryRequest {
  readonly shards: readonly ShardFence[];
  readonly exceptIds: readonly string[];
  readonly limit: number;
  /** Default all. `machineId` is the consumer or relay. */
  readonly lanes?: LaneChoice;
  /**
   * Say in the same breath that this worker may be handling what is read, and these as well, as {@link LaneStore.holdDeliveries}
   * does, and bring the instances. For few deliveries that are handled at once.
   */
  readonly claimWith?: readonly string[];
}

/** Only these lanes, or all but these. */
export interface LaneChoice {
  readonly kind: "only" | "except";
  readonly names: readonly InstanceKey[];
}

/** Reading and committing lane work. Every implementation passes `laneStoreContract`. */
export interface LaneStore {
  /**
   * Deliveries of the given shards, as far as they are still held, that are not among `exceptIds`, in id order from the first
   * on. One read is one view of the store: who sees a delivery in it sees every one of its lane that was there before.
   * A read that went on behind an id would not: a row with a lower id may commit later, and one that follows it in its lane
   * lie behind.
   *
   * Reading alone claims nothing: the shard lease does, and {@link holdDeliveries} records what a crash may have touched.
   */
  readDeliveries(request: DeliveryRequest): Promise<readonly DeliveryRecord[]>;

  /** Record which deliveries this worker may be handling; replaces what it recorded before. */
  holdDeliveries(ids: readonly string[], alone: boolean): Promise<void>;

  load(instances: readonly InstanceKey[], receipts: readonly ReceiptKey[]): Promise<LoadedWork>;

  /**
   * Write commits of different lanes in one transaction and lease the effects they create to this worker.
   *
   * @throws {CommitConflictError} if any part no longer fits; then nothing was written
   * @throws {StoreUnavailableError} if the store cannot be reached: then it may or may not be written, and doing it again
   *   ends in a conflict if it was
   */
  commit(commits: readonly StepCommit[]): Promise<CommittedSteps>;

  /**
   * Due timers of the given shards, soonest first; those that this worker had not taken up before are counted as handed out.
   * What another transaction is just ending may be left out.
   *
   * @param after - only those behind this place
   */
  dueTimers(shards: readonly number[], limit: number, after?: TimerPlace): Promise<TimerPage>;

  /**
   * A timer is about to be fired by itself, or that is over: in between it counts as a try more, which stays if the worker dies.
   * Of a timer that is gone or was set again nothing is counted.
   */
  countTimerTry(timer: TimerRecord, change: "begins" | "is over"): Promise<void>;

  /** The envelope with this id, as it was sent. */
  findEnvelope(envelopeId: string): Promise<string | undefined>;
}

/** A place among timers in the order in which they fall due; only the store that gave it reads it. */
export interface TimerPlace {
  /** As exact as the store keeps it. */
  readonly dueAt: string;
  readonly machineId: string;
  readonly subject: string;
  readonly ref: string;
}

/** What one read of due timers brought. */
export interface TimerPage {
  readonly timers: readonly TimerRecord[];
  /** The read ended at its limit, here: there may be more behind. */
  readonly cutAt: TimerPlace | undefined;
}

/** Leases of service calls. */
export interface EffectStore {
  /**
   * Lease due calls nobody holds, in this worker's shards, counting the try that is about to begin. One whose lease ran out had a
   * try that never ended: that is a death, and a try only if the call was tried alone.
   */
  claimEffects(shards: readonly number[], limit: number): Promise<readonly EffectRecord[]>;
  /**
   * Lease again what this worker holds already, but for the calls it knows of. The try that was counted when they were leased
   * has not begun: none is counted.
   */
  reclaimEffects(request: {
    readonly lanes: LaneChoice;
    readonly exceptIds: readonly string[];
  }): Promise<readonly EffectRecord[]>;
  /**
   * A call is about to be tried while this worker does nothing else, or that is over: if the worker dies in between, that is this
   * call's doing and a try, and no other call that it holds was under way.
   *
   * @returns whether this worker still holds it
   */
  markAlone(effectId: string, alone: boolean): Promise<boolean>;
  /** @returns the ids still held; the others were taken or ended */
  renewEffects(ids: readonly string[]): Promise<readonly string[]>;
  /** Give a call back to be tried again after a wait. */
  rescheduleEffect(
    effect: EffectRecord,
    delayMs: number,
    errors: readonly ErrorRecord[],
  ): Promise<void>;
  /** Keep a result that came after its state was left. */
  recordLateResult(effectId: string, result: JsonObject): Promise<void>;
  /**
   * Keep what a try answered after its time limit, whatever has come of the call since. It ends nothing: the next try may be under
   * way, and its answer is the one that counts. The first one is kept as it is, others under its `more`.
   */
  recordLateAnswer(effectId: string, answer: JsonObject): Promise<void>;
  /** Give back every call this worker holds and has not begun to bring home. */
  releaseEffects(ids: readonly string[]): Promise<void>;
}

/** Operators' requests. */
export interface CommandStore {
  /**
   * Requests nobody works on, oldest first, about subjects of these shards: each goes through the lane of its subject. One
   * about something that does not exist belongs to no shard, and to whoever asks.
   */
  claimCommands(shards: readonly number[], limit: number): Promise<readonly CommandRecord[]>;
  findLetter(letterId: string): Promise<LetterRecord | undefined>;
  findEffect(effectId: string): Promise<(EffectRecord & { readonly status: string }) | undefined>;
  /**
   * What an instance waits for. Ask after the instance was loaded: then whatever came in between moved its revision, and the
   * commit that builds on this finds out.
   */
  findWork(key: InstanceKey): Promise<InstanceWork>;
  /** The instance as it was after a step, while its history is kept. */
  findRevision(key: InstanceKey, revision: number): Promise<RevisionRecord | undefined>;
  /** Of each of these service calls the one asked for last up to a revision, and whether it was over by then. */
  findCalls(
    key: InstanceKey,
    refs: readonly string[],
    upToRevision: number,
  ): Promise<readonly EarlierCall[]>;
  finishCommand(
    commandId: string,
    status: "done" | "refused" | "failed",
    result: object,
  ): Promise<void>;
}

/** Who works on what. */
export interface WorkerStore {
  register(worker: WorkerRegistration): Promise<void>;
  /**
   * Beat, renew the shards held, take free ones up to a fair share, and say what is held now. Shards and claims of
   * workers that are gone are freed, and their open deliveries counted up.
   */
  balance(request: { readonly release: readonly number[] }): Promise<{
    readonly shards: readonly ShardFence[];
    /** Held beyond the fair share: to be drained and released. */
    readonly surplus: readonly number[];
  }>;
  /** Leave: everything held is free at once. */
  leave(): Promise<void>;
}

export interface WorkerRegistration {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly machines: readonly { readonly machineId: string; readonly version: string }[];
  readonly backendPid?: number;
}

/** Chart versions. */
export interface ChartStore {
  findChart(chartId: number): Promise<ChartRecord | undefined>;
  /** The version of a machine that was registered last under this name. */
  findVersion(machineId: string, version: string): Promise<ChartRecord | undefined>;
}
