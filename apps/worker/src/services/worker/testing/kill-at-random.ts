import type { CrashScene } from "./crash-scene.ts";
import type { WorkerProcess } from "./start-worker.ts";

/** Calls after which a replacement that has just come is taken for settled in. */
const CALLS_BEFORE_NEXT_MAX = 20;

/** The share of a run's calls that kills are spread over: all of them have to come before the run is over. */
const SPREAD = 0.7;

/** What is going to be killed, and when. */
export interface RandomKills {
  readonly scene: CrashScene;
  /** Those that run now. */
  readonly workers: readonly WorkerProcess[];
  readonly count: number;
  readonly seed: number;
  /** Service calls that the run makes without kills: the kills are spread over them. */
  readonly calls: number;
}

/**
 * From now on, kill one worker after another, and start another in its place. Moments and victims are drawn from the seed: a
 * moment is a number of service calls, so that it does not hang on the speed of the machine. While a replacement starts, the
 * others go on; the next one is killed only when it has come, and calls wait for that.
 *
 * @returns what settles when all are killed and replaced
 */
export function killAtRandom(kills: RandomKills): { readonly done: Promise<void> } {
  const { scene, count, calls } = kills;
  const random = seededRandom(kills.seed);
  const running = [...kills.workers];
  const moments = Array.from({ length: count }, () => Math.floor(random() * calls * SPREAD)).sort(
    (one, other) => one - other,
  );
  let made = 0;
  let replacement: Promise<unknown> | undefined;
  let finish: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });

  const killOne = async (): Promise<void> => {
    const [victim] = running.splice(Math.floor(random() * running.length), 1);
    await victim?.kill();
    running.push(await scene.startWorker());
    if (moments[0] === undefined) finish();
    else moments[0] = Math.max(moments[0], made + Math.floor(random() * CALLS_BEFORE_NEXT_MAX));
  };

  scene.services.onCall = async () => {
    made += 1;
    const [moment] = moments;
    if (moment === undefined || made < moment) return;
    if (replacement !== undefined) return void (await replacement);
    moments.shift();
    replacement = killOne()
      .catch(fail)
      .finally(() => {
        replacement = undefined;
      });
  };
  return { done };
}

/** Numbers within [0, 1) that are the same for the same seed: mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
