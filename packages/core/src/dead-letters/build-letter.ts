import type { Envelope } from "../envelope/envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { LetterCapture } from "./capture.ts";
import { causeOf } from "./cause.ts";
import type { DeadLetterReason, DeadLetterSource, ErrorRecord, NewDeadLetter } from "./letter.ts";

/** What is known of work that is given up. */
export interface LetterFacts {
  readonly project: string;
  readonly consumer: string;
  readonly workKey: string;
  readonly source: DeadLetterSource;
  readonly reason: DeadLetterReason;
  readonly machine?: {
    readonly machineId: string;
    readonly chartId: number;
    readonly version: string;
    readonly structureHash: string;
  };
  readonly subject: string;
  readonly revision?: number;
  readonly states?: readonly string[];
  readonly snapshot?: JsonValue;
  readonly topic?: string;
  readonly eventType: string;
  /** The envelope behind the work: decoded where it could be, and its original text. */
  readonly envelope?: {
    readonly decoded?: Envelope;
    readonly wire?: JsonValue;
    readonly text: string;
  };
  readonly envelopeId?: string;
  readonly correlationId?: string;
  readonly effectId?: string;
  readonly attempts: number;
  readonly errors: readonly ErrorRecord[];
}

/** A letter: redacted for people, sealed for replay, filed under its cause. */
export function buildLetter(facts: LetterFacts, id: string, capture: LetterCapture): NewDeadLetter {
  const { machine, envelope } = facts;
  const machineId = machine?.machineId;
  const shown = envelope?.wire === undefined ? undefined : capture.redact(envelope.wire, machineId);
  const snapshot =
    facts.snapshot === undefined ? undefined : capture.redact(facts.snapshot, machineId).value;
  const sealed = envelope === undefined ? undefined : capture.seal(Buffer.from(envelope.text), id);
  const lastError = facts.errors.at(-1);
  const cause = causeOf({ ...facts, ...(lastError ? { error: lastError } : {}) });
  return {
    id,
    project: facts.project,
    consumer: facts.consumer,
    workKey: facts.workKey,
    source: facts.source,
    reason: facts.reason,
    ...(machine
      ? {
          machineId: machine.machineId,
          chartId: machine.chartId,
          machineVersion: machine.version,
          structureHash: machine.structureHash,
        }
      : {}),
    subject: facts.subject,
    revision: facts.revision,
    states: facts.states ?? [],
    topic: facts.topic,
    eventType: facts.eventType,
    envelopeId: facts.envelopeId ?? envelope?.decoded?.id,
    correlationId: facts.correlationId ?? envelope?.decoded?.correlationid ?? envelope?.decoded?.id,
    effectId: facts.effectId,
    attempts: facts.attempts,
    errors: facts.errors,
    fingerprint: cause.fingerprint,
    causeTitle: cause.title,
    envelope: shown?.value,
    redactedPaths: shown?.paths ?? [],
    snapshot,
    sealed: sealed?.sealed,
    sealKeyId: sealed?.keyId,
  };
}
