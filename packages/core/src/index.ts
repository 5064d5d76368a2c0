export { assign, cancel, enqueueActions, raise } from "xstate";
export {
  type AlertChannel,
  type AlertMessage,
  CHANNEL_KINDS,
  type ChannelKind,
} from "./alerts/alert-channel.ts";
export {
  ALERT_SIGNALS,
  type AlertRule,
  type AlertSignal,
  type QuietHours,
} from "./alerts/alert-rule.ts";
export { createAlertSender } from "./alerts/sending/create-sender.ts";
export { asyncapiDocument } from "./asyncapi/asyncapi-document.ts";
export {
  ASYNCAPI_VERSION,
  ASYNCAPI_VERSIONS,
  type AsyncapiOptions,
  type AsyncapiServer,
  type AsyncapiVersion,
  type InboundRoute,
} from "./asyncapi/asyncapi-options.ts";
export {
  type AsyncapiSystem,
  asyncapiSystemDocument,
} from "./asyncapi/asyncapi-system-document.ts";
export {
  type ChangeClass,
  compareDocuments,
  countChanges,
  type DocumentChange,
} from "./asyncapi/compare-documents.ts";
export type { DocumentKind, Passage } from "./asyncapi/document-record.ts";
export {
  DOCUMENT_BYTES_MAX,
  type DocumentFormat,
  documentText,
  parseDocumentText,
} from "./asyncapi/document-text.ts";
export { InvalidDocumentError } from "./asyncapi/errors.ts";
export { type ForeignDocument, readForeignDocument } from "./asyncapi/foreign-document.ts";
export { type DataField, type MessageData, messageData } from "./asyncapi/message-data.ts";
export {
  type Outline,
  type OutlineChannel,
  type OutlineMessage,
  type OutlineServer,
  outlineOf,
} from "./asyncapi/outline.ts";
export { type DocumentedService, servicesOf } from "./asyncapi/services-of.ts";
export { type DocsSite, docsSite, type SiteDocument } from "./asyncapi/site/docs-site.ts";
export {
  type AsyncapiProblem,
  loadAsyncapiSchema,
  validateAsyncapi,
} from "./asyncapi/validate-asyncapi.ts";
export { type TrafficSample, withTraffic } from "./asyncapi/with-traffic.ts";
export type {
  Broker,
  BrokerCapabilities,
  BrokerDelivery,
  BrokerHealth,
  BrokerSubscription,
  Capability,
  NackOptions,
  OnUndecodable,
  SubscribeOptions as BrokerSubscribeOptions,
  UndecodableMessage,
} from "./brokers/broker.ts";
export type {
  Arrival,
  BrokerDriver,
  BrokerSource,
  Inflow,
  OutgoingMessage,
  Requeued,
} from "./brokers/broker-driver.ts";
export { brokerOfUrl } from "./brokers/broker-of-url.ts";
export { type BrokerOptions, createBroker } from "./brokers/create-broker.ts";
export { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "./brokers/errors.ts";
export { type KafkaOptions, kafkaBroker } from "./brokers/kafka/kafka-broker.ts";
export type { KafkaPackage, KafkaSettings } from "./brokers/kafka/kafka-client.ts";
export {
  createMemoryBrokerServer,
  type MemoryBrokerServer,
  memoryBroker,
} from "./brokers/memory/memory-broker.ts";
export { type NatsOptions, natsBroker } from "./brokers/nats/nats-broker.ts";
export { createPullSource, type PullSource } from "./brokers/pull-source.ts";
export { type RabbitMqOptions, rabbitMqBroker } from "./brokers/rabbitmq/rabbitmq-broker.ts";
export {
  type RedisStreamsOptions,
  redisStreamsBroker,
} from "./brokers/redis-streams/redis-streams-broker.ts";
export { type SqsOptions, sqsBroker } from "./brokers/sqs/sqs-broker.ts";
export type { Chart } from "./charts/chart.ts";
export { type CompiledMachine, compileChart } from "./charts/compile-chart.ts";
export { consumedEventsOf } from "./charts/consumed-events.ts";
export { InvalidChartError } from "./charts/errors.ts";
export type {
  Delay,
  Guard,
  LogicArgs,
  MachineLogic,
  Service,
  ServiceCall,
} from "./charts/logic.ts";
export type { TakenTransition } from "./charts/markers.ts";
export { parseChart } from "./charts/parse-chart.ts";
export { type PublicationSpec, publicationsOf } from "./charts/publications.ts";
export { structureHashOf } from "./charts/structure-hash.ts";
export type { Choreography, ChoreographyCycle } from "./choreography/choreography.ts";
export { choreographyOfProject } from "./choreography/choreography-of-project.ts";
export type { ErrorRecord, NewDeadLetter } from "./dead-letters/letter.ts";
export { maskError, maskLetter } from "./dead-letters/letter-display.ts";
export { letterEnvelope } from "./dead-letters/letter-envelope.ts";
export type { BatchResult } from "./dispatcher/batch.ts";
export { DEFAULT_ATTEMPTS_MAX } from "./dispatcher/settle-failure.ts";
export type {
  CommandStore,
  EffectStore,
  LaneStore,
  TimerPage,
  TimerPlace,
  WorkerStore,
} from "./engine/engine-store.ts";
export type { EngineStores } from "./engine/engine-stores.ts";
export type { ChartRecord, LetterRecord } from "./engine/records.ts";
export {
  checkRetention,
  type Purged,
  type PurgeReport,
  RETAINED,
  type RetentionPolicy,
  type RetentionStore,
} from "./engine/retention.ts";
export type { ScheduledEvent, ScheduleTime } from "./engine/schedule-store.ts";
export { safeExtensions } from "./envelope/check-extensions.ts";
export {
  attemptOf,
  createEnvelope,
  type NewEnvelope,
  replaceEnvelope,
  withAttempt,
} from "./envelope/create-envelope.ts";
export { decodeEnvelope } from "./envelope/decode-envelope.ts";
export { encodeEnvelope, envelopeToJson } from "./envelope/encode-envelope.ts";
export {
  ATTEMPT_EXTENSION,
  type Envelope,
  MAX_DATA_DEPTH,
  SPECVERSION,
} from "./envelope/envelope.ts";
export { envelopeFromTransition } from "./envelope/envelope-from-transition.ts";
export { EnvelopeCorruptError, EnvelopeTooLargeError } from "./envelope/errors.ts";
export { defaultEventName, isReservedEventName } from "./envelope/event-names.ts";
export { decodeHttpEvents } from "./envelope/http/decode-http-events.ts";
export {
  encodeHttpBatch,
  encodeHttpBinary,
  encodeHttpStructured,
} from "./envelope/http/encode-http-events.ts";
export { HttpEventRefusedError } from "./envelope/http/errors.ts";
export { envelopeOfMessage, messageOf } from "./envelope/messages/envelope-message.ts";
export {
  createMessage,
  createMessages,
  type Message,
  type NewMessage,
} from "./envelope/messages/message.ts";
export { parseEnvelope } from "./envelope/parse-envelope.ts";
export { type EnvelopeEvent, toEvent } from "./envelope/to-event.ts";
export { cloudEventEncoding } from "./feeds/encoding/cloud-event-encoding.ts";
export type { EncodedRecord, FeedEncoding } from "./feeds/encoding/feed-encoding.ts";
export {
  type StateChangeOptions,
  stateChangeEncoding,
} from "./feeds/encoding/state-change-encoding.ts";
export {
  BatchRefusedError,
  FeedOperationRefusedError,
  ForeignCursorError,
  SinkTimeoutError,
  UnknownFeedError,
} from "./feeds/errors.ts";
export type { FeedOperation } from "./feeds/feed-operation.ts";
export {
  createFeedRunner,
  type FeedRun,
  type FeedRunner,
  type FeedRunnerOptions,
} from "./feeds/feed-runner.ts";
export type { FeedStores } from "./feeds/feed-stores.ts";
export {
  type RedisStreamOptions,
  toRedisStream,
} from "./feeds/sinks/redis-stream/to-redis-stream.ts";
export { toWebhook, type WebhookOptions } from "./feeds/sinks/webhook/to-webhook.ts";
export type { FeedCycleResult } from "./feeds/tally.ts";
export type { DedupKey } from "./inbox/dedup-key.ts";
export { type ContextChange, diffContext } from "./instances/context-diff.ts";
export { serviceDone, serviceFailed, timerFired } from "./instances/machine-events.ts";
export { startInstance, stepInstance } from "./instances/step.ts";
export type { PlannedEffect, PlannedTimer, StepResult } from "./instances/step-result.ts";
export { type Clock, systemClock } from "./kernel/clock.ts";
export { csvText } from "./kernel/csv-text.ts";
export { type Fault, SagascopeError, StoreUnavailableError } from "./kernel/errors.ts";
export { newId } from "./kernel/ids.ts";
export type { JsonObject, JsonValue } from "./kernel/json.ts";
export { jsonLogger, type LogFields, type Logger, silentLogger } from "./kernel/logger.ts";
export type { RedactionSettings } from "./kernel/redaction/redaction-settings.ts";
export { createRedactor, type Redactor, redact } from "./kernel/redaction/redactor.ts";
export { generateSealKey, parseSealKeys, type SealKeyRing } from "./kernel/seal/seal-key-ring.ts";
export { findBrokenRow } from "./operations/audit-chain.ts";
export { AUDIT_CSV_HEADING, auditCsvLine } from "./operations/audit-csv.ts";
export { OperationRefusedError, ReplayRefusedError } from "./operations/errors.ts";
export {
  INSTANCE_ACTIONS,
  type InstanceAction,
  type InstanceActionKind,
} from "./operations/instance-action.ts";
export type {
  CommandReport,
  InstanceOutcome,
  InstanceReport,
} from "./operations/instance-report.ts";
export type { EditChange, EditStep } from "./operations/letter-edit.ts";
export type {
  ReplayBranch,
  ReplayCheck,
  ReplayOutcome,
  ReplayReport,
} from "./operations/replay-report.ts";
export {
  DeliveriesSpentError,
  MessageHandedBackError,
  MessageRejectedError,
  NotAQueueOperationError,
} from "./outbox/errors.ts";
export { type DecodeBody, decodeBody } from "./outbox/message-body.ts";
export { type OutboxBrokerOptions, outboxBroker } from "./outbox/outbox-broker.ts";
export type {
  ClaimedRow,
  ClaimRequest,
  FailedTry,
  GivenUp,
  OutboxLetterReason,
  OutboxOrder,
  OutboxStats,
  OutboxStorage,
  OutboxWakeUps,
  Receipt,
} from "./outbox/outbox-storage.ts";
export { F_QUEUE, F_QUEUE_LATER, F_TIMERS, T_RELAY, X_RELAY } from "./outbox/presets.ts";
export {
  forwardResult,
  type MessageHandler,
  type QueueDelivery,
} from "./outbox/queue/handle-message.ts";
export type { MessageSettlement } from "./outbox/queue/message-settlement.ts";
export {
  createOutboxQueue,
  type OutboxQueue,
  type OutboxQueueOptions,
  type SubscribeOptions,
} from "./outbox/queue/outbox-queue.ts";
export {
  type AckPolicy,
  QUEUE_DEFAULTS,
  type QueueSettings,
} from "./outbox/queue/queue-settings.ts";
export {
  createOutboxRelay,
  type OutboxRelay,
  type OutboxRelayOptions,
} from "./outbox/relay/outbox-relay.ts";
export type {
  LostLeases,
  RelayHooks,
  RelayLetter,
  RelayRetry,
} from "./outbox/relay/relay-hooks.ts";
export type { PublishMessage, RelayCall, RelayRound } from "./outbox/relay/relay-round.ts";
export {
  RELAY_DEFAULTS,
  type RelaySettings,
  worstCaseRoundMs,
} from "./outbox/relay/relay-settings.ts";
export {
  constantRetry,
  type ExponentialRetryOptions,
  exponentialRetry,
  linearRetry,
  noRetry,
  policyRetry,
  type RetryJitter,
} from "./outbox/retry/retry-strategies.ts";
export type { MessageFailure, RetryLimits, RetryStrategy } from "./outbox/retry/retry-strategy.ts";
export { type SignalSource, type Stoppable, stopOnSignals } from "./outbox/stop-on-signals.ts";
export type { OutboxPoisonPolicy } from "./outbox/work/decide-failure.ts";
export type { LeasePhase } from "./outbox/work/lease-watch.ts";
export type { CauseFacts, CauseRule, RuledCause } from "./projects/cause-rule.ts";
export { defineProject, type Project } from "./projects/define-project.ts";
export type { DirectEvent, DirectSinkDefinition } from "./projects/direct-sink.ts";
export { InvalidProjectError } from "./projects/errors.ts";
export type {
  FeedCall,
  FeedDefinition,
  FeedFunction,
  FeedPoisonPolicy,
  FeedReceipt,
  FeedRecord,
  FeedSink,
  FeedSinkContext,
  FeedStart,
  OpenFeedSink,
} from "./projects/feed.ts";
export {
  type BrokerUse,
  brokersOf,
  brokerUsesOf,
  type IntakeDefinition,
  toBroker,
} from "./projects/intake.ts";
export { letterTopic } from "./projects/letter-topic.ts";
export { type ObservedEnvelope, observerOf } from "./projects/observers.ts";
export type {
  DocumentSettings,
  MachineDefinition,
  MachineDocumentSettings,
  ObserverDefinition,
  ProjectDefinition,
  RelayDefinition,
  RelayDelivery,
  RelayPublish,
  Route,
  ServicePolicy,
  TopicDefinition,
} from "./projects/project.ts";
export { machineDocumentOf, systemDocumentOf } from "./projects/project-documents.ts";
export {
  createDisplayRedaction,
  type DisplayRedaction,
  type StoredRule,
} from "./projects/redaction-rules.ts";
export { type AlertWatch, startAlertWatch } from "./runtime/alert-watch.ts";
export {
  createDirectSink,
  type DirectSink,
  type DirectSinkOptions,
} from "./runtime/direct-sink.ts";
export {
  createEngine,
  DEFAULT_TIMINGS,
  type Engine,
  type EngineOptions,
  type EngineTimings,
} from "./runtime/engine.ts";
export { NotQuietError } from "./runtime/errors.ts";
export { runForever } from "./runtime/run-forever.ts";
export {
  createOnceRunner,
  DEFAULT_CONCURRENCY,
  type OnceRunner,
  type OnceRunnerOptions,
} from "./runtime/run-once.ts";
export type { EnvelopeOutcome, HandleOutcome, RunResult } from "./runtime/run-result.ts";
export { type Jitter, RetryPolicy, type RetryPolicyOptions } from "./sagas/retry-policy.ts";
export { type SagaBuilder, sagaBuilder } from "./sagas/saga-builder.ts";
export type { SagaStep, SagaStepOptions } from "./sagas/saga-step.ts";
export type { DataSchema } from "./schemas/data-schema.ts";
