import type { PrismaClient } from "@sagascope/database";

/** What happened in steps that are not listed, counted: enough to say how often each state was visited, and when last. */
export interface Tally {
  readonly visits: readonly {
    readonly path: string;
    readonly count: number;
    readonly lastAt: Date;
  }[];
  /** Transitions that were taken, in the order in which each was taken last. */
  readonly taken: readonly {
    readonly from: string;
    readonly event: string;
    readonly to: readonly string[];
    readonly lastAt: Date;
  }[];
  /** The first step that was counted; absent if none was. */
  readonly from: number | undefined;
}

/** Steps that one answer counts at most: some tens of milliseconds, whatever an instance has been through. */
const COUNTED_MAX = 10_000;

/** Counts an instance's steps before a revision, the newest 10,000 of them. */
export async function tallySteps(
  prisma: PrismaClient,
  of: { readonly machineId: string; readonly subject: string },
  before: number,
): Promise<Tally> {
  const [row] = await prisma.$queryRaw<
    { visits: JsonVisits; taken: JsonTaken; from: number | null }[]
  >`
    WITH step AS MATERIALIZED (
      SELECT revision, at, entered, transitions
      FROM sagascope.history
      WHERE machine_id = ${of.machineId} AND subject = ${of.subject} AND revision < ${before}
      ORDER BY revision DESC
      LIMIT ${COUNTED_MAX}
    ), visit AS (
      SELECT path, count(*)::int AS count, max(at) AS at
      FROM step, unnest(entered) AS path
      GROUP BY path
    ), taken AS (
      SELECT one->>'from' AS source, one->>'event' AS event, (one->'to')::text AS targets,
        max(revision) AS revision, max(at) AS at
      FROM step, json_array_elements(transitions) AS one
      GROUP BY 1, 2, 3
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array(path, count, extract(epoch FROM at) * 1000)), '[]')
        FROM visit) AS visits,
      (SELECT coalesce(json_agg(
          json_build_array(source, event, targets::json, extract(epoch FROM at) * 1000)
          ORDER BY revision), '[]')
        FROM taken) AS taken,
      (SELECT min(revision) FROM step) AS "from"`;
  return {
    visits: (row?.visits ?? []).map(([path, count, ms]) => ({ path, count, lastAt: new Date(ms) })),
    taken: (row?.taken ?? []).map(([from, event, to, ms]) => ({
      ...{ from, event, to },
      lastAt: new Date(ms),
    })),
    from: row?.from ?? undefined,
  };
}

type JsonVisits = readonly (readonly [path: string, count: number, lastMs: number])[];
type JsonTaken = readonly (readonly [
  from: string,
  event: string,
  to: readonly string[],
  lastMs: number,
])[];
