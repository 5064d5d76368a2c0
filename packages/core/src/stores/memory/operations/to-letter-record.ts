import type { LetterRecord } from "../../../engine/records.ts";
import type { LetterRow } from "../rows.ts";

/** A letter as an operator's request needs it. */
export function toLetterRecord(row: LetterRow): LetterRecord {
  return {
    id: row.id,
    consumer: row.consumer,
    workKey: row.workKey,
    source: row.source,
    reason: row.reason,
    machineId: row.machineId,
    subject: row.subject,
    machineVersion: row.machineVersion,
    structureHash: row.structureHash,
    topic: row.topic,
    eventType: row.eventType,
    envelopeId: row.envelopeId,
    effectId: row.effectId,
    revision: row.revision,
    redactedPaths: row.redactedPaths,
    redactedEnvelope: row.envelope,
    sealed: row.sealed,
    occurrences: row.occurrences,
    resolvedAt: row.resolvedAtMs === undefined ? undefined : new Date(row.resolvedAtMs),
  };
}
