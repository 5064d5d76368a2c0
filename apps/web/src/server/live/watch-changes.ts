import { setTimeout as pause } from "node:timers/promises";
import { AGAIN, type Change, EVERYTHING, mergeChanges, NO_CHANGE } from "./change.ts";
import { isEmptyHint, type LiveFilter, type LiveHint, narrowChange } from "./live-filter.ts";
import type { LiveHub } from "./live-hub.ts";

/** A hint and the id under which a browser may resume after it. */
export interface IdentifiedHint {
  readonly id: string;
  readonly hint: LiveHint;
}

const GATHER_MS = 100; // a burst becomes one hint; still far below what a person notices

/** What a watcher says: its filter, and the last id it saw before it lost its stream. */
export interface Watch {
  readonly filter: LiveFilter;
  readonly lastId: string | undefined;
  readonly signal: AbortSignal;
  readonly gatherMs?: number;
}

/**
 * The hints of a filter, from now on or from `lastId` on, without a gap: what the hub no longer remembers is told as
 * "everything". The first hint comes at once and tells the id to resume from.
 */
export async function* watchChanges(hub: LiveHub, watch: Watch): AsyncGenerator<IdentifiedHint> {
  const { filter, lastId, signal, gatherMs = GATHER_MS } = watch;
  const gathered = gatherChanges(hub, signal);
  try {
    const missed = changeSince(hub, lastId) ?? NO_CHANGE;
    yield { id: idOf(hub), hint: narrowChange(missed, filter) };
    while (await gathered.arrival()) {
      await pause(gatherMs, undefined, { signal }).catch(() => {});
      const hint = narrowChange(gathered.take(), filter);
      if (!isEmptyHint(hint)) yield { id: idOf(hub), hint };
    }
  } finally {
    gathered.end();
  }
}

/** Collects what a hub publishes until somebody takes it. */
function gatherChanges(hub: LiveHub, signal: AbortSignal) {
  let pending: Change | undefined;
  let wake = () => {};
  const unsubscribe = hub.subscribe(({ change }) => {
    pending = pending ? mergeChanges(pending, change) : change;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  return {
    /** Wait until there is something to take; false once the watcher has gone. */
    async arrival(): Promise<boolean> {
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return !signal.aborted;
    },
    take(): Change {
      const taken = pending ?? NO_CHANGE;
      pending = undefined;
      return taken;
    },
    end(): void {
      unsubscribe();
      signal.removeEventListener("abort", onAbort);
    },
  };
}

function idOf(hub: LiveHub): string {
  return `${hub.epoch}.${hub.newest}`;
}

/**
 * What a browser missed; everything, if its id is none of this process's. Of what a newcomer read before it came nothing is
 * known to have moved, so it is only asked to read again: while it is paused, it says of nothing that it changed.
 */
function changeSince(hub: LiveHub, lastId: string | undefined): Change | undefined {
  if (lastId === undefined) return AGAIN;
  const [epoch, number] = lastId.split(".");
  return epoch === hub.epoch ? hub.since(Number(number)) : EVERYTHING;
}
