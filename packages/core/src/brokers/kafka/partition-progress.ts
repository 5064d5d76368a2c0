/**
 * How far a partition is settled. Offsets come in ascending order, with gaps where Kafka keeps marks of its own or has thrown away;
 * they may be settled in any order. What is remembered is what is unsettled, so never more than a consumer's window.
 */
export interface PartitionProgress {
  received(offset: number): void;
  settled(offset: number): void;
  /** There is nothing to come before this offset. */
  reached(offset: number): void;
  /**
   * What may be committed: the first offset that is not settled, behind which a consumer that takes over begins. Undefined while
   * nothing was received.
   */
  committable(): number | undefined;
  /** The offset behind the last one received; undefined while nothing was. */
  next(): number | undefined;
  /** Offsets between the first unsettled one and what comes next. */
  ahead(): number;
}

export function createPartitionProgress(): PartitionProgress {
  /** In the order of offsets, since a set keeps the order of insertion. */
  const unsettled = new Set<number>();
  let received: number | undefined;
  let next: number | undefined;
  const committable = (): number | undefined => {
    const [first] = unsettled;
    return first ?? received;
  };
  return {
    received(offset) {
      unsettled.add(offset);
      received = offset + 1;
      next = Math.max(next ?? 0, received);
    },
    settled: (offset) => void unsettled.delete(offset),
    reached(offset) {
      next = Math.max(next ?? 0, offset);
    },
    committable,
    next: () => next,
    ahead: () => (received ?? 0) - (committable() ?? 0),
  };
}
