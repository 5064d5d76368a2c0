import { env } from "../env.ts";
import { type ChangeListening, listenForChanges } from "./listen-for-changes.ts";
import { createLiveHub, type LiveHub } from "./live-hub.ts";
import { createReadCache, type ReadCache } from "./read-cache.ts";

/** This process's stream of changes and the reads that it makes stale. */
export interface ProcessHub {
  readonly hub: LiveHub;
  readonly reads: ReadCache;
  readonly listening: ChangeListening;
}

/** Kept on the global object, so that a hot reload does not open a second listening connection. */
const holder = globalThis as typeof globalThis & { sagascopeHub?: ProcessHub };

/** The one hub of this process; the first call starts to listen. */
export function liveHub(): ProcessHub {
  holder.sagascopeHub ??= startHub();
  return holder.sagascopeHub;
}

/** Hints can be lost; all browsers of a process ask at the same moment, which costs what one costs. */
const ASK_AGAIN_MS = 15_000;

function startHub(): ProcessHub {
  const hub = createLiveHub();
  const reads = createReadCache();
  const listening = listenForChanges(env().DATABASE_URL, (change) => {
    reads.clear(); // before anyone is told to read again
    hub.publish(change);
  });
  setInterval(() => {
    reads.clear();
    hub.askAgain();
  }, ASK_AGAIN_MS).unref();
  return { hub, reads, listening };
}
