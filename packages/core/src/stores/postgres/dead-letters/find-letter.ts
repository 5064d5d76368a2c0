import type { LetterRecord } from "../../../engine/records.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const LETTER_COLUMNS =
  "id, consumer, work_key, source, reason, machine_id, subject, machine_version, structure_hash, topic, event_type, envelope_id, effect_id, revision, redacted_paths, envelope, sealed, occurrences, resolved_at";

const FIND_LETTER = `SELECT ${LETTER_COLUMNS} FROM sagascope.dead_letter WHERE id = $1 AND project = $2`;

const LIST_OPEN_LETTERS = `
  SELECT ${LETTER_COLUMNS} FROM sagascope.dead_letter
  WHERE consumer = $1 AND subject = $2 AND project = $3 AND resolved_at IS NULL ORDER BY captured_at, id`;

interface Row {
  readonly id: string;
  readonly consumer: string;
  readonly work_key: string;
  readonly source: LetterRecord["source"];
  readonly reason: string;
  readonly machine_id: string | null;
  readonly subject: string;
  readonly machine_version: string | null;
  readonly structure_hash: string | null;
  readonly topic: string | null;
  readonly event_type: string;
  readonly envelope_id: string | null;
  readonly effect_id: string | null;
  readonly revision: number | null;
  readonly redacted_paths: readonly string[];
  readonly envelope: JsonValue;
  readonly sealed: Uint8Array | null;
  readonly occurrences: number;
  readonly resolved_at: Date | null;
}

/** A letter as replaying needs it, the sealed original included: for workers only. */
export async function findLetter(
  sql: Sql,
  project: string,
  letterId: string,
): Promise<LetterRecord | undefined> {
  const [row] = await sql.query<Row>("find dead letter", FIND_LETTER, [letterId, project]);
  return row === undefined ? undefined : toLetter(row);
}

/** The letters of an instance that nobody has dealt with, oldest first. */
export async function listOpenLetters(
  sql: Sql,
  project: string,
  { machineId, subject }: { readonly machineId: string; readonly subject: string },
): Promise<readonly LetterRecord[]> {
  const rows = await sql.query<Row>("list open dead letters", LIST_OPEN_LETTERS, [
    machineId,
    subject,
    project,
  ]);
  return rows.map(toLetter);
}

function toLetter(row: Row): LetterRecord {
  return {
    id: row.id,
    consumer: row.consumer,
    workKey: row.work_key,
    source: row.source,
    reason: row.reason,
    machineId: row.machine_id ?? undefined,
    subject: row.subject,
    machineVersion: row.machine_version ?? undefined,
    structureHash: row.structure_hash ?? undefined,
    topic: row.topic ?? undefined,
    eventType: row.event_type,
    envelopeId: row.envelope_id ?? undefined,
    effectId: row.effect_id ?? undefined,
    revision: row.revision ?? undefined,
    redactedPaths: row.redacted_paths,
    redactedEnvelope: row.envelope,
    sealed: row.sealed ?? undefined,
    occurrences: row.occurrences,
    resolvedAt: row.resolved_at ?? undefined,
  };
}
