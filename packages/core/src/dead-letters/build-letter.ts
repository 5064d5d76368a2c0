import type { Envelope } from "../envelope/envelope.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../kernel/json.ts";
import type { LetterCapture, Redacted } from "./capture.ts";
import type { DeadLetterReason, DeadLetterSource, ErrorRecord, NewDeadLetter } from "./letter.ts";

/** The newest errors of a chain say what is wrong; older ones say the same. */
export const LETTER_ERRORS_MAX = 20;

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
  const shown =
    envelope?.wire === undefined ? undefined : shownOf(envelope.wire, machineId, capture);
  const snapshot =
    facts.snapshot === undefined ? undefined : capture.redact(facts.snapshot, machineId).value;
  const sealed = envelope === undefined ? undefined : capture.seal(Buffer.from(envelope.text), id);
  const lastError = facts.errors.at(-1);
  const cause = capture.cause({ ...facts, ...(lastError ? { error: lastError } : {}) });
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
    errors: facts.errors.slice(-LETTER_ERRORS_MAX),
    fingerprint: cause.fingerprint,
    causeTitle: cause.title,
    envelope: shown?.value,
    redactedPaths: shown?.paths ?? [],
    snapshot,
    sealed: sealed?.sealed,
    sealKeyId: sealed?.keyId,
  };
}

/** The wire object for display, where the text is JSON at all; a letter of unreadable bytes shows none. */
export function wireOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** What names an envelope: short texts, shown even when the rest cannot be walked. */
const NAMING = ["id", "type", "source", "subject"] as const;

/** The redacted envelope; of one that cannot be walked only what names it, and a marker where its data was. */
function shownOf(wire: JsonValue, machineId: string | undefined, capture: LetterCapture): Redacted {
  const whole = capture.redact(wire, machineId);
  if (!whole.paths.includes("") || !isJsonObject(wire)) return whole;
  const names = NAMING.flatMap((name) => {
    const value = wire[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const named = capture.redact(Object.fromEntries(names), machineId);
  const value = { ...(named.value as JsonObject), data: whole.value };
  return { value, paths: [...named.paths, "/data"] };
}
