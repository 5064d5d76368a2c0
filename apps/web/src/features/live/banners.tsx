import type { ReactNode } from "react";
import type { LiveState } from "@/trpc/live-store.ts";
import { Note } from "@/ui/note.tsx";

/** What every page has to say first: that nobody works, or that changes arrive late. Nothing when all is well. */
export function bannersOf(state: LiveState, workersAlive: number | undefined): ReactNode {
  if (workersAlive !== 0 && state !== "stale") return undefined;
  return (
    <>
      {workersAlive === 0 && (
        <Note kind="bad" title="No worker is alive.">
          Events are stored and commands wait until one starts.
        </Note>
      )}
      {state === "stale" && (
        <Note kind="warn" title="The live stream is broken.">
          Pages ask every few seconds until it is back.
        </Note>
      )}
    </>
  );
}
