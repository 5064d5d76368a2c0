import { setTimeout as delay } from "node:timers/promises";

/** Something that runs until it is told to stop, or ends by itself. */
export interface RunningPart {
  /** Settles once it has ended, with how: `exit code 1`, `signal SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  /** Ask it to stop and wait until it has. */
  stop(): Promise<void>;
}

/** A part that is not started again. */
export interface GivenUp {
  /** How it ended last. */
  readonly how: string;
  /** How often it ended lately. */
  readonly deaths: number;
}

/** A part that is started again when it ends by itself. */
export interface KeptPart {
  /** Settles once it is given up, or, with undefined, once it ended after `signal` was aborted. Never rejects. */
  readonly givenUp: Promise<GivenUp | undefined>;
  /** Stop it, or whatever start of it is under way. */
  stop(): Promise<void>;
}

export interface KeepOptions {
  readonly name: string;
  readonly start: (signal: AbortSignal) => Promise<RunningPart>;
  /** Aborted when it is to be started no more. */
  readonly signal: AbortSignal;
  /** Whether it may be started again now. */
  readonly mayRestart: () => boolean;
  /** Told of each death and each new start. */
  readonly note: (text: string) => void;
}

/** So many deaths within so long: what it dies of does not pass. */
const DEATHS_MAX = 5;
const DEATHS_WITHIN_MS = 60_000;
/** Waits before the first start after a death, doubled for each further one: at once feels right, and a crash loop costs little. */
const AGAIN_MIN_MS = 500;
const AGAIN_MAX_MS = 8_000;

/**
 * Start a part again in its place whenever it ends by itself, until it has died {@link DEATHS_MAX} times within
 * {@link DEATHS_WITHIN_MS}. A start that fails counts as a death.
 */
export function keepRunning(first: RunningPart, options: KeepOptions): KeptPart {
  const { name, start, signal, mayRestart, note } = options;
  let part = first;
  let starting: Promise<RunningPart> | undefined;
  let deathsAtMs: number[] = [];

  const startAgain = async (): Promise<string> => {
    try {
      starting = start(signal);
      part = await starting;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    if (!signal.aborted) note(`${name} was started again`);
    return part.ended;
  };
  const keep = async (): Promise<GivenUp | undefined> => {
    for (let how = await part.ended; !signal.aborted; how = await startAgain()) {
      const nowMs = performance.now();
      deathsAtMs = [...deathsAtMs.filter((atMs) => nowMs - atMs < DEATHS_WITHIN_MS), nowMs];
      const deaths = deathsAtMs.length;
      if (!mayRestart() || deaths >= DEATHS_MAX) return { how, deaths };
      const waitMs = Math.min(AGAIN_MAX_MS, AGAIN_MIN_MS * 2 ** (deaths - 1));
      note(`${name} ended by itself (${how}) and is started again in ${waitMs / 1_000} s`);
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
    }
    return undefined;
  };
  return {
    givenUp: keep(),
    async stop() {
      await starting?.catch(() => undefined); // one that is under way brings up what is to be stopped
      await part.stop();
    },
  };
}
