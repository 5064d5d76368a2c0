import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { requestCommand } from "../stores/memory/operations/request-command.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
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
    requestCommand: async (command) => requestCommand(db, command),
    passTime: async (ms) => clock.advance(ms),
    close: async () => undefined,
  };
}
