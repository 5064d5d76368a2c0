import { createOutboxQueue, type OutboxQueueOptions } from "../outbox/queue/outbox-queue.ts";
import { relayBench } from "./relay-bench.ts";

/** Queues over one table in memory, on one clock that stands still. */
export function queueBench() {
  const bench = relayBench();
  const { clock, outbox, logger } = bench;
  return {
    ...bench,
    queue: (options: Partial<OutboxQueueOptions> = {}) =>
      createOutboxQueue({
        ...{ storage: outbox.storage, logger, timers: clock },
        ...{ nowMs: () => clock.now().getTime() },
        ...options,
      }),
  };
}

/** Let promises run until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tick = 0; !isSo(); tick += 1) {
    if (tick > 1_000) throw new Error("it never came to be so");
    await Promise.resolve();
  }
}
