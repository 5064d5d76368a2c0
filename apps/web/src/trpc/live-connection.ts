import type { TRPCClient } from "@trpc/client";
import type { LiveFilter, LiveHint } from "@/server/live/live-filter.ts";
import type { AppRouter } from "@/server/trpc/router.ts";
import {
  concerns,
  type LiveState,
  unionOfFilters,
  unionOfHints,
  type Watcher,
  wordsOfHint,
} from "./live-store.ts";

const REFILTER_MS = 50; // a page's parts mount within one of these and open one stream together
const REOPEN_MS = 3_000; // a stream that was refused: the database may be back by then
const HIDDEN_MS = 10_000; // a tab out of sight for so long gives its stream back: browsers allow six a host

const NOTHING_WAITS: readonly string[] = [];

/** One page's stream of hints, shared by all its parts. */
export interface LiveConnection {
  watch(watcher: Watcher): () => void;
  /** Hear what changes, and hold it back. */
  pause(): void;
  /** Pass on what was held back, and everything from now on. */
  resume(): void;
  /** What changed since the page was paused, in words; the same array until more does. */
  waiting(): readonly string[];
  setVisible(visible: boolean): void;
  state(): LiveState;
  onState(listener: () => void): () => void;
  close(): void;
}

/**
 * Opens the stream when there is something to watch, and again when what is watched changes; always from the last
 * hint on, so that nothing between two streams is missed.
 */
export function createLiveConnection(client: TRPCClient<AppRouter>): LiveConnection {
  const watchers = new Set<Watcher>();
  const stateListeners = new Set<() => void>();
  let state: LiveState = "connecting";
  let paused = false;
  let held: LiveHint | undefined; // what came while paused
  let waiting: readonly string[] = NOTHING_WAITS;
  let lastId: string | undefined;
  let subscription: { filter: string; unsubscribe: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let outOfSight = false;

  function tell(): void {
    for (const listener of stateListeners) listener();
  }

  function setState(next: LiveState): void {
    if (state === next) return;
    state = next;
    tell();
  }

  function hold(hint: LiveHint): void {
    held = held ? unionOfHints(held, hint) : hint;
    const words = wordsOfHint(held);
    if (words.join() === waiting.join()) return;
    waiting = words;
    tell();
  }

  function spread(hint: LiveHint): void {
    if (paused) {
      hold(hint);
      return;
    }
    for (const { filter, onChange } of [...watchers]) if (concerns(hint, filter)) onChange();
  }

  function refilter(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const filter = unionOfFilters([...watchers].map((watcher) => watcher.filter));
      const key = JSON.stringify(filter);
      if (outOfSight || watchers.size === 0 || subscription?.filter === key) return;
      close();
      subscription = { filter: key, unsubscribe: open(filter) };
    }, REFILTER_MS);
  }

  function open(filter: LiveFilter): () => void {
    let closed = false; // what an older stream still says is not heard
    const unlessClosed =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (!closed) run(...args);
      };
    const opened = client.live.changes.subscribe(
      { filter, lastEventId: lastId },
      {
        onData: unlessClosed(({ id, data }) => {
          lastId = id;
          setState("live");
          spread(data);
        }),
        onConnectionStateChange: unlessClosed(({ state: connection, error }) => {
          if (connection === "connecting" && error) setState("stale");
        }),
        onError: unlessClosed(reopenLater),
        onComplete: unlessClosed(reopenLater),
      },
    );
    return () => {
      closed = true;
      opened.unsubscribe();
    };
  }

  /** The server ended the stream instead of losing it, so the link does not connect again by itself. */
  function reopenLater(): void {
    subscription = undefined;
    setState("stale");
    clearTimeout(timer);
    timer = setTimeout(refilter, REOPEN_MS);
  }

  function close(): void {
    subscription?.unsubscribe();
    subscription = undefined;
  }

  function giveBack(): void {
    outOfSight = true;
    close();
  }

  return {
    watch(watcher) {
      watchers.add(watcher);
      refilter();
      return () => {
        watchers.delete(watcher);
        refilter();
      };
    },
    pause() {
      paused = true;
      tell();
    },
    resume() {
      const missed = held;
      paused = false;
      held = undefined;
      waiting = NOTHING_WAITS;
      tell();
      if (missed) spread({ ...missed, again: true });
    },
    waiting: () => waiting,
    setVisible(visible) {
      clearTimeout(hiddenTimer);
      if (!visible) {
        hiddenTimer = setTimeout(giveBack, HIDDEN_MS);
        return;
      }
      outOfSight = false;
      refilter();
    },
    state: () => (paused ? "paused" : state),
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    close() {
      clearTimeout(timer);
      clearTimeout(hiddenTimer);
      close();
    },
  };
}
