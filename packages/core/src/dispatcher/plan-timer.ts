import { buildLetter } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { InstanceRecord, TimerRecord } from "../engine/records.ts";
import { settleOnly } from "../engine/step-commit.ts";
import { WORKER_DIED } from "../engine/worker-died.ts";
import { timerFired } from "../instances/machine-events.ts";
import { stepInstance } from "../instances/step.ts";
import { buildStepCommit } from "./build-step-commit.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { DEFAULT_ATTEMPTS_MAX } from "./settle-failure.ts";

/**
 * Fire a due timer. A timer whose instance is finished or gone is dropped. The step is pure, so one that throws would throw
 * again: it leaves a letter at once and the instance stays where it is. So does one that ended every worker that tried it.
 */
export function planTimer(
  env: PlanEnvironment,
  timer: TimerRecord,
  instance: InstanceRecord | undefined,
): Plan {
  const settlements = [{ kind: "timer-fired" as const, ref: timer.ref, revision: timer.revision }];
  if (instance === undefined || instance.status !== "active") {
    return { outcome: "ignored", commit: settleOnly(timer, settlements) };
  }
  const lookup = env.machines.version(timer.machineId, instance.chartId);
  if (lookup.kind === "missing") return { outcome: "held", why: lookup.why };
  const { runtime } = lookup;
  if (timer.attempts >= (runtime.definition.attemptsMax ?? DEFAULT_ATTEMPTS_MAX)) {
    return lettered(env, timer, instance, runtime, workersDied(env, timer));
  }
  try {
    const event = timerFired(timer);
    const step = stepInstance(runtime.compiled, instance.snapshot, event);
    const cause = {
      kind: "timer" as const,
      id: timer.ref,
      event: timer.label,
      causeEventId: timer.causeEventId,
      causeDepth: timer.causeDepth,
      correlationId: instance.correlationId,
    };
    const commit = buildStepCommit(env, runtime, timer.subject, instance, step, cause, settlements);
    return { outcome: "processed", step, commit };
  } catch (error) {
    const record = toErrorRecord(error, {
      attempt: 1,
      at: env.clock.now(),
      source: timer.label,
      scrub: (text) => env.capture.scrub(text, timer.machineId, instance.snapshot),
    });
    return lettered(env, timer, instance, runtime, record);
  }
}

function workersDied({ clock }: PlanEnvironment, { attempts, label }: TimerRecord): ErrorRecord {
  return {
    name: WORKER_DIED,
    message: `each of ${attempts} workers that fired this timer by itself died`,
    at: clock.now().toISOString(),
    attempt: attempts,
    source: label,
  };
}

function lettered(
  env: PlanEnvironment,
  timer: TimerRecord,
  instance: InstanceRecord,
  runtime: MachineRuntime,
  record: ErrorRecord,
): Plan {
  const letter = buildLetter(
    {
      project: env.project,
      consumer: timer.machineId,
      workKey: `timer:${timer.machineId}/${timer.subject}/${timer.ref}/${timer.revision}`,
      source: "state",
      reason: "max_attempts",
      machine: {
        machineId: runtime.machineId,
        chartId: runtime.chartId,
        version: runtime.version,
        structureHash: runtime.compiled.structureHash,
      },
      subject: timer.subject,
      revision: instance.revision,
      states: instance.states,
      snapshot: instance.snapshot,
      eventType: timer.label,
      envelopeId: timer.causeEventId,
      correlationId: instance.correlationId,
      attempts: record.attempt,
      errors: [record],
    },
    env.newId(),
    env.capture,
  );
  return {
    outcome: "dead_lettered",
    reason: "max_attempts",
    error: record,
    commit: settleOnly(timer, [{ kind: "timer-fired", ref: timer.ref, revision: timer.revision }], {
      deadLetters: [letter],
    }),
  };
}
