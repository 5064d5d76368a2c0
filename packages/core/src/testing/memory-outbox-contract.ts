import {
  createMemoryOutbox,
  type MemoryOutboxOptions,
} from "../stores/memory/outbox/memory-outbox.ts";
import { manualClock } from "./manual-clock.ts";
import type { OutboxStorageUnderTest, StoredMessage } from "./outbox-contract-bench.ts";

/** A table of messages in process memory, for the contract. */
export async function makeMemoryOutbox(
  options: Pick<MemoryOutboxOptions, "onDelivered"> = {},
): Promise<OutboxStorageUnderTest> {
  const clock = manualClock();
  const outbox = createMemoryOutbox({ ...options, clock });
  return {
    storage: () => outbox.storage,
    add: async (...messages) => outbox.add(messages),
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
