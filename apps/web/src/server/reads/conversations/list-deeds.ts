import type { PrismaClient } from "@sagascope/database";

/** A service call that an envelope led to, directly or through calls and timers after it. */
export interface DeedCall {
  readonly machineId: string;
  readonly subject: string;
  readonly src: string;
  readonly status: string;
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  /** When each try failed. */
  readonly failedAtMs: readonly number[];
}

/** What came of one envelope, and of which step it came. */
export interface Deeds {
  readonly seq: string;
  /** The step that published it: what the chart called it, and what set it off. */
  readonly publishedBy: {
    readonly revision: number;
    readonly event: string;
    readonly kind: string;
  } | null;
  /** Machines that took it, the first first. */
  readonly taken: readonly {
    readonly machineId: string;
    readonly subject: string;
    readonly revision: number;
    readonly atMs: number;
  }[];
  readonly calls: readonly DeedCall[];
  /** Timers that run because of it. */
  readonly timers: readonly {
    readonly machineId: string;
    readonly label: string;
    readonly scheduledAtMs: number;
    readonly dueAtMs: number;
  }[];
}

/** How many envelopes one question may name: the page asks for those that it draws. */
export const DEEDS_MAX = 100;
const ROWS_MAX = 2_000;

type Of<Row> = Row & { readonly causeId: string };

/** What was done with some envelopes of a conversation, in a fixed number of statements. An unknown position has no answer. */
export async function listDeeds(
  prisma: PrismaClient,
  input: { readonly correlationId: string; readonly seqs: readonly string[] },
): Promise<Deeds[]> {
  const events = await prisma.$queryRaw<EventRow[]>`
    SELECT e.seq::text, e.id, h.revision, h.event, h.cause_kind AS kind
    FROM sagascope.event e
    LEFT JOIN sagascope.history h ON h.machine_id = e.machine_id AND h.subject = e.subject AND h.revision = e.revision
    WHERE e.correlation_id = ${input.correlationId} AND e.seq = ANY(${input.seqs.map(BigInt)}::bigint[])
    ORDER BY e.seq`;
  const ids = events.map(({ id }) => id);
  const taken = await prisma.$queryRaw<Of<Deeds["taken"][number]>[]>`
    SELECT cause_id AS "causeId", machine_id AS "machineId", subject, revision, floor(extract(epoch FROM at) * 1000)::float8 AS "atMs"
    FROM sagascope.history WHERE cause_kind = 'event' AND cause_id = ANY(${ids}) ORDER BY at LIMIT ${ROWS_MAX}`;
  const instances = [
    ...new Map(taken.map((one) => [`${one.machineId}\n${one.subject}`, one])).values(),
  ];
  const machines = instances.map(({ machineId }) => machineId);
  const subjects = instances.map(({ subject }) => subject);
  const [calls, timers] = await Promise.all([
    prisma.$queryRaw<Of<DeedCall>[]>`
      SELECT cause_event_id AS "causeId", machine_id AS "machineId", subject, src, status, attempts,
             floor(extract(epoch FROM created_at) * 1000)::float8 AS "createdAtMs",
             floor(extract(epoch FROM started_at) * 1000)::float8 AS "startedAtMs",
             floor(extract(epoch FROM finished_at) * 1000)::float8 AS "finishedAtMs",
             ARRAY(SELECT floor(extract(epoch FROM (failed->>'at')::timestamptz) * 1000)::float8
                   FROM json_array_elements(CASE json_typeof(errors) WHEN 'array' THEN errors ELSE '[]' END) failed
                   WHERE failed->>'at' IS NOT NULL) AS "failedAtMs"
      FROM unnest(${machines}::text[], ${subjects}::text[]) AS i (machine_id, subject)
      JOIN sagascope.effect USING (machine_id, subject)
      WHERE cause_event_id = ANY(${ids}) ORDER BY id LIMIT ${ROWS_MAX}`,
    prisma.$queryRaw<Of<Deeds["timers"][number]>[]>`
      SELECT cause_event_id AS "causeId", machine_id AS "machineId", label,
             floor(extract(epoch FROM scheduled_at) * 1000)::float8 AS "scheduledAtMs",
             floor(extract(epoch FROM due_at) * 1000)::float8 AS "dueAtMs"
      FROM unnest(${machines}::text[], ${subjects}::text[]) AS i (machine_id, subject)
      JOIN sagascope.timer USING (machine_id, subject)
      WHERE cause_event_id = ANY(${ids}) ORDER BY due_at LIMIT ${ROWS_MAX}`,
  ]);
  return events.map(({ seq, id, revision, event, kind }) => ({
    seq,
    publishedBy:
      revision === null || event === null || kind === null ? null : { revision, event, kind },
    taken: ownOf(taken, id),
    calls: ownOf(calls, id),
    timers: ownOf(timers, id),
  }));
}

interface EventRow {
  readonly seq: string;
  readonly id: string;
  readonly revision: number | null;
  readonly event: string | null;
  readonly kind: string | null;
}

function ownOf<Row>(rows: readonly Of<Row>[], id: string): Omit<Of<Row>, "causeId">[] {
  return rows.filter((row) => row.causeId === id).map(({ causeId: _cause, ...row }) => row);
}
