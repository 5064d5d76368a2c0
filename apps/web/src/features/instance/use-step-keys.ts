import { useKeys } from "@/lib/keys/use-keys.ts";
import type { Moment } from "./instance.ts";
import { revisionAfter, revisionBefore } from "./neighbour-steps.ts";

/** `[` and `]` go through the steps, `l` follows the newest. */
export function useStepKeys(
  moment: Moment,
  moreSteps: boolean,
  select: (revision: number | undefined) => void,
): void {
  const go = (next: number | undefined) => next !== undefined && select(next);
  useKeys([
    {
      keys: "[",
      label: "one step back",
      group: "Instance",
      run: () => go(revisionBefore(moment, moreSteps)),
    },
    { keys: "]", label: "one step on", group: "Instance", run: () => go(revisionAfter(moment)) },
    { keys: "l", label: "follow live", group: "Instance", run: () => select(undefined) },
  ]);
}
