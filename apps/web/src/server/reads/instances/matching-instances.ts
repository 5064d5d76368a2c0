import { Prisma } from "@sagascope/database";
import type { InstanceSource } from "./instance-source.ts";

/** Whether a list begins with what started last, or first. */
export type InstanceOrder = "newest" | "oldest";

/** What is wanted of the rows that a filter leaves. */
export interface Wanted {
  /** Columns of `i`. */
  readonly columns: Prisma.Sql;
  readonly order: InstanceOrder;
  readonly limit: number;
  /** Only what comes after a row: see `afterCursor`. */
  readonly after?: Prisma.Sql;
  /** `limit` rows of each version, status and phase, in no order: for counting. */
  readonly each?: boolean;
}

/** What is carried along until the rows that are wanted are known: everything but the snapshot. */
const NARROW = Prisma.sql`i.machine_id, i.subject, i.chart_id, i.revision, i.status, i.phase, i.states, i.correlation_id, i.started_at,
  i.updated_at, i.finished_at`;

/**
 * The instance of each key `k`, by one look at the primary key: a join is free to read all instances instead, and does so
 * from some thousand keys on.
 */
export const INSTANCE_OF_KEY = Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT ${NARROW} FROM sagascope.instance i
    WHERE i.machine_id = k.machine_id AND i.subject = k.subject LIMIT 1) AS i`;

/** The rows of a source, each once; at most `limit` and in order, unless they are only counted. */
export function matchingInstances(source: InstanceSource, wanted: Wanted): Prisma.Sql {
  const condition = wanted.after
    ? Prisma.sql`${source.condition} AND ${wanted.after}`
    : source.condition;
  const inPlace = Prisma.sql`${condition} AND ${placeCondition(source)}`;
  const ended = orderAndLimit(wanted);
  if (source.by === "keys" && source.keys) {
    return Prisma.sql`
      SELECT ${wanted.columns}
      FROM (${source.keys}) AS k
      ${INSTANCE_OF_KEY}
      WHERE ${inPlace} ${ended}`;
  }
  if (source.by === "subject" || source.by === "ended") {
    return Prisma.sql`
      SELECT ${wanted.columns}
      FROM (SELECT ${NARROW} FROM sagascope.instance i WHERE ${inPlace} OFFSET 0) AS i ${ended}`;
  }
  if (source.by === "state" && source.state) {
    return Prisma.sql`
      SELECT ${wanted.columns}
      FROM (
        SELECT ${NARROW} FROM sagascope.instance i WHERE i.status = 'active' AND ${inPlace}
        UNION ALL
        SELECT ${NARROW} FROM sagascope.instance i WHERE i.ended_states @> ARRAY[${source.state}::text] AND ${inPlace}) AS i ${ended}`;
  }
  if (source.by === "place" && source.place) {
    const { chartIds, statuses, phases } = source.place;
    return Prisma.sql`
      SELECT ${wanted.columns}
      FROM unnest(${[...chartIds]}::int[]) AS c (chart_id)
      CROSS JOIN unnest(${[...statuses]}::text[]) AS s (status)
      CROSS JOIN unnest(${[...phases]}::text[]) AS p (phase)
      CROSS JOIN LATERAL (
        SELECT ${NARROW} FROM sagascope.instance i
        WHERE i.chart_id = c.chart_id AND i.status = s.status AND i.phase = p.phase AND ${condition} ${ended}) AS i
      ${wanted.each ? Prisma.empty : ended}`;
  }
  return Prisma.sql`SELECT ${wanted.columns} FROM sagascope.instance i WHERE ${condition} ${ended}`;
}

/** What comes after a row in the order of the list; `at` is its start in microseconds, as text. */
export function afterCursor(
  {
    at,
    machineId,
    subject,
  }: { readonly at: string; readonly machineId: string; readonly subject: string },
  order: InstanceOrder,
): Prisma.Sql {
  const later = Prisma.sql`(i.machine_id, i.subject) > (${machineId}, ${subject})`;
  return order === "newest"
    ? Prisma.sql`i.started_at <= ${at}::timestamptz AND (i.started_at < ${at}::timestamptz OR ${later})`
    : Prisma.sql`i.started_at >= ${at}::timestamptz AND (i.started_at > ${at}::timestamptz OR ${later})`;
}

function placeCondition({ place }: InstanceSource): Prisma.Sql {
  if (!place) return Prisma.sql`true`;
  const { chartIds, statuses, phases } = place;
  return Prisma.sql`i.chart_id = ANY(${[...chartIds]}::int[]) AND i.status = ANY(${[...statuses]}::text[])
    AND i.phase = ANY(${[...phases]}::text[])`;
}

function orderAndLimit({ order, limit, each = false }: Wanted): Prisma.Sql {
  const direction = order === "newest" ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const ties = each ? Prisma.empty : Prisma.sql`, i.machine_id, i.subject`;
  return Prisma.sql`ORDER BY i.started_at ${direction}${ties} LIMIT ${limit}`;
}
