/** What one cycle of a feed's partition came to. */
export interface FeedCycleResult {
  /**
   * `lease_unavailable`: somebody else leads, and nothing was looked at. `lease_lost`: somebody else took over on the way; what
   * was handed on and not noted, they hand on again.
   */
  readonly outcome: "completed" | "lease_unavailable" | "lease_lost";
  /** Events that the sink took. */
  readonly delivered: number;
  /** Of these, what the far side had already, as far as it says. */
  readonly duplicates: number;
  /** Batches that the sink took. */
  readonly batches: number;
  /** Events that were left out, each with a dead letter. */
  readonly skipped: number;
  /** The last position handed on; undefined, never 0, before the first. */
  readonly cursor: bigint | undefined;
  /** Something is published that could not be numbered yet, since an older transaction is open: it will follow soon. */
  readonly isHeldBack: boolean;
}

/** Counts while a cycle runs. */
export interface Tally {
  taken(events: number, duplicates: number): void;
  batchTaken(): void;
  skipped(): void;
  moveTo(position: bigint | undefined): void;
  cursor(): bigint | undefined;
  heldBack(isHeldBack: boolean): void;
  result(outcome: FeedCycleResult["outcome"]): FeedCycleResult;
}

export function createTally(): Tally {
  let [delivered, duplicates, batches, skipped] = [0, 0, 0, 0];
  let cursor: bigint | undefined;
  let isHeldBack = false;
  return {
    taken(events, known) {
      delivered += events;
      duplicates += known;
    },
    batchTaken() {
      batches += 1;
    },
    skipped() {
      skipped += 1;
    },
    moveTo(position) {
      cursor = position;
    },
    cursor: () => cursor,
    heldBack(heldBack) {
      isHeldBack = heldBack;
    },
    result: (outcome) => ({
      ...{ outcome, delivered, duplicates, batches, skipped, cursor, isHeldBack },
    }),
  };
}
