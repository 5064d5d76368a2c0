/** Commits offsets a few at a time: one request is out, and what comes meanwhile goes along with the next. */
export interface OffsetCommits {
  /**
   * Commit a partition's offset, or a later one.
   *
   * @returns once the broker has noted it, or the partition was forgotten
   * @throws whatever `send` throws
   */
  commit(partition: number, offset: number): Promise<void>;
  /** It is not ours any more: what was not sent yet must not be, or it would set back whoever has it now. */
  forget(partition: number): void;
  /** Whether somebody waits for a commit. */
  isBusy(): boolean;
  /** Settles once nobody does, well or not. */
  idle(): Promise<void>;
}

/** @param send commits offsets by partition */
export function createOffsetCommits(
  send: (offsets: ReadonlyMap<number, number>) => Promise<void>,
): OffsetCommits {
  let waiting = new Map<number, number>();
  /** What is committed with the next request. */
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  let busy = 0;

  const sendWaiting = async (before: Promise<void>): Promise<void> => {
    busy += 1;
    try {
      await before.catch(() => undefined); // who waits for that one is told
      next = undefined;
      const offsets = waiting;
      waiting = new Map();
      if (offsets.size > 0) await send(offsets);
    } finally {
      busy -= 1;
    }
  };

  return {
    commit(partition, offset) {
      waiting.set(partition, Math.max(offset, waiting.get(partition) ?? 0));
      if (next === undefined) {
        next = sendWaiting(current);
        current = next;
      }
      return next;
    },
    isBusy: () => busy > 0,
    forget: (partition) => void waiting.delete(partition),
    async idle() {
      for (let last: Promise<void> | undefined; last !== current; ) {
        last = current;
        await last.catch(() => undefined);
      }
    },
  };
}
