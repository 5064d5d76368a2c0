import { useKeys } from "@/lib/keys/use-keys.ts";
import type { Moment } from "./instance.ts";

/** `[` and `]` go through the steps, `l` follows the newest. */
export function useStepKeys(
  { steps, step }: Moment,
  select: (revision: number | undefined) => void,
): void {
  const at = steps.findIndex(({ revision }) => revision === step?.revision);
  const go = (by: 1 | -1) => {
    const next = steps[at + by];
    if (next) select(next.revision);
  };
  useKeys([
    { keys: "[", label: "one step back", group: "Instance", run: () => go(-1) },
    { keys: "]", label: "one step on", group: "Instance", run: () => go(1) },
    { keys: "l", label: "follow live", group: "Instance", run: () => select(undefined) },
  ]);
}
