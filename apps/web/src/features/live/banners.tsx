import type { LiveState } from "@/trpc/live-store.ts";
import { Note } from "@/ui/note.tsx";

/** Says that nothing moves because nobody works; nothing while that is not known. */
export function WorkerBanner({ alive }: { readonly alive: number | undefined }) {
  if (alive !== 0) return null;
  return (
    <Note kind="bad" title="No worker is alive.">
      Events are stored and commands wait until one starts.
    </Note>
  );
}

/** Says that changes arrive late. */
export function StreamBanner({ state }: { readonly state: LiveState }) {
  if (state !== "stale") return null;
  return (
    <Note kind="warn" title="The live stream is broken.">
      Pages ask every few seconds until it is back.
    </Note>
  );
}
