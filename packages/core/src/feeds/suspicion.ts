import type { FeedFence } from "./feed-stores.ts";

/** A batch is tried once more as it is, then its first event alone; of whatever ends the worker again, nothing more is tried. */
export const DEADLY_TRIES = 2;

/** What is known of the events behind a cursor where a leader died. */
export interface Suspect {
  /** Batches begun there of whose end nothing was heard. */
  readonly tries: number;
  /** Whether to hand on the first event by itself. */
  readonly isAlone: boolean;
}

/** What a leader remembers of how its predecessors ended. */
export interface Suspicion {
  /** @returns undefined where nobody died */
  of(fence: FeedFence | undefined): Suspect | undefined;
  /** What was tried ended without ending the worker. @param batch - how many events there were to be tried */
  survived(batch: number): void;
  end(): void;
}

/** One that was in a batch with others is found by handing on all of them alone. */
export function createSuspicion(): Suspicion {
  let token: string | undefined;
  let tries: number | undefined;
  let aloneLeft = 0;
  return {
    of(fence) {
      if (fence?.token !== token) {
        token = fence?.token;
        tries = fence?.suspectTries;
        aloneLeft = 0;
      }
      return tries === undefined ? undefined : { tries, isAlone: tries > 0 || aloneLeft > 0 };
    },
    survived(batch) {
      const wasAlone = tries !== 0 || aloneLeft > 0;
      if (wasAlone) aloneLeft = aloneLeft === 0 ? batch - 1 : aloneLeft - 1;
      tries = aloneLeft === 0 ? undefined : 0;
    },
    end() {
      tries = undefined;
      aloneLeft = 0;
    },
  };
}
