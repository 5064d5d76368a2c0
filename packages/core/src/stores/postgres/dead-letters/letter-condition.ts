/** Whether somebody has dealt with a letter, and whether it is out of sight; `all` leaves out what is archived. */
export const LETTER_STATES = ["open", "resolved", "archived", "all"] as const;
export type LetterState = (typeof LETTER_STATES)[number];

/** What letters are looked for by; what is absent narrows nothing. */
export interface LetterSearch {
  readonly state: LetterState;
  readonly consumer?: string;
  readonly reason?: string;
  /** Fingerprint of the cause. */
  readonly cause?: string;
  readonly eventType?: string;
  /** Captured then or later. Counting and listing begin at the start of that hour, some days ago at that of the day, in UTC. */
  readonly capturedFrom?: Date;
  /** A part of the subject, in any case. */
  readonly subject?: string;
}

/** A part of a subject is looked for among so many letters, the newest that fit the rest; further back no index leads. */
export const LOOKED_THROUGH_MAX = 20_000;

/** In the words of the partial indexes. */
const STATES = {
  open: "resolved_at IS NULL",
  resolved: "resolved_at IS NOT NULL AND archived_at IS NULL",
  archived: "archived_at IS NOT NULL",
  all: "archived_at IS NULL",
} as const satisfies Record<LetterState, string>;

/** Of the tallies. */
const TALLIED_STATES = {
  open: "state = 'open'",
  resolved: "state = 'resolved'",
  archived: "state = 'archived'",
  all: "state <> 'archived'",
} as const satisfies Record<LetterState, string>;

const SAME = `
  ($1::text IS NULL OR consumer = $1) AND ($2::text IS NULL OR reason = $2)
  AND ($3::text IS NULL OR fingerprint = $3) AND ($4::text IS NULL OR event_type = $4)`;

/** All but the subject, as a condition on `dead_letter` whose values are {@link searchValues}. */
export function letterCondition({ state }: Pick<LetterSearch, "state">): string {
  return `${STATES[state]} AND ${SAME} AND ($5::timestamptz IS NULL OR captured_at >= $5)`;
}

/** The values of $1 to $6. */
export function searchValues(search: LetterSearch): readonly unknown[] {
  const { consumer, reason, cause, eventType, capturedFrom, subject } = search;
  const from = capturedFrom === undefined ? undefined : talliedFrom(capturedFrom, new Date());
  return [consumer, reason, cause, eventType, from, subject || undefined].map(
    (value) => value ?? null,
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Tallies stay by the hour two days longer than this. */
const BY_THE_HOUR_MS = 2 * DAY_MS;

/** Tallies are kept by the hour and later by the day, so that is where counting, and therefore listing, begins. */
export function talliedFrom(from: Date, now: Date): Date {
  const unitMs = now.getTime() - from.getTime() > BY_THE_HOUR_MS ? DAY_MS : HOUR_MS;
  return new Date(Math.floor(from.getTime() / unitMs) * unitMs);
}

/** The letters whose subject fits, of those that are looked through. */
export function matchingLetters(search: Pick<LetterSearch, "state">): string {
  return `
    SELECT * FROM (
      SELECT fingerprint, consumer, reason, event_type, source, captured_at, last_seen_at, cause_title, occurrences,
             subject, sagascope.letter_state(resolved_at, archived_at) AS state
      FROM sagascope.dead_letter WHERE ${letterCondition(search)}
      ORDER BY captured_at DESC, id LIMIT ${LOOKED_THROUGH_MAX}
    ) newest WHERE position(lower($6) IN lower(subject)) > 0`;
}

/**
 * How many letters there are of each cause, consumer, reason, type, source and state, as the body of a WITH query: from the tallies, or
 * counted among those that are looked through where a part of the subject is given.
 */
export function letterSums(search: LetterSearch): string {
  const columns = "fingerprint, consumer, reason, event_type, source, state";
  if (search.subject) {
    return `
      SELECT ${columns}, count(*)::int AS letters, (count(*) FILTER (WHERE occurrences > 1))::int AS came_back,
             max(date_trunc('hour', captured_at, 'UTC')) AS last_hour
      FROM (${matchingLetters(search)}) matching GROUP BY ${columns}`;
  }
  return `
    SELECT ${columns}, sum(letters)::int AS letters, sum(came_back)::int AS came_back,
           max(hour) FILTER (WHERE letters > 0) AS last_hour
    FROM (${tallies(search)}) tally GROUP BY ${columns} HAVING sum(letters) > 0`;
}

/** Rows of both tables of tallies, in one view of the store. */
export function tallies({ state }: Pick<LetterSearch, "state">): string {
  const of = (table: string) => `
    SELECT fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back
    FROM sagascope.${table}
    WHERE ${TALLIED_STATES[state]} AND ${SAME} AND ($5::timestamptz IS NULL OR hour >= $5) AND $6::text IS NULL`;
  return `${of("letter_tally")} UNION ALL ${of("letter_tally_change")}`;
}
