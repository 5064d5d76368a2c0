import type { Actor } from "../access/actor.ts";

/** That somebody signed out counts for no longer than this and the second for which people are remembered. */
const ASK_EVERY_MS = 2_000;

/** Who sent a request, and who it is when asked anew. */
interface Asker {
  readonly actor: Actor | undefined;
  readonly findActor: () => Promise<Actor | undefined>;
}

/**
 * For what outlives its request: a signal that aborts with the request, and as soon as whoever sent it is signed out, locked, or may
 * do something else than before. All streams of a process are asked about together, see `createKnownActors`. While the database is away
 * nobody can say, and the stream goes on.
 *
 * @returns `end` lets go of it
 */
export function whileEntitled(
  { actor, findActor }: Asker,
  request: AbortSignal | undefined,
  everyMs: number = ASK_EVERY_MS,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const over = new AbortController();
  let isAsking = false;

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      if (rightsOf(await findActor()) !== rightsOf(actor)) over.abort();
    } catch {
      // asked again
    } finally {
      isAsking = false;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    timer = setTimeout(
      () => {
        plan();
        void ask();
      },
      untilNext(everyMs, performance.now()),
    );
    timer.unref?.();
  };
  plan();
  return {
    signal: request === undefined ? over.signal : AbortSignal.any([request, over.signal]),
    end: () => clearTimeout(timer),
  };
}

/** Until the next whole multiple of the interval: streams that were opened at any time ask at the same one, in one statement. */
function untilNext(everyMs: number, nowMs: number): number {
  return Math.ceil(everyMs - (nowMs % everyMs));
}

/** All that decides what somebody is shown, as text to compare. */
function rightsOf(actor: Actor | undefined): string | undefined {
  if (actor === undefined) return undefined;
  const { id, sessionId, role, permissions, machines, mustEnrol } = actor;
  return JSON.stringify([id, sessionId, role, permissions, machines, mustEnrol]);
}
