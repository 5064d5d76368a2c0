import type { Sql } from "../sql.ts";

/** The oldest ones are looked at, along an index: the cost is bounded however many wait. */
const LOOKED_AT_MAX = 100_000;

const MEASURE = `
  SELECT w.topic, w.project, w.sink, w.kind, count(*)::int AS waiting,
         count(*) FILTER (WHERE w.attempts > 0)::int AS retrying, min(w.created_at) AS "oldestAt",
         (sum(count(*)) OVER ())::int AS looked_at
  FROM (
    SELECT topic, project, sink, kind, attempts, created_at FROM sagascope.delivery ORDER BY id LIMIT $1
  ) w
  GROUP BY w.topic, w.project, w.sink, w.kind ORDER BY w.topic, w.project, w.sink`;

/** As they were tallied when they were written, and what changed since, in one view: no letter is looked at. */
const LETTERS = `
  SELECT nullif(topic, '') AS topic, consumer AS sink, sum(letters)::int AS dead FROM (
    SELECT topic, consumer, letters FROM sagascope.letter_tally WHERE state = 'open'
    UNION ALL
    SELECT topic, consumer, letters FROM sagascope.letter_tally_change WHERE state = 'open'
  ) tally GROUP BY 1, 2 HAVING sum(letters) > 0 ORDER BY 1, 2`;

const SCHEDULED = `
  SELECT count(*)::int AS waiting, count(*) FILTER (WHERE s.due_at <= clock_timestamp())::int AS due,
         count(*) >= $1 AS "isCut", min(s.due_at) AS "nextDueAt", clock_timestamp() AS now
  FROM (SELECT due_at FROM sagascope.scheduled_event ORDER BY due_at, seq LIMIT $1) s`;

/** What one machine or relay still has to do of one topic. */
export interface BacklogRow {
  readonly topic: string;
  readonly project: string;
  /** A machine, a relay, or the project for types that nobody takes. */
  readonly sink: string;
  readonly kind: "queue" | "relay";
  readonly waiting: number;
  /** Of those, tried before. */
  readonly retrying: number;
  readonly oldestAt: Date;
}

/** What is open in the outbox. */
export interface Backlog {
  readonly rows: readonly BacklogRow[];
  /** More wait than were looked at: the counts are of the oldest hundred thousand. */
  readonly isCut: boolean;
  /** Open letters, all of them. */
  readonly letters: readonly {
    readonly topic: string | null;
    readonly sink: string;
    readonly dead: number;
  }[];
  readonly scheduled: {
    readonly waiting: number;
    /** Of those, due: more than a moment of that means that no worker runs. */
    readonly due: number;
    /** More wait than were looked at: the counts are of the hundred thousand that are due first. */
    readonly isCut: boolean;
    readonly nextDueAt: Date | null;
  };
  /** The database's time, which ages are measured by. */
  readonly now: Date;
}

interface MeasuredRow extends BacklogRow {
  readonly looked_at: number;
}

/** What an aggregate never answers; the type of a read allows for it. */
const NOTHING_SCHEDULED = {
  ...{ waiting: 0, due: 0, isCut: false, nextDueAt: null },
  now: new Date(0),
} as const;

/**
 * Measure what waits, and how old it is. Dashboards and alerts ask for it again and again, so that nothing in it costs more the more
 * there is: what is looked at is bounded and says so, and letters are counted as they are written.
 */
export async function measureBacklog(sql: Sql): Promise<Backlog> {
  const measured = await measureRows(sql);
  const letters = await sql.query<Backlog["letters"][number]>("count open letters", LETTERS);
  const [scheduled] = await sql.query<Backlog["scheduled"] & { readonly now: Date }>(
    "measure scheduled events",
    SCHEDULED,
    [LOOKED_AT_MAX],
  );
  const { now, ...later } = scheduled ?? NOTHING_SCHEDULED;
  return {
    rows: measured.map(rowOf),
    isCut: (measured[0]?.looked_at ?? 0) >= LOOKED_AT_MAX,
    letters,
    scheduled: later,
    now,
  };
}

/** What waits in the outbox, and nothing besides. */
export async function measureWaiting(sql: Sql): Promise<readonly BacklogRow[]> {
  return (await measureRows(sql)).map(rowOf);
}

function measureRows(sql: Sql): Promise<readonly MeasuredRow[]> {
  return sql.query<MeasuredRow>("measure backlog", MEASURE, [LOOKED_AT_MAX]);
}

function rowOf({ looked_at: _counted, ...row }: MeasuredRow): BacklogRow {
  return row;
}
