import type { DeadLetterSource, ErrorRecord } from "../../../dead-letters/letter.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

/** See {@link LetterSummary}. */
export const SUMMARY_COLUMNS = `
  id, project, consumer, source, reason, machine_id AS "machineId", subject, event_type AS "eventType", topic, attempts,
  occurrences, cause_title AS "causeTitle", captured_at AS "capturedAt", last_seen_at AS "lastSeenAt",
  resolved_at AS "resolvedAt", resolution, fingerprint`;

const LIST_LETTERS = `
  SELECT ${SUMMARY_COLUMNS} FROM sagascope.dead_letter
  WHERE ($1 OR resolved_at IS NULL) AND ($2::text IS NULL OR machine_id = $2)
    AND (archived_at IS NOT NULL) = $4 AND ($5::text IS NULL OR fingerprint = $5)
  ORDER BY captured_at, id LIMIT $3`;

const FIND_LETTER_VIEW = `
  SELECT ${SUMMARY_COLUMNS}, machine_version AS "machineVersion", structure_hash AS "structureHash", revision, states,
         envelope_id AS "envelopeId", correlation_id AS "correlationId", errors, envelope,
         redacted_paths AS "redactedPaths", snapshot, sealed IS NOT NULL AS "originalKept"
  FROM sagascope.dead_letter WHERE id = $1`;

/** One line of a list of dead letters. */
export interface LetterSummary {
  readonly id: string;
  readonly project: string;
  readonly consumer: string;
  readonly source: DeadLetterSource;
  readonly reason: string;
  readonly machineId: string | null;
  readonly subject: string;
  readonly eventType: string;
  readonly topic: string | null;
  readonly attempts: number;
  readonly occurrences: number;
  readonly causeTitle: string;
  readonly capturedAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
  /** Of the cause. */
  readonly fingerprint: string;
}

/** A dead letter for people: everything in it was redacted when it was captured. */
export interface LetterView extends LetterSummary {
  readonly machineVersion: string | null;
  readonly structureHash: string | null;
  readonly revision: number | null;
  readonly states: readonly string[];
  readonly envelopeId: string | null;
  readonly correlationId: string | null;
  readonly errors: readonly ErrorRecord[];
  readonly envelope: JsonValue;
  readonly redactedPaths: readonly string[];
  readonly snapshot: JsonValue;
  /** The sealed original exists; it never leaves the server. */
  readonly originalKept: boolean;
}

/** Dead letters in the order they were captured; open ones unless asked for all. */
export function listLetters(
  sql: Sql,
  filter: {
    readonly all: boolean;
    readonly machineId?: string;
    /** Fingerprint of the cause. */
    readonly cause?: string;
    /** Only what was put out of sight, which is resolved. */
    readonly archived?: boolean;
    readonly limit: number;
  },
): Promise<readonly LetterSummary[]> {
  return sql.query<LetterSummary>("list dead letters", LIST_LETTERS, [
    filter.all || filter.archived === true,
    filter.machineId ?? null,
    filter.limit,
    filter.archived === true,
    filter.cause ?? null,
  ]);
}

/** One dead letter with its redacted envelope, snapshot and errors. */
export async function findLetterView(sql: Sql, id: string): Promise<LetterView | undefined> {
  const [row] = await sql.query<LetterView>("find dead letter", FIND_LETTER_VIEW, [id]);
  return row;
}
