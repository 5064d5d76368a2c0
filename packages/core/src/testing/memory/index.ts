/** A whole engine in memory, for unit tests under any test runner: nothing in here needs vitest. */
export type {
  AuditState,
  CommandState,
  EffectState,
  EngineInspection,
  LetterState,
  RecordedEvent,
  WaitingDelivery,
  WaitingTimer,
} from "../../engine/engine-inspection.ts";
export { NotQuietError } from "../../runtime/errors.ts";
export type { EnvelopeOutcome, RunResult } from "../../runtime/run-result.ts";
export {
  createMemoryDatabase,
  type MemoryDatabase,
  type MemoryDatabaseOptions,
} from "../../stores/memory/memory-database.ts";
export { memoryEngineStores } from "../../stores/memory/memory-engine-stores.ts";
export type { MemoryWorker } from "../../stores/memory/memory-worker.ts";
export {
  createMemoryOutbox,
  type MemoryOutbox,
  type MemoryOutboxLetter,
  type MemoryOutboxOptions,
  type MemoryOutboxRow,
} from "../../stores/memory/outbox/memory-outbox.ts";
export { type ManualClock, manualClock } from "../manual-clock.ts";
export {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
  type MemoryInstance,
  type MemoryRequest,
} from "../memory-engine.ts";
export { ReplayDiffersError, type StepPlace } from "../replay-errors.ts";
export { assertReplayConsistent, type ReplayedStep, replayInstance } from "../replay-instance.ts";
export { type SimulatedClock, simulatedClock } from "../simulated-clock.ts";
