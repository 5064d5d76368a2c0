export { assign, cancel, enqueueActions, raise } from "xstate";
export {
  type AsyncapiOptions,
  asyncapiDocument,
  type InboundRoute,
} from "./asyncapi/asyncapi-document.ts";
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
export type { ErrorRecord } from "./dead-letters/letter.ts";
export type { BatchResult } from "./dispatcher/batch.ts";
export type { ChartRecord } from "./engine/records.ts";
export { createEnvelope } from "./envelope/create-envelope.ts";
export { decodeEnvelope } from "./envelope/decode-envelope.ts";
export { encodeEnvelope, envelopeToJson } from "./envelope/encode-envelope.ts";
export {
  ATTEMPT_EXTENSION,
  type Envelope,
  MAX_DATA_DEPTH,
  SPECVERSION,
} from "./envelope/envelope.ts";
export { EnvelopeCorruptError, EnvelopeTooLargeError } from "./envelope/errors.ts";
export { defaultEventName, isReservedEventName } from "./envelope/event-names.ts";
export { decodeHttpEvents } from "./envelope/http/decode-http-events.ts";
export {
  encodeHttpBatch,
  encodeHttpBinary,
  encodeHttpStructured,
} from "./envelope/http/encode-http-events.ts";
export { HttpEventRefusedError } from "./envelope/http/errors.ts";
export { parseEnvelope } from "./envelope/parse-envelope.ts";
export type { DedupKey } from "./inbox/dedup-key.ts";
export { type ContextChange, diffContext } from "./instances/context-diff.ts";
export { serviceDone, serviceFailed, timerFired } from "./instances/machine-events.ts";
export { startInstance, stepInstance } from "./instances/step.ts";
export type { PlannedEffect, PlannedTimer, StepResult } from "./instances/step-result.ts";
export { type Clock, systemClock } from "./kernel/clock.ts";
export { type Fault, SagascopeError, StoreUnavailableError } from "./kernel/errors.ts";
export { newId } from "./kernel/ids.ts";
export type { JsonObject, JsonValue } from "./kernel/json.ts";
export { jsonLogger, type LogFields, type Logger, silentLogger } from "./kernel/logger.ts";
export { createRedactor, type Redactor, redact } from "./kernel/redaction/redactor.ts";
export { generateSealKey, parseSealKeys, type SealKeyRing } from "./kernel/seal/seal-key-ring.ts";
export { findBrokenRow } from "./operations/audit-chain.ts";
export { ReplayRefusedError } from "./operations/errors.ts";
export type {
  ReplayBranch,
  ReplayCheck,
  ReplayOutcome,
  ReplayReport,
} from "./operations/replay-report.ts";
export { defineProject, type Project } from "./projects/define-project.ts";
export { InvalidProjectError } from "./projects/errors.ts";
export type {
  MachineDefinition,
  ProjectDefinition,
  RelayDefinition,
  RelayPublish,
  Route,
  ServicePolicy,
  TopicDefinition,
} from "./projects/project.ts";
export { createEngine, type Engine, type EngineOptions } from "./runtime/engine.ts";
export { NotQuietError } from "./runtime/errors.ts";
export { createOnceRunner, type OnceRunner, type OnceRunnerOptions } from "./runtime/run-once.ts";
export type { EnvelopeOutcome, RunResult } from "./runtime/run-result.ts";
export { type Jitter, RetryPolicy, type RetryPolicyOptions } from "./sagas/retry-policy.ts";
export { type SagaBuilder, sagaBuilder } from "./sagas/saga-builder.ts";
