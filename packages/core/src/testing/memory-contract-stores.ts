import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { requestCommand } from "../stores/memory/operations/request-command.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { cancelScheduled, scheduleEvents } from "../stores/memory/outbox/schedule-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { changeReplayJob } from "../stores/memory/replay-jobs/change-job.ts";
import { freezeSelection } from "../stores/memory/replay-jobs/freeze-selection.ts";
import { startReplayJob } from "../stores/memory/replay-jobs/start-job.ts";
import type { StoresRequest, StoresUnderTest } from "./contract-stores.ts";
import { manualClock } from "./manual-clock.ts";

/** Stores in process memory, for the contracts. */
export async function makeMemoryStores(request: StoresRequest): Promise<StoresUnderTest> {
  const { project, leaseMs, effectLeaseMs } = request;
  const clock = manualClock();
  const db = createMemoryDatabase({ clock });
  return {
    charts: registerProject(db, project),
    inspect: memoryInspection(db),
    storesOf: (workerId) =>
      memoryEngineStores(db, { project: project.name, workerId, leaseMs, effectLeaseMs }),
    publish: async (topic, envelopes) =>
      insertEvents(
        db,
        envelopes.map((envelope) => ({ topic, envelope })),
        "received",
      ),
    schedule: async (events) => scheduleEvents(db, events, "received"),
    cancelScheduled: async (topic, keys) => cancelScheduled(db, topic, keys),
    requestCommand: async (command) => requestCommand(db, command),
    jobs: {
      freeze: async (filter, purpose) =>
        freezeSelection(db, { project: project.name, filter, purpose }),
      start: async (job) => startReplayJob(db, job),
      change: async (change) => changeReplayJob(db, change),
    },
    passTime: async (ms) => clock.advance(ms),
    close: async () => undefined,
  };
}
