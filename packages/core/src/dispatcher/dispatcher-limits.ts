/** How much a dispatcher does at once. */
export interface DispatcherLimits {
  /** Deliveries held in memory, and as many due timers. */
  readonly heldMax: number;
  /** Deliveries, or due timers, read at a time. */
  readonly readMax: number;
  /** Pieces of work in one transaction. */
  readonly batchMax: number;
  /** Transactions under way. */
  readonly batchesMax: number;
  /** Pieces of work that are worth a transaction beside one that is under way; fewer wait for it and go together. */
  readonly besideMin: number;
  /** Between looks for what no wake-up announced: rows that committed late, timers, a lost notification. */
  readonly sweepMs: number;
}

export const DEFAULT_LIMITS: DispatcherLimits = {
  heldMax: 2_000,
  readMax: 1_000,
  batchMax: 200,
  batchesMax: 2,
  besideMin: 100,
  sweepMs: 250,
};

/** Results of relays in one transaction: as a rule one statement ends them all. */
export const RELAY_RESULTS_MAX = 1_000;
