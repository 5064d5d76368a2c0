/** Answers of this moment, shared by everyone who asks the same. */
export interface ReadCache {
  /**
   * The answer of a read that runs or ran under this key since the last change, or else of `read`, run now. An answer
   * that is not worth keeping, or a throw, is shared with those who were waiting and then forgotten.
   */
  share<T>(key: string, read: () => Promise<T>, isKept?: (answer: T) => boolean): Promise<T>;
  /** Something changed: whoever asks from now on reads anew. */
  clear(): void;
}

const AGE_MAX_MS = 1_000; // hints can be lost, so no answer outlives this
const ENTRIES_MAX = 500; // pages times filters in use at once; beyond it, forgetting is cheaper than holding

interface Entry {
  readonly answer: Promise<unknown>;
  readonly askedAtMs: number;
}

/** A cache of one process. @param nowMs - a steady clock in milliseconds */
export function createReadCache(nowMs: () => number = () => performance.now()): ReadCache {
  const entries = new Map<string, Entry>();

  function remember<T>(key: string, answer: Promise<T>, isKept: (answer: T) => boolean): void {
    if (entries.size >= ENTRIES_MAX) entries.clear();
    const entry = { answer, askedAtMs: nowMs() };
    entries.set(key, entry);
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    answer.then((value) => {
      if (!isKept(value)) forget();
    }, forget);
  }

  return {
    share<T>(key: string, read: () => Promise<T>, isKept: (answer: T) => boolean = () => true) {
      const known = entries.get(key);
      if (known && nowMs() - known.askedAtMs < AGE_MAX_MS) return known.answer as Promise<T>;
      const answer = read();
      remember(key, answer, isKept);
      return answer;
    },
    clear: () => entries.clear(),
  };
}
