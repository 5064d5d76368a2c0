import type { ClaimedRow } from "../outbox-storage.ts";
import type { Outcome } from "../work/outcome.ts";
import type { SettleOutcomes } from "../work/settle-outcomes.ts";

/** Writes outcomes down as they come, those that come meanwhile together. */
export interface SettlingLine {
  add(outcome: Outcome): void;
  /** Write down what waits, however little. */
  flush(): Promise<void>;
}

export interface SettlingLineOptions {
  readonly settle: SettleOutcomes;
  /** Messages that are done wait until there are so many; anything else takes them along at once. */
  readonly flushSize: number;
  readonly onSettled: (rows: readonly ClaimedRow[]) => void;
}

export function createSettlingLine(options: SettlingLineOptions): SettlingLine {
  const { settle, flushSize, onSettled } = options;
  let waiting: Outcome[] = [];
  let tail = Promise.resolve();

  const isDue = () =>
    waiting.length >= flushSize ||
    waiting.some(({ kind }) => kind !== "delivered" && kind !== "dropped");

  const write = (isWanted: () => boolean): Promise<void> => {
    tail = tail.then(async () => {
      if (waiting.length === 0 || !isWanted()) return;
      const outcomes = waiting;
      waiting = [];
      await settle(outcomes);
      onSettled(outcomes.map(({ row }) => row));
    });
    return tail;
  };

  return {
    add(outcome) {
      waiting.push(outcome);
      if (isDue()) void write(isDue);
    },
    flush: () => write(() => true),
  };
}
