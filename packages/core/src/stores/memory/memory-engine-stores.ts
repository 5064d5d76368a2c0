import type { EngineStores, UpkeepStore, WakeUps } from "../../engine/engine-stores.ts";
import { memoryEffectStore } from "./effects/memory-effect-store.ts";
import { memoryLaneStore } from "./lanes/memory-lane-store.ts";
import type { MemoryDatabase } from "./memory-database.ts";
import type { MemoryWorker } from "./memory-worker.ts";
import { memoryCommandStore } from "./operations/memory-command-store.ts";
import { keyOf } from "./table.ts";
import { memoryWorkerStore } from "./workers/memory-worker-store.ts";

/**
 * All ports of an engine over a database in process memory, for one of its workers. They pass the contracts that the
 * Postgres stores pass; what they hold is gone with the process.
 */
export function memoryEngineStores(db: MemoryDatabase, worker: MemoryWorker): EngineStores {
  return {
    lanes: memoryLaneStore(db, worker),
    effects: memoryEffectStore(db, worker),
    commands: memoryCommandStore(db, worker),
    workers: memoryWorkerStore(db, worker),
    charts: { findChart: async (chartId) => db.charts.get(keyOf(chartId)) },
    upkeep: memoryUpkeepStore(db),
    wakeUps: memoryWakeUps(db, worker.project),
  };
}

function memoryUpkeepStore(db: MemoryDatabase): UpkeepStore {
  return {
    ensurePartitions: async () => undefined,
    forgetExpiredReceipts: async () =>
      db.transaction(() => {
        const expired = db.receipts.rows().filter(({ expiresAtMs }) => expiresAtMs <= db.nowMs());
        for (const { scope, key } of expired) db.receipts.remove(keyOf(scope, key));
        return expired.length;
      }),
  };
}

function memoryWakeUps(db: MemoryDatabase, project: string): WakeUps {
  return {
    async listen(onWake) {
      const stop = db.onWake(project, onWake);
      onWake();
      return { close: async () => void stop() };
    },
  };
}
