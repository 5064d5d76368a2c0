"use client";

import type { TRPCClient } from "@trpc/client";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { LiveFilter } from "@/server/live/live-filter.ts";
import type { AppRouter } from "@/server/trpc/router.ts";
import { createLiveConnection, type LiveConnection } from "./live-connection.ts";
import type { LiveState } from "./live-store.ts";

const NOTHING_WAITS: readonly string[] = [];
const LiveContext = createContext<LiveConnection | undefined>(undefined);

interface LiveProviderProps {
  readonly client: TRPCClient<AppRouter>;
  readonly children: ReactNode;
}

/** Holds the page's one stream of hints. */
export function LiveProvider({ client, children }: LiveProviderProps) {
  const [connection] = useState(() => createLiveConnection(client));
  useEffect(() => {
    const onVisibility = () => connection.setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      connection.close();
    };
  }, [connection]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

/** Whether the page hears of changes, and the two ends of its pause button. */
export function useLiveState(): {
  readonly state: LiveState;
  /** What changed since it was paused, in words. */
  readonly waiting: readonly string[];
  readonly pause: () => void;
  readonly resume: () => void;
} {
  const connection = useLiveConnection();
  const state = useSyncExternalStore(
    connection.onState,
    connection.state,
    () => "connecting" as const,
  );
  const waiting = useSyncExternalStore(connection.onState, connection.waiting, () => NOTHING_WAITS);
  return { state, waiting, pause: connection.pause, resume: connection.resume };
}

/** Call back when something of the filter may have changed. Bursts are already gathered; see `useLiveQuery` for reads. */
export function useLive(filter: LiveFilter, onChange: () => void): void {
  const connection = useLiveConnection();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const key = JSON.stringify(filter);
  useEffect(
    () => connection.watch({ filter: JSON.parse(key), onChange: () => latest.current() }),
    [connection, key],
  );
}

function useLiveConnection(): LiveConnection {
  const connection = useContext(LiveContext);
  if (!connection) throw new Error("useLive needs a LiveProvider above it");
  return connection;
}
