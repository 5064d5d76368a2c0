import type { PrismaClient } from "@sagascope/database";
import { type Shown, shown } from "../redacted.ts";
import { listInboundRoutes } from "./inbound-routes.ts";

/** How often one type went in or out of a machine. */
export interface TypeTraffic {
  readonly direction: "receives" | "sends";
  readonly topic: string;
  readonly type: string;
  readonly count: number;
  readonly lastAt: Date;
  /** Envelopes in each of 24 equal parts of the span, the oldest first. */
  readonly trend: readonly number[];
  /** The newest one, redacted. */
  readonly example: Shown;
}

/** What went in and out of a machine lately. */
export interface MachineTraffic {
  readonly since: Date;
  readonly until: Date;
  /** The span was cut short of 24 hours, since more envelopes than can be counted came. */
  readonly isCut: boolean;
  readonly types: readonly TypeTraffic[];
  /** Open letters of the machine, by the type that led to them. */
  readonly letters: readonly { readonly type: string; readonly open: number }[];
}

/** The table has no index on types, so only the newest envelopes are counted: about 50 ms of reading. */
const SCANNED_MAX = 20_000;
const SPAN_HOURS = 24;
const TREND_PARTS = 24;
const ROWS_MAX = 1_000;

/** Count the envelopes of a machine's types among the newest of the last 24 hours. */
export async function listTraffic(
  prisma: PrismaClient,
  machineId: string,
): Promise<MachineTraffic> {
  const routes = await listInboundRoutes(prisma, machineId);
  const [span, letters] = await Promise.all([
    findSpan(prisma),
    prisma.deadLetter.groupBy({
      by: ["eventType"],
      where: { consumer: machineId, resolvedAt: null },
      _count: { _all: true },
      orderBy: { eventType: "asc" },
      take: ROWS_MAX,
    }),
  ]);
  const pairs = routes.map(({ topic, type }) => `${topic} ${type}`);
  const types = await countTypes(prisma, machineId, pairs, span);
  return {
    ...span,
    types,
    letters: letters.map(({ eventType, _count }) => ({ type: eventType, open: _count._all })),
  };
}

type Span = Pick<MachineTraffic, "since" | "until" | "isCut">;

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
  readonly part: number;
  readonly count: number;
  readonly lastAt: Date;
  readonly lastSeq: bigint;
}

async function countTypes(
  prisma: PrismaClient,
  machineId: string,
  pairs: readonly string[],
  { since, until }: Span,
): Promise<TypeTraffic[]> {
  const partMs = Math.max(1, (until.getTime() - since.getTime()) / TREND_PARTS);
  const rows = await prisma.$queryRaw<TypeCount[]>`
    SELECT d.direction, topic, type, count(*)::int AS count, max(recorded_at) AS "lastAt", max(seq) AS "lastSeq",
      least(${TREND_PARTS - 1}, greatest(0, floor(extract(epoch FROM recorded_at - ${since}::timestamptz) * 1000
        / ${partMs}::float8)))::int AS part
    FROM (SELECT seq, recorded_at, topic, type, machine_id, direction FROM sagascope.event
          ORDER BY seq DESC LIMIT ${SCANNED_MAX}) e
    CROSS JOIN LATERAL (VALUES
      ('sends', e.direction = 'published' AND e.machine_id = ${machineId}),
      ('receives', topic || ' ' || type = ANY(${[...pairs]}::text[]))) AS d (direction, applies)
    WHERE d.applies AND recorded_at >= ${since}::timestamptz
    GROUP BY 1, 2, 3, 7
    ORDER BY 3, 1, 2`;
  return groupTypes(rows, await readExamples(prisma, rows));
}

function groupTypes(
  rows: readonly TypeCount[],
  examples: ReadonlyMap<bigint, Shown>,
): TypeTraffic[] {
  const keyOf = ({ direction, topic, type }: TypeCount) => `${direction} ${topic} ${type}`;
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const group = rows.filter((row) => keyOf(row) === key);
    const last = group.reduce((one, other) => (other.lastSeq > one.lastSeq ? other : one));
    const trend = new Array<number>(TREND_PARTS).fill(0);
    for (const { part, count } of group) trend[part] = count;
    const { direction, topic, type, lastAt, lastSeq } = last;
    return {
      direction,
      topic,
      type,
      count: group.reduce((sum, { count }) => sum + count, 0),
      lastAt,
      trend,
      example: examples.get(lastSeq) ?? { value: null, masked: 0 },
    };
  });
}

async function readExamples(
  prisma: PrismaClient,
  rows: readonly TypeCount[],
): Promise<ReadonlyMap<bigint, Shown>> {
  const seqs = [...new Set(rows.map(({ lastSeq }) => lastSeq))].slice(0, ROWS_MAX);
  if (seqs.length === 0) return new Map();
  const events = await prisma.event.findMany({
    where: { seq: { in: seqs } },
    select: { seq: true, envelope: true },
  });
  return new Map(events.map(({ seq, envelope }) => [seq, shown(envelope)]));
}
