import { AGAIN, type Change, EVERYTHING, mergeChanges } from "./change.ts";

/** A change and its place in this process's stream of changes. */
export interface NumberedChange {
  readonly number: number;
  readonly change: Change;
}

/** Called with each change as it arrives. */
export type ChangeListener = (numbered: NumberedChange) => void;

/** One process's stream of changes, handed to any number of listeners. */
export interface LiveHub {
  /** Distinguishes this process's numbers from those of one before it. */
  readonly epoch: string;
  /** The number of the newest change. */
  readonly newest: number;
  publish(change: Change): void;
  /** Ask every listener to read again. No change, so that nobody who was away need hear of it. */
  askAgain(): void;
  /** @returns the function that ends the subscription; it may be called again */
  subscribe(listener: ChangeListener): () => void;
  /** What happened after a number, as one change; everything, if the hub no longer remembers it. */
  since(number: number): Change | undefined;
}

const REMEMBERED = 1_000; // a browser that reconnects within a few seconds misses nothing at 200 hints a second

/** A hub that no process feeds yet; see `listenForChanges`. */
export function createLiveHub(epoch: string = crypto.randomUUID().slice(0, 8)): LiveHub {
  const listeners = new Set<ChangeListener>();
  const remembered: NumberedChange[] = [];
  let newest = 0;

  return {
    epoch,
    get newest() {
      return newest;
    },
    publish(change) {
      newest += 1;
      const numbered = { number: newest, change };
      remembered.push(numbered);
      if (remembered.length > REMEMBERED) remembered.shift();
      for (const listener of listeners) listener(numbered);
    },
    askAgain() {
      for (const listener of listeners) listener({ number: newest, change: AGAIN });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(number) {
      if (number === newest) return undefined;
      const oldest = remembered[0]?.number ?? newest + 1;
      if (number > newest || number + 1 < oldest) return EVERYTHING;
      const missed = remembered.filter((each) => each.number > number);
      return missed.map((each) => each.change).reduce(mergeChanges);
    },
  };
}
