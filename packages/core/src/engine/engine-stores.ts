import type { LetterRetention } from "../projects/project.ts";
import type {
  ChartStore,
  CommandStore,
  EffectStore,
  LaneStore,
  WorkerStore,
} from "./engine-store.ts";
import type { IntakeStore } from "./intake-store.ts";
import type { ReplayJobStore } from "./replay-jobs.ts";
import type { ScheduleStore } from "./schedule-store.ts";

/** Everything a running engine needs of its stores. */
export interface EngineStores {
  readonly lanes: LaneStore;
  readonly effects: EffectStore;
  readonly commands: CommandStore;
  readonly jobs: ReplayJobStore;
  readonly workers: WorkerStore;
  readonly charts: ChartStore;
  readonly schedule: ScheduleStore;
  readonly intake: IntakeStore;
  readonly upkeep: UpkeepStore;
  readonly wakeUps: WakeUps;
}

/** Housekeeping that any worker may do at any time. */
export interface UpkeepStore {
  /** Make room for the days to come. */
  ensurePartitions(): Promise<void>;
  /** Forget the receipts that have expired by now. @returns how many; those that expire meanwhile wait for the next time */
  forgetExpiredReceipts(): Promise<number>;
  /** Add up what was counted since. Nothing may be lost or counted twice, whoever else does it and whenever one of them dies. */
  foldCounts(): Promise<void>;
  /** Record how much waits in each pipe and for how long, once a minute whoever asks. */
  recordPipes(): Promise<void>;
  /** Forget counts and records by the minute and hour that are long past. */
  forgetOldCounts(): Promise<number>;
  /** Add what changed of the letters to their tallies; may be called as often as one likes. */
  foldTallies(): Promise<void>;
  /** Keep tallies of some days ago by the day instead of by the hour. */
  rollUpTallies(): Promise<void>;
  /** Delete dead letters whose time is over. @returns how many; what it deletes stands in the audit */
  purgeLetters(retention: LetterRetention): Promise<number>;
}

/**
 * `workers`: shards may have become free. A topic: feeds may read more of it.
 */
export type WakeReason = "deliveries" | "commands" | "workers" | { readonly topic: string };

/** Hints that something may have come. Hints get lost: polling stays behind them. */
export interface WakeUps {
  /**
   * Listen until closed, reconnecting by itself.
   *
   * @param onWake - told what to look for; nothing when it may be anything
   * @param onSession - told the server's session id each time a connection stands
   */
  listen(
    onWake: (about?: WakeReason) => void,
    onSession: (backendPid: number) => void,
  ): Promise<{ close(): Promise<void> }>;
}
