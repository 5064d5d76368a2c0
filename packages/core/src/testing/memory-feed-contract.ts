import { memoryFeedStores } from "../stores/memory/feeds/memory-feed-stores.ts";
import { moveFeedCursor } from "../stores/memory/feeds/move-feed-cursor.ts";
import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { memoryWorkerStore } from "../stores/memory/workers/memory-worker-store.ts";
import type { FeedStoresUnderTest } from "./feed-contract-stores.ts";
import { manualClock } from "./manual-clock.ts";

const LEASE_MS = 10_000;

/** Stores of feeds in process memory, for the contract. */
export async function makeMemoryFeedStores(): Promise<FeedStoresUnderTest> {
  const clock = manualClock();
  const db = createMemoryDatabase({ clock });
  const inspect = memoryInspection(db);
  const worker = (workerId: string) => ({
    ...{ project: "contract", workerId, leaseMs: LEASE_MS, effectLeaseMs: LEASE_MS },
  });
  return {
    storesOf: (workerId) => memoryFeedStores(db, worker(workerId)),
    register: async (project) => void registerProject(db, project),
    publish: async (topic, ...envelopes) => {
      for (const envelope of envelopes) insertEvents(db, [{ topic, envelope }], "received");
    },
    move: async (operation) => moveFeedCursor(db, operation),
    join: (workerId) =>
      memoryWorkerStore(db, worker(workerId)).register({
        ...{ host: "h", pid: 1, version: "1", machines: [] },
      }),
    letters: inspect.letters,
    audit: inspect.audit,
    passTime: async (ms) => clock.advance(ms),
    close: async () => undefined,
  };
}
