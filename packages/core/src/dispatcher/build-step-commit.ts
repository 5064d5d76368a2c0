import { buildLetter } from "../dead-letters/build-letter.ts";
import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { InstanceRecord } from "../engine/records.ts";
import {
  type EffectWrite,
  type EventWrite,
  type HistoryWrite,
  type InstanceWrite,
  type Settlement,
  type StepCommit,
  settleOnly,
} from "../engine/step-commit.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { StepResult } from "../instances/step-result.ts";
import { outboundTopicOf } from "../projects/define-project.ts";
import { DEPTH_EXTENSION } from "./causation-depth.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import { phaseOf } from "./phase.ts";
import type { PlanEnvironment } from "./plan-environment.ts";

/** Why a step is taken: for the history row and the causation of what it publishes. */
export interface StepCause {
  readonly kind: HistoryWrite["causeKind"];
  readonly id: string;
  /** The chart's event as people read it. */
  readonly event: string;
  /** The envelope that led here, directly or through a call or timer. */
  readonly causeEventId: string;
  /** How long the chain of envelopes up to that one is. */
  readonly causeDepth: number;
  readonly correlationId: string;
  readonly traceparent?: string;
  /** Errors that led here, should the step end in a state that leaves a letter. */
  readonly errors?: readonly ErrorRecord[];
}

/** Everything to be written for a step that was taken. */
export function buildStepCommit(
  env: PlanEnvironment,
  runtime: MachineRuntime,
  subject: string,
  instance: InstanceRecord | undefined,
  step: StepResult,
  cause: StepCause,
  settlements: readonly Settlement[],
): StepCommit {
  const written = instanceWrite(runtime, instance, step, cause);
  const { revision, phase } = written;
  return settleOnly({ machineId: runtime.machineId, subject }, settlements, {
    instance: written,
    history: {
      revision,
      chartId: runtime.chartId,
      causeKind: cause.kind,
      causeId: cause.id,
      event: cause.event,
      transitions: step.transitions,
      entered: step.entered,
      states: step.states,
      phase,
      snapshot: step.snapshot,
    },
    events: eventsOf(env, runtime, subject, revision, step, cause),
    effects: step.effects.map((effect) =>
      effectWrite(runtime.machineId, subject, revision, step, effect, cause),
    ),
    cancelledEffects: step.stoppedEffects,
    timers: step.timers.map((timer) => ({
      ...timer,
      revision,
      causeEventId: cause.causeEventId,
      causeDepth: cause.causeDepth,
      ...(cause.traceparent === undefined ? {} : { traceparent: cause.traceparent }),
    })),
    cancelledTimers: step.stoppedTimers,
    deadLetters: stateLetters(env, runtime, subject, revision, step, cause),
  });
}

function instanceWrite(
  runtime: MachineRuntime,
  instance: InstanceRecord | undefined,
  step: StepResult,
  cause: StepCause,
): InstanceWrite {
  const expectedRevision = instance?.revision ?? 0;
  return {
    expectedRevision,
    revision: expectedRevision + 1,
    chartId: runtime.chartId,
    status: step.status,
    phase: phaseOf({ ...step, before: instance?.phase }),
    states: step.states,
    snapshot: step.snapshot,
    correlationId: instance?.correlationId ?? cause.correlationId,
  };
}

function effectWrite(
  machineId: string,
  subject: string,
  revision: number,
  step: StepResult,
  effect: StepResult["effects"][number],
  cause: StepCause,
): EffectWrite {
  return {
    revision,
    ref: effect.ref,
    kind: effect.kind,
    src: effect.src,
    call: {
      input: effect.input,
      ...(effect.params === undefined ? {} : { params: effect.params }),
      event: effect.event,
      context: step.context,
      ...(cause.traceparent === undefined ? {} : { traceparent: cause.traceparent }),
    },
    idempotencyKey: `${machineId}/${subject}/${effect.ref}/${revision}`,
    causeEventId: cause.causeEventId,
    causeDepth: cause.causeDepth,
  };
}

function eventsOf(
  env: PlanEnvironment,
  runtime: MachineRuntime,
  subject: string,
  revision: number,
  step: StepResult,
  cause: StepCause,
): readonly EventWrite[] {
  const topic = outboundTopicOf(runtime.definition);
  return step.publications.map((publication) => ({
    topic,
    revision,
    envelope: createEnvelope({
      id: env.newId(),
      type: publication.type,
      source: `xsm/${runtime.machineId}`,
      subject,
      time: env.clock.now().toISOString(),
      data: publication.data ?? null,
      causationid: cause.causeEventId,
      correlationid: cause.correlationId,
      machineid: runtime.machineId,
      machineversion: runtime.version,
      extensions: {
        [DEPTH_EXTENSION]: cause.causeDepth + 1,
        ...(cause.traceparent === undefined ? {} : { traceparent: cause.traceparent }),
      },
    }),
  }));
}

function stateLetters(
  env: PlanEnvironment,
  runtime: MachineRuntime,
  subject: string,
  revision: number,
  step: StepResult,
  cause: StepCause,
): StepCommit["deadLetters"] {
  const state = step.entered.find((path) => runtime.deadLetterStates.has(path));
  if (state === undefined) return [];
  const letter = buildLetter(
    {
      project: env.project,
      consumer: runtime.machineId,
      workKey: `state:${runtime.machineId}/${subject}/${revision}`,
      source: "state",
      reason: "dead_letter_state",
      machine: {
        machineId: runtime.machineId,
        chartId: runtime.chartId,
        version: runtime.version,
        structureHash: runtime.compiled.structureHash,
      },
      subject,
      revision,
      states: step.states,
      snapshot: step.snapshot,
      eventType: cause.event,
      envelopeId: cause.causeEventId,
      correlationId: cause.correlationId,
      attempts: cause.errors?.length ?? 0,
      errors: cause.errors ?? [],
    },
    env.newId(),
    env.capture,
  );
  return [letter];
}
