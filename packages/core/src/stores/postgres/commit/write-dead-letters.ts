import { LETTER_ERRORS_MAX } from "../../../dead-letters/build-letter.ts";
import type { NewDeadLetter } from "../../../dead-letters/letter.ts";
import type { Settlement } from "../../../engine/step-commit.ts";
import { type Statement, type StatementValue, toArrayLiteral } from "../statement.ts";

/**
 * The same work given up again is one more occurrence of its letter, which opens again. A letter of a chart state carries
 * the errors of every service call of the instance that failed, oldest first: what led there, then what stopped it.
 */
const WRITE_LETTER = `
  WITH letter AS (
  INSERT INTO sagascope.dead_letter AS l
    (id, project, consumer, work_key, source, reason, machine_id, subject, chart_id, machine_version, structure_hash,
     revision, states, topic, event_type, envelope_id, correlation_id, effect_id, attempts, errors, fingerprint,
     cause_title, envelope, redacted_paths, snapshot, sealed, seal_key_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text[], $14, $15, $16, $17, $18, $19,
    CASE WHEN $5 = 'state' THEN coalesce(
      (SELECT json_agg(newest.error ORDER BY newest.id, newest.n) FROM (
         SELECT e.id, x.n, x.error
         FROM sagascope.effect e, json_array_elements(e.errors) WITH ORDINALITY AS x (error, n)
         WHERE e.machine_id = $7 AND e.subject = $8 AND e.status = 'failed'
         ORDER BY e.id DESC, x.n DESC LIMIT ${LETTER_ERRORS_MAX}) newest), $20::json)
    ELSE $20::json END,
    $21, $22, $23::json, $24::json, $25::json, $26, $27)
  ON CONFLICT (work_key, project, consumer) DO UPDATE
    SET reason = excluded.reason, chart_id = excluded.chart_id, machine_version = excluded.machine_version,
        structure_hash = excluded.structure_hash, revision = excluded.revision, states = excluded.states,
        attempts = excluded.attempts, errors = excluded.errors, fingerprint = excluded.fingerprint,
        cause_title = excluded.cause_title, snapshot = excluded.snapshot, last_seen_at = clock_timestamp(),
        occurrences = l.occurrences + 1, resolved_at = NULL, resolution = NULL, archived_at = NULL
  RETURNING id, occurrences, errors)
  INSERT INTO sagascope.dead_letter_occurrence (letter_id, number, reason, attempts, errors)
  SELECT id, occurrences, $6, $19::int, errors FROM letter`;

const RESOLVE_LETTERS = `
  UPDATE sagascope.dead_letter SET resolved_at = clock_timestamp(), resolution = s.resolution
  FROM unnest($1::text[], $2::text[]) AS s (id, resolution)
  WHERE dead_letter.id = s.id AND resolved_at IS NULL`;

const RESOLVE_LETTERS_OF_EFFECTS = `
  UPDATE sagascope.dead_letter l SET resolved_at = clock_timestamp(), resolution = s.resolution
  FROM unnest($1::text[], $2::text[]) AS s (work_key, resolution)
  WHERE l.work_key = s.work_key AND l.project = $3 AND l.resolved_at IS NULL`;

/** Letters are rare beside steps: one statement each. */
export function writeDeadLetters(letters: readonly NewDeadLetter[]): readonly Statement[] {
  return letters.map((letter) => ({
    operation: "write dead letter",
    text: WRITE_LETTER,
    values: valuesOf(letter),
  }));
}

function valuesOf(letter: NewDeadLetter): readonly StatementValue[] {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return [
    letter.id,
    letter.project,
    letter.consumer,
    letter.workKey,
    letter.source,
    letter.reason,
    letter.machineId ?? null,
    letter.subject,
    letter.chartId ?? null,
    letter.machineVersion ?? null,
    letter.structureHash ?? null,
    letter.revision ?? null,
    toArrayLiteral(letter.states),
    letter.topic ?? null,
    letter.eventType,
    letter.envelopeId ?? null,
    letter.correlationId ?? null,
    letter.effectId ?? null,
    letter.attempts,
    JSON.stringify(letter.errors),
    letter.fingerprint,
    letter.causeTitle,
    json(letter.envelope),
    JSON.stringify(letter.redactedPaths),
    json(letter.snapshot),
    letter.sealed ?? null,
    letter.sealKeyId ?? null,
  ];
}

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** Close letters whose replay came through. */
export function resolveLetters(resolved: readonly Of<"letter-resolved">[]): readonly Statement[] {
  if (resolved.length === 0) return [];
  const values = [
    resolved.map((settlement) => settlement.letterId),
    resolved.map((settlement) => settlement.resolution),
  ];
  return [{ operation: "resolve dead letters", text: RESOLVE_LETTERS, values }];
}

/** Close the letters of service calls that gave up once, and have ended well or been ended by an operator since. */
export function resolveLettersOfEffects(
  project: string,
  effects: readonly Of<"letters-of-effect-resolved">[],
): readonly Statement[] {
  if (effects.length === 0) return [];
  const values = [
    effects.map((settlement) => `effect:${settlement.effectId}`),
    effects.map((settlement) => settlement.resolution),
    project,
  ];
  return [
    {
      operation: "resolve dead letters of service calls",
      text: RESOLVE_LETTERS_OF_EFFECTS,
      values,
    },
  ];
}
