import {
  createMemoryOutbox,
  type MemoryOutboxOptions,
} from "../stores/memory/outbox/memory-outbox.ts";
import { manualClock } from "./manual-clock.ts";
import type { OutboxLaterUnderTest, StoredMessage } from "./outbox-contract-bench.ts";

/** A table of messages in process memory, for the contract. */
export async function makeMemoryOutbox(
  options: Pick<MemoryOutboxOptions, "onDelivered"> = {},
): Promise<OutboxLaterUnderTest> {
  const clock = manualClock();
  const outbox = createMemoryOutbox({ ...options, clock });
  return {
    storage: () => outbox.storage,
    add: async (...messages) => outbox.add(messages),
    setTimers: async (timers, options) => outbox.setTimers(timers, options),
    cancelTimers: async (topic, timerIds) => outbox.cancelTimers(topic, timerIds),
    now: async () => clock.now(),
    async look(id): Promise<StoredMessage | undefined> {
      const letter = outbox.letters().find(({ message }) => message.id === id);
      const row = letter?.message ?? outbox.rows().find((one) => one.id === id);
      if (row === undefined) return undefined;
      const { attempts, deliveries, lastError = null } = row;
      return {
        ...{ attempts, deliveries, lastError },
        state: letter === undefined ? row.status : "dead",
        waitsForMs: row.availableAtMs - clock.now().getTime(),
      };
    },
    passTime: async (ms) => clock.advance(ms),
    close: async () => undefined,
  };
}
