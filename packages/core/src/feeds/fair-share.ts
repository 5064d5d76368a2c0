/** One partition, as far as sharing goes. */
export interface LedPartition {
  readonly partition: number;
  readonly isLeading: boolean;
}

/**
 * Whether a worker should lead a partition, given how many of the feed's are its fair share: it keeps what it leads up to that
 * number, gives the highest ones up, and asks for more only below it.
 */
export function mayLead(
  partition: number,
  partitions: readonly LedPartition[],
  fairShare: number,
): boolean {
  const led = partitions.filter((other) => other.isLeading).map((other) => other.partition);
  if (!led.includes(partition)) return led.length < fairShare;
  return led.filter((other) => other < partition).length < fairShare;
}
