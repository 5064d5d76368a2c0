"use client";

import { useSyncExternalStore } from "react";

interface Ticker {
  readonly subscribe: (listener: () => void) => () => void;
  readonly now: () => Date;
}

/** One timer for all components that tick at the same pace, so that they change in the same frame. */
function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let current = new Date();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    current = new Date();
    for (const listener of listeners) listener();
  };
  return {
    now: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      if (timer === undefined) {
        current = new Date();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const SECONDS = createTicker(1000);
const TENTHS = createTicker(100);
const never = () => () => {};
const absent = () => undefined;

/**
 * The present, renewed once a second, or ten times for countdowns under 30 s; `undefined` on the server and
 * while hydrating, where no two clocks agree.
 */
export function useNow(pace: "seconds" | "tenths" | "still" = "seconds"): Date | undefined {
  const ticker = pace === "tenths" ? TENTHS : SECONDS;
  return useSyncExternalStore(pace === "still" ? never : ticker.subscribe, ticker.now, absent);
}

let localZone: string | undefined;
const zoneOfBrowser = () => {
  localZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return localZone;
};
const zoneOfServer = () => "UTC";

/** The reader's time zone; UTC on the server and while hydrating. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, zoneOfBrowser, zoneOfServer);
}
