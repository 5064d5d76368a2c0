import type { DocumentKind, Passage } from "@sagascope/core";
import { findDocument, fromPg } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { readRedaction, type Shown, shown } from "../redacted.ts";

/** How often one type went in or out. */
export interface TypeTraffic {
  readonly direction: "receives" | "sends";
  readonly topic: string;
  readonly type: string;
  readonly count: number;
  readonly lastAt: Date;
  /** Subjects it was about. */
  readonly subjects: number;
  /** Envelopes in each of 24 equal parts of the span, the oldest first. */
  readonly trend: readonly number[];
  /** The newest one, redacted. */
  readonly example: Shown;
}

/** What went in and out lately. */
export interface DocumentTraffic {
  readonly since: Date;
  readonly until: Date;
  /** The span was cut short of 24 hours, since more envelopes than can be counted came. */
  readonly isCut: boolean;
  readonly types: readonly TypeTraffic[];
  /** Open letters, by the type that led to them. */
  readonly letters: readonly { readonly type: string; readonly open: number }[];
}

/** The table has no index on types, so only the newest envelopes are counted: about 50 ms of reading. */
const SCANNED_MAX = 20_000;
const SPAN_HOURS = 24;
const TREND_PARTS = 24;
const ROWS_MAX = 1_000;

/** Count the envelopes of a document's messages among the newest of the last 24 hours. */
export async function listTraffic(
  { prisma, pool }: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  kind: DocumentKind,
  name: string,
): Promise<DocumentTraffic> {
  const document = await findDocument(fromPg(pool), kind, name);
  const owner = kind === "machine" ? { consumer: name } : { project: name };
  const [span, letters] = await Promise.all([
    findSpan(prisma),
    kind === "import"
      ? []
      : prisma.deadLetter.groupBy({
          by: ["eventType"],
          where: { ...owner, resolvedAt: null },
          _count: { _all: true },
          orderBy: { eventType: "asc" },
          take: ROWS_MAX,
        }),
  ]);
  const machineId = kind === "machine" ? name : null;
  const types = await countTypes(prisma, machineId, document?.passages ?? [], span);
  return {
    ...span,
    types,
    letters: letters.map(({ eventType, _count }) => ({ type: eventType, open: _count._all })),
  };
}

type Span = Pick<DocumentTraffic, "since" | "until" | "isCut">;

/** From the oldest envelope that is counted to now, by the database's clock. */
async function findSpan(prisma: PrismaClient): Promise<Span> {
  const rows = await prisma.$queryRaw<
    { oldest: Date | null; dayAgo: Date; now: Date; scanned: number }[]
  >`
    SELECT min(recorded_at) AS oldest, count(*)::int AS scanned, clock_timestamp() AS now,
      clock_timestamp() - make_interval(hours => ${SPAN_HOURS}::int) AS "dayAgo"
    FROM (SELECT recorded_at FROM sagascope.event ORDER BY seq DESC LIMIT ${SCANNED_MAX}) newest`;
  const { oldest, dayAgo, now, scanned } = rows[0] ?? {
    oldest: null,
    dayAgo: new Date(0),
    now: new Date(),
    scanned: 0,
  };
  const isCut = scanned === SCANNED_MAX && oldest !== null && oldest > dayAgo;
  return { since: isCut && oldest ? oldest : dayAgo, until: now, isCut };
}

interface TypeCount {
  readonly direction: "receives" | "sends";
  readonly topic: string;
  readonly type: string;
  /** Null: of the whole span. */
  readonly part: number | null;
  readonly count: number;
  readonly subjects: number;
  readonly lastAt: Date;
  readonly lastSeq: bigint;
}

/** What a machine sends is told by its name on the envelope; what others send, by topic and type alone. */
async function countTypes(
  prisma: PrismaClient,
  machineId: string | null,
  passages: readonly Passage[],
  { since, until }: Span,
): Promise<TypeTraffic[]> {
  const partMs = Math.max(1, (until.getTime() - since.getTime()) / TREND_PARTS);
  const pairs = (way: Passage["direction"]) =>
    passages
      .filter(({ direction }) => direction === way)
      .map(({ topic, type }) => `${topic} ${type}`);
  const rows = await prisma.$queryRaw<TypeCount[]>`
    SELECT direction, topic, type, part, count(*)::int AS count, count(DISTINCT subject)::int AS subjects,
      max(recorded_at) AS "lastAt", max(seq) AS "lastSeq"
    FROM (
      SELECT d.direction, e.topic, e.type, e.subject, e.recorded_at, e.seq,
        least(${TREND_PARTS - 1}, greatest(0, floor(extract(epoch FROM recorded_at - ${since}::timestamptz) * 1000
          / ${partMs}::float8)))::int AS part
      FROM (SELECT seq, recorded_at, topic, type, subject, machine_id, direction FROM sagascope.event
            ORDER BY seq DESC LIMIT ${SCANNED_MAX}) e
      CROSS JOIN LATERAL (VALUES
        ('sends', CASE WHEN ${machineId}::text IS NULL THEN topic || ' ' || type = ANY(${pairs("sends")}::text[])
          ELSE e.direction = 'published' AND e.machine_id = ${machineId}::text END),
        ('receives', topic || ' ' || type = ANY(${pairs("receives")}::text[]))) AS d (direction, applies)
      WHERE d.applies AND recorded_at >= ${since}::timestamptz
    ) counted
    GROUP BY GROUPING SETS ((direction, topic, type, part), (direction, topic, type))
    ORDER BY type, direction, topic`;
  return groupTypes(rows, await readExamples(prisma, rows));
}

function groupTypes(
  rows: readonly TypeCount[],
  examples: ReadonlyMap<bigint, Shown>,
): TypeTraffic[] {
  return rows
    .filter(({ part }) => part === null)
    .map(({ direction, topic, type, count, subjects, lastAt, lastSeq }) => {
      const trend = new Array<number>(TREND_PARTS).fill(0);
      for (const row of rows) {
        const isSame = row.direction === direction && row.topic === topic && row.type === type;
        if (isSame && row.part !== null) trend[row.part] = row.count;
      }
      const example = examples.get(lastSeq) ?? { value: null, masked: 0 };
      return { direction, topic, type, count, subjects, lastAt, trend, example };
    });
}

async function readExamples(
  prisma: PrismaClient,
  rows: readonly TypeCount[],
): Promise<ReadonlyMap<bigint, Shown>> {
  const seqs = [...new Set(rows.map(({ lastSeq }) => lastSeq))].slice(0, ROWS_MAX);
  if (seqs.length === 0) return new Map();
  const [redaction, events] = await Promise.all([
    readRedaction(prisma),
    prisma.event.findMany({
      where: { seq: { in: seqs } },
      select: { seq: true, envelope: true },
    }),
  ]);
  return new Map(events.map(({ seq, envelope }) => [seq, shown(envelope, redaction.shared)]));
}
