export { brokerContract } from "../brokers/broker.contract.ts";
export {
  type BrokerFaults,
  brokerFaultsContract,
  type FaultAbilities,
} from "../brokers/broker-faults.contract.ts";
export type { BrokerContractOptions, BrokerUnderTest } from "../brokers/contract/contract-bench.ts";
export { commandStoreContract } from "../engine/command-store.contract.ts";
export { effectStoreContract } from "../engine/effect-store.contract.ts";
export { engineStoresContract } from "../engine/engine-stores.contract.ts";
export { instanceWorkContract } from "../engine/instance-work.contract.ts";
export { laneStoreContract } from "../engine/lane-store.contract.ts";
export { replayJobStoreContract } from "../engine/replay-job-store.contract.ts";
export { workerStoreContract } from "../engine/worker-store.contract.ts";
export { feedStoresContract } from "../feeds/feed-stores.contract.ts";
export { outboxCrashesContract } from "../outbox/outbox-crashes.contract.ts";
export { outboxLaterContract } from "../outbox/outbox-later.contract.ts";
export { outboxStorageContract } from "../outbox/outbox-storage.contract.ts";
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
export {
  type BrokerElsewhere,
  type DoomedConsumer,
  startDoomedConsumer,
} from "./doomed-consumer.ts";
export {
  createFakeBroker,
  type DrainOptions,
  type FakeBroker,
  type FakeHandler,
} from "./fake-broker.ts";
export { type FaultProxy, faultsOf, startFaultProxy } from "./fault-proxy.ts";
export type { FeedContractOptions, FeedStoresUnderTest } from "./feed-contract-stores.ts";
export { readGolden } from "./golden.ts";
export {
  type HostileKind,
  type HostileRequest,
  hostileRequest,
} from "./hostile-requests.ts";
export { HOSTILE_TEXTS, type HostileNames } from "./hostile-values.ts";
export { type ManualClock, manualClock } from "./manual-clock.ts";
export { makeMemoryStores } from "./memory-contract-stores.ts";
export {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
  type MemoryInstance,
} from "./memory-engine.ts";
export { makeMemoryOutbox } from "./memory-outbox-contract.ts";
export { isKafkaMissing, loadTestKafka, type MockKafka, startMockKafka } from "./mock-kafka.ts";
export type {
  ContractMessage,
  OutboxContractOptions,
  OutboxLaterUnderTest,
  OutboxStorageUnderTest,
  StoredMessage,
} from "./outbox-contract-bench.ts";
export { openPostgresContracts } from "./postgres-contract-stores.ts";
export { postgresInspection } from "./postgres-inspection.ts";
export {
  BUILT_IN_SECRETS,
  CARELESS_REASON,
  type Leaky,
  leaksIn,
  leakyProject,
  SECRET_DATA,
  SEEDED_SECRETS,
} from "./seeded-secrets.ts";
export { type SimulatedClock, simulatedClock } from "./simulated-clock.ts";
export { storyOf } from "./story-of.ts";
export { type SubjectStory, subjectStories } from "./subject-story.ts";
export { type TestBrokerServer, type TestBrokers, testBrokers } from "./test-brokers.ts";
export type { TestDatabase, TestServer } from "./test-database.ts";
export { createTestDatabase } from "./test-database.ts";
export { eventually, publish, startTestEngine, TEST_SEAL_KEYS } from "./test-engine.ts";
export { type Till, tillProject } from "./till-project.ts";
