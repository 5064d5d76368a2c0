/** Whose stores these are, and for how long it holds what it takes. */
export interface MemoryWorker {
  readonly project: string;
  /** Unique to this worker among those of the database. */
  readonly workerId: string;
  /** How long a shard is held without renewal. */
  readonly leaseMs: number;
  readonly effectLeaseMs: number;
}
