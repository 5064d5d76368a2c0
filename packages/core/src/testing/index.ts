export { commandStoreContract } from "../engine/command-store.contract.ts";
export { effectStoreContract } from "../engine/effect-store.contract.ts";
export { engineStoresContract } from "../engine/engine-stores.contract.ts";
export { laneStoreContract } from "../engine/lane-store.contract.ts";
export { workerStoreContract } from "../engine/worker-store.contract.ts";
export {
  commitOf,
  doneWith,
  effectWrite,
  historyWrite,
  instanceWrite,
  letterOf,
  receiptOf,
  timerWrite,
} from "./commit-makers.ts";
export {
  CONTRACT_PROJECT,
  type EngineContractOptions,
  type StoresRequest,
  type StoresUnderTest,
} from "./contract-stores.ts";
export { readGolden } from "./golden.ts";
export { type ManualClock, manualClock } from "./manual-clock.ts";
export { makeMemoryStores } from "./memory-contract-stores.ts";
export {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
  type MemoryInstance,
} from "./memory-engine.ts";
export { openPostgresContracts } from "./postgres-contract-stores.ts";
export { postgresInspection } from "./postgres-inspection.ts";
export { type SimulatedClock, simulatedClock } from "./simulated-clock.ts";
export { storyOf } from "./story-of.ts";
export type { TestDatabase, TestServer } from "./test-database.ts";
export { createTestDatabase } from "./test-database.ts";
export { eventually, publish, startTestEngine, TEST_SEAL_KEYS } from "./test-engine.ts";
