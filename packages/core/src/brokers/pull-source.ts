import type { Arrival, BrokerSource, Inflow } from "./broker-driver.ts";

/** What a driver whose broker is asked for messages says of a topic. */
export interface PullSource {
  readonly leaseMs: number | undefined;
  /** Up to so many messages that wait; may wait a moment itself for the first one. */
  pull(max: number, signal: AbortSignal): Promise<readonly Arrival[]>;
  renew?(arrivals: readonly Arrival[]): Promise<void>;
  /** Let go of the connection. */
  close(): Promise<void>;
  /** Wait after a pull that brought nothing; 0 where the pull itself waits. */
  readonly idleMs: number;
}

/** Waits after failures in a row: soon again, and no storm. */
const AGAIN_MIN_MS = 50;
const AGAIN_MAX_MS = 2_000;
/** Between looks for room that nobody told of. */
const FULL_MS = 60_000;

/** Pulls while there is room. */
export function createPullSource(inflow: Inflow, source: PullSource): BrokerSource {
  const stopped = new AbortController();
  const { signal } = stopped;
  const lookers: ((isEmpty: boolean) => void)[] = [];
  let endWait: (() => void) | undefined;
  let failures = 0;

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted || ms === 0) return resolve();
      const timer = setTimeout(resolve, ms);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** @returns how long to wait before the next pull; undefined: until there is room */
  const turn = async (): Promise<number | undefined> => {
    const asked = lookers.splice(0);
    const answer = (isEmpty: boolean) => {
      for (const tell of asked) tell(isEmpty);
    };
    const room = inflow.room();
    if (room === 0) {
      answer(true); // nothing that could be brought
      return undefined;
    }
    try {
      const arrivals = await source.pull(room, signal);
      failures = 0;
      inflow.worked();
      if (arrivals.length > 0) inflow.push(arrivals);
      answer(arrivals.length === 0);
      return arrivals.length > 0 ? 0 : source.idleMs;
    } catch (error) {
      answer(false);
      if (signal.aborted) return 0;
      inflow.failed(error);
      failures += 1;
      return Math.min(AGAIN_MAX_MS, AGAIN_MIN_MS * 2 ** (failures - 1));
    }
  };

  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const changed = inflow.changed();
      const waitMs = await turn();
      if (lookers.length > 0) continue;
      if (waitMs !== undefined) await wait(waitMs);
      else await Promise.race([changed, wait(FULL_MS)]);
      endWait?.(); // of each time that room was waited for a timer would be left
    }
    for (const tell of lookers.splice(0)) tell(true);
  };
  const looping = loop();

  return {
    leaseMs: source.leaseMs,
    ...(source.renew === undefined ? {} : { renew: source.renew }),
    isEmpty: () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(true);
        lookers.push(resolve);
        endWait?.();
      }),
    async pause() {
      stopped.abort();
      endWait?.();
      await looping;
    },
    async close() {
      stopped.abort();
      endWait?.();
      await looping;
      await source.close();
    },
  };
}
