import type { Timers } from "../kernel/clock.ts";

/** Settles once the work has, or the time is over; how, is not told. */
export async function withinMs(work: Promise<unknown>, ms: number, timers: Timers): Promise<void> {
  let cancel: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve);
  });
  await Promise.race([work, over]);
  cancel?.();
}
