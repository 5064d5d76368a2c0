import type pg from "pg";

/** Rows without what differs from run to run: ids, times, workers. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** All that is stored about one subject, told so that two runs of the same thing tell the same. */
export type SubjectStory = Readonly<Record<keyof typeof CHAPTERS, Rows>>;

const ERRORS = (column: string) =>
  `(SELECT json_agg(json_build_array(e ->> 'name', e ->> 'message', e ->> 'attempt') ORDER BY n)
    FROM json_array_elements(${column}) WITH ORDINALITY AS x (e, n)) AS errors`;

/** $1 are the subjects. */
const CHAPTERS = {
  instances: `
    SELECT subject, machine_id, status, phase, states, revision, snapshot -> 'context' AS context
    FROM sagascope.instance WHERE subject = ANY ($1) ORDER BY machine_id`,
  history: `
    SELECT subject, machine_id, revision, cause_kind, event, transitions, entered, states, phase,
           snapshot -> 'context' AS context
    FROM sagascope.history WHERE subject = ANY ($1) ORDER BY machine_id, revision, at`,
  calls: `
    SELECT subject, machine_id, revision, ref, kind, src, status, attempts, idempotency_key, output,
           late -> 'output' AS late, ${ERRORS("errors")}
    FROM sagascope.effect WHERE subject = ANY ($1) ORDER BY machine_id, revision, ref`,
  timers:
    "SELECT subject, machine_id, ref FROM sagascope.timer WHERE subject = ANY ($1) ORDER BY machine_id, ref",
  events: `
    SELECT subject, coalesce(machine_id, '') AS machine_id, direction, topic, type, revision,
           CASE WHEN type <> 'xsm.deadletter' THEN envelope -> 'data' END AS data,
           (SELECT c.type FROM sagascope.event c WHERE c.id = v.causation_id ORDER BY c.seq LIMIT 1) AS cause
    FROM sagascope.event v WHERE subject = ANY ($1) ORDER BY machine_id, seq`,
  deliveries: "SELECT subject, sink FROM sagascope.delivery WHERE subject = ANY ($1) ORDER BY id",
  receipts: `
    SELECT s.subject, scope, count(*)::int AS n
    FROM sagascope.inbox JOIN unnest($1::text[]) AS s (subject) ON right(scope, length(s.subject) + 1) = '/' || s.subject
    GROUP BY s.subject, scope ORDER BY scope`,
  letters: `
    SELECT subject, consumer, source, reason, attempts, occurrences, resolution, ${ERRORS("errors")},
           (SELECT count(*)::int FROM sagascope.dead_letter_occurrence o WHERE o.letter_id = l.id) AS told
    FROM sagascope.dead_letter l WHERE subject = ANY ($1) ORDER BY captured_at, id`,
  commands: `
    SELECT coalesce(l.subject, c.target ->> 'subject') AS subject, c.kind, c.dry_run, c.status,
           c.result ->> 'outcome' AS outcome
    FROM sagascope.operator_command c LEFT JOIN sagascope.dead_letter l ON l.id = c.target ->> 'letterId'
    WHERE coalesce(l.subject, c.target ->> 'subject') = ANY ($1) ORDER BY c.requested_at`,
  audit: `
    SELECT coalesce(l.subject, split_part(a.target, '/', 2)) AS subject, a.actor, a.action, a.outcome
    FROM sagascope.audit a LEFT JOIN sagascope.dead_letter l ON a.target = 'dead letter ' || l.id
    WHERE l.subject = ANY ($1) OR a.target LIKE 'instance %' AND split_part(a.target, '/', 2) = ANY ($1)
    ORDER BY a.seq`,
} as const;

/** Tell what is stored about each of some subjects, in their order. A subject's own name stands as `<subject>`. */
export async function subjectStories(
  pool: pg.Pool,
  subjects: readonly string[],
): Promise<readonly SubjectStory[]> {
  const chapters = await Promise.all(
    Object.entries(CHAPTERS).map(async ([chapter, text]) => {
      const { rows } = await pool.query(text, [subjects]);
      return [chapter, bySubject(rows as Rows)] as const;
    }),
  );
  return subjects.map((subject) => {
    const own = chapters.map(([chapter, rows]) => [chapter, rows.get(subject) ?? []]);
    const story = JSON.stringify(Object.fromEntries(own));
    return JSON.parse(story.replaceAll(subject, "<subject>")) as SubjectStory;
  });
}

function bySubject(rows: Rows): ReadonlyMap<unknown, Rows> {
  const grouped = new Map<unknown, Rows[number][]>();
  for (const row of rows) {
    const own = grouped.get(row.subject) ?? [];
    grouped.set(row.subject, own);
    own.push(row);
  }
  return grouped;
}
