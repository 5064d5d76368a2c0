import type { EngineStores, UpkeepStore, WakeUps } from "../../engine/engine-stores.ts";
import { purgeLetters } from "./dead-letters/purge-letters.ts";
import { memoryEffectStore } from "./effects/memory-effect-store.ts";
import { memoryLaneStore } from "./lanes/memory-lane-store.ts";
import type { MemoryDatabase } from "./memory-database.ts";
import type { MemoryWorker } from "./memory-worker.ts";
import { memoryCommandStore } from "./operations/memory-command-store.ts";
import { memoryIntakeStore } from "./outbox/memory-intake-store.ts";
import { memoryScheduleStore } from "./outbox/schedule-events.ts";
import { memoryReplayJobStore } from "./replay-jobs/memory-replay-job-store.ts";
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
    jobs: memoryReplayJobStore(db, worker),
    workers: memoryWorkerStore(db, worker),
    charts: {
      findChart: async (chartId) => db.charts.get(keyOf(chartId)),
      findVersion: async (machineId, version) =>
        db.charts
          .rows()
          .filter((row) => row.machineId === machineId && row.version === version)
          .sort((first, second) => second.id - first.id)[0],
    },
    schedule: memoryScheduleStore(db),
    intake: memoryIntakeStore(db),
    upkeep: memoryUpkeepStore(db, worker),
    wakeUps: memoryWakeUps(db, worker.project),
  };
}

function memoryUpkeepStore(db: MemoryDatabase, { project }: MemoryWorker): UpkeepStore {
  return {
    ensurePartitions: async () => undefined,
    // Letters are counted as they are: there are no tallies.
    foldTallies: async () => undefined,
    rollUpTallies: async () => undefined,
    forgetExpiredReceipts: async () =>
      db.transaction(() => {
        const expired = db.receipts.rows().filter(({ expiresAtMs }) => expiresAtMs <= db.nowMs());
        for (const { scope, key } of expired) db.receipts.remove(keyOf(scope, key));
        return expired.length;
      }),
    foldCounts: async () => undefined, // counted as sums at once
    recordPipes: async () => undefined, // nobody draws them
    forgetOldCounts: async () => 0,
    purgeLetters: async (retention) => db.transaction(() => purgeLetters(db, project, retention)),
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
