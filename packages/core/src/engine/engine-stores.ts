import type {
  ChartStore,
  CommandStore,
  EffectStore,
  LaneStore,
  WorkerStore,
} from "./engine-store.ts";

/** Everything a running engine needs of its stores. */
export interface EngineStores {
  readonly lanes: LaneStore;
  readonly effects: EffectStore;
  readonly commands: CommandStore;
  readonly workers: WorkerStore;
  readonly charts: ChartStore;
  readonly upkeep: UpkeepStore;
  readonly wakeUps: WakeUps;
}

/** Housekeeping that any worker may do at any time. */
export interface UpkeepStore {
  /** Make room for the days to come. */
  ensurePartitions(): Promise<void>;
  /** @returns how many receipts were forgotten; at most a few thousand at a time */
  forgetExpiredReceipts(): Promise<number>;
}

/** Hints that something may have come. Hints get lost: polling stays behind them. */
export interface WakeUps {
  /**
   * Listen until closed, reconnecting by itself.
   *
   * @param onWake - told about `workers` when shards may have become free, otherwise of new work
   * @param onSession - told the server's session id each time a connection stands
   */
  listen(
    onWake: (about?: "workers") => void,
    onSession: (backendPid: number) => void,
  ): Promise<{ close(): Promise<void> }>;
}
