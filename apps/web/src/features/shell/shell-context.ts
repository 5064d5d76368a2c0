"use client";

import { createContext, useContext } from "react";

/** Whether the page follows what happens: `connecting` until it does, `paused` by a person, `stale` because the stream broke. */
export type LiveState = "connecting" | "live" | "paused" | "stale";

/** What the shell gives to the pages inside it. */
export interface Shell {
  readonly live: LiveState;
  readonly onToggleLive?: () => void;
  /** What changed while it was paused, in words. */
  readonly waiting?: readonly string[];
  readonly openPalette: () => void;
}

/** The shell around the current page. */
export const ShellContext = createContext<Shell | undefined>(undefined);

/** The shell around the current page. @throws Error if there is none, which is a mistake in the route's layout */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error("useShell must be called inside AppShell");
  return shell;
}
