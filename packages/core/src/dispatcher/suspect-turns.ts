import type { Suspect } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import type { Work } from "./work.ts";

/** When work that may kill its worker is tried: alone, and in turn with everything else. */
export interface SuspectTurns {
  /** Start the next suspect if it is its turn and all is quiet; true: one is due, and nothing else may begin. */
  isNext(): boolean;
  /** Others had their turn, or had none to take. */
  othersHadTheirs(): void;
  /** A suspect is under way. */
  isAlone(): boolean;
}

export interface SuspectTurnsDependencies {
  readonly lanes: Pick<Lanes, "findSuspect" | "take">;
  /** A service call to be tried by itself. */
  readonly nextCall: () => (() => Promise<void>) | undefined;
  readonly nowMs: () => number;
  /** Nothing else is under way. */
  readonly isQuiet: () => boolean;
  readonly tryAlone: (suspect: Suspect) => Promise<void>;
  /** It could not be tried; its lane still waits for it. */
  readonly onFailure: (work: Work, error: unknown) => void;
  readonly onEnd: () => void;
}

/**
 * A suspect waits until nothing else is under way and then runs by itself. Suspects and others take turns, so that
 * neither waits for all of the other.
 */
export function createSuspectTurns(deps: SuspectTurnsDependencies): SuspectTurns {
  let isTheirTurn = true;
  let isAlone = false;

  const runAlone = async (suspect: Suspect): Promise<void> => {
    const work = deps.lanes.take(suspect);
    try {
      await deps.tryAlone(suspect);
    } catch (error) {
      deps.onFailure(work, error);
    }
  };

  const findNext = (): (() => Promise<void>) | undefined => {
    const suspect = deps.lanes.findSuspect(deps.nowMs());
    return suspect === undefined ? deps.nextCall() : () => runAlone(suspect);
  };

  return {
    isNext() {
      const run = isTheirTurn ? findNext() : undefined;
      if (run === undefined) return false;
      if (deps.isQuiet()) {
        isAlone = true;
        isTheirTurn = false;
        void run().finally(() => {
          isAlone = false;
          deps.onEnd();
        });
      }
      return true;
    },
    othersHadTheirs() {
      isTheirTurn = true;
    },
    isAlone: () => isAlone,
  };
}
