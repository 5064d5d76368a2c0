export { memoryInspection } from "./inspection/memory-inspection.ts";
export {
  createMemoryDatabase,
  type MemoryDatabase,
  type MemoryDatabaseOptions,
} from "./memory-database.ts";
export { memoryEngineStores } from "./memory-engine-stores.ts";
export type { MemoryWorker } from "./memory-worker.ts";
export { requestCommand as requestMemoryCommand } from "./operations/request-command.ts";
export {
  insertEvents as insertMemoryEvents,
  type OutgoingEvent,
  type PublishedCounts,
} from "./outbox/publish-events.ts";
export { registerProject as registerMemoryProject } from "./projects/register-project.ts";
