/** A partition that this consumer has, as far as it matters for whether it is to bring more. */
export interface PartitionState {
  readonly partition: number;
  /** Offsets between its first unsettled one and what comes next. */
  readonly ahead: number;
  /** It is being handed to another consumer. */
  readonly isLeaving: boolean;
}

/** Partitions to pause and to resume. */
export interface PlannedPauses {
  readonly pause: readonly number[];
  readonly resume: readonly number[];
}

/**
 * Which partitions may bring more. One is held once its first unsettled message is `aheadMax` behind, and goes on at half of it: what is
 * settled in between is not committed, and comes again if this consumer dies. All are held while there is no room at all.
 */
export function planPauses(
  states: readonly PartitionState[],
  paused: ReadonlySet<number>,
  { isFull, aheadMax }: { readonly isFull: boolean; readonly aheadMax: number },
): PlannedPauses {
  const mayGoOn = ({ partition, ahead, isLeaving }: PartitionState): boolean =>
    !isFull && !isLeaving && ahead < (paused.has(partition) ? aheadMax / 2 : aheadMax);
  const numbers = (chosen: readonly PartitionState[]) => chosen.map(({ partition }) => partition);
  return {
    pause: numbers(states.filter((state) => !mayGoOn(state) && !paused.has(state.partition))),
    resume: numbers(states.filter((state) => mayGoOn(state) && paused.has(state.partition))),
  };
}
