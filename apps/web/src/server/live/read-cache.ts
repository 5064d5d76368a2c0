import { setTimeout as pause } from "node:timers/promises";

/** How an answer is shared. */
export interface Sharing<T> {
  /** One read begins at most so often; who asks in between waits for the next one. None unless told. */
  readonly everyMs?: number;
  /** Whether an answer is worth keeping; all are unless told. */
  readonly isKept?: (answer: T) => boolean;
}

/** Answers of this moment, shared by everyone who asks the same. */
export interface ReadCache {
  /**
   * The answer of a read that runs or ran under this key since the last change, or else of `read`, run now or when its
   * turn comes. An answer that is not worth keeping, or a throw, is shared with those who were waiting and then forgotten.
   */
  share<T>(key: string, read: () => Promise<T>, sharing?: Sharing<T>): Promise<T>;
  /** Something changed: whoever asks from now on reads anew. */
  clear(): void;
}

const AGE_MAX_MS = 1_000; // hints can be lost, so no answer outlives this
const ENTRIES_MAX = 500; // pages times filters in use at once; beyond it, forgetting is cheaper than holding

interface Entry {
  readonly answer: Promise<unknown>;
  readonly begunAtMs: number;
  /** Something changed since it began: it is kept only to know when the next may begin. */
  stale: boolean;
  /** The read that begins when its turn comes, for all who asked meanwhile. */
  next?: Promise<unknown>;
}

/** A cache of one process. @param nowMs - a steady clock in milliseconds */
export function createReadCache(nowMs: () => number = () => performance.now()): ReadCache {
  const entries = new Map<string, Entry>();

  function begin<T>(key: string, read: () => Promise<T>, isKept: (answer: T) => boolean) {
    if (entries.size >= ENTRIES_MAX) entries.clear();
    const answer = read();
    const entry: Entry = { answer, begunAtMs: nowMs(), stale: false };
    entries.set(key, entry);
    const age = () => {
      entry.stale = true;
    };
    answer.then((value) => {
      if (!isKept(value)) age();
    }, age);
    return answer;
  }

  return {
    share<T>(key: string, read: () => Promise<T>, sharing: Sharing<T> = {}) {
      const { everyMs = 0, isKept = () => true } = sharing;
      const known = entries.get(key);
      if (!known) return begin(key, read, isKept);
      const ageMs = nowMs() - known.begunAtMs;
      if (!known.stale && ageMs < AGE_MAX_MS) return known.answer as Promise<T>;
      if (known.next) return known.next as Promise<T>;
      if (ageMs >= everyMs) return begin(key, read, isKept);
      const next = pause(everyMs - ageMs).then(() => begin(key, read, isKept));
      known.next = next;
      return next;
    },
    clear() {
      for (const entry of entries.values()) entry.stale = true;
    },
  };
}
