import type { PrismaClient } from "@sagascope/database";
import type { NameSender } from "../observers/name-observed.ts";
import { nodeId, type SeenEnvelopes } from "./choreography-map.ts";

/** The table has no index on types, so only the newest envelopes are counted: about 50 ms of reading. */
const SCANNED_MAX = 20_000;
const SPAN_HOURS = 24;
const GROUPS_MAX = 5_000;
/** Senders from outside with a place of their own; applications that name a new source each time would fill the map. */
const OUTSIDE_MAX = 8;
/** Everybody else from outside. */
export const OTHER_SENDERS = "other senders";

/** What was recorded lately, by sender and type, and since when it was counted. */
export interface Recent {
  readonly since: Date;
  /** The span was cut short of 24 hours, since more envelopes than can be counted came. */
  readonly isCut: boolean;
  readonly groups: readonly EnvelopeGroup[];
}

/** Envelopes of one type, topic and sender. */
export interface EnvelopeGroup {
  readonly machineId: string | null;
  readonly source: string;
  readonly topic: string;
  readonly type: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** Count the newest envelopes of the last 24 hours by who sent them, in one read. */
export async function listRecentEnvelopes(prisma: PrismaClient): Promise<Recent> {
  const [row] = await prisma.$queryRaw<
    {
      since: Date;
      isCut: boolean;
      groups: (Omit<EnvelopeGroup, "lastAt"> & { lastAt: string })[];
    }[]
  >`
    WITH newest AS (
      SELECT recorded_at, machine_id, source, topic, type FROM sagascope.event ORDER BY seq DESC LIMIT ${SCANNED_MAX}
    ), span AS (
      SELECT clock_timestamp() - make_interval(hours => ${SPAN_HOURS}::int) AS day_ago, count(*) AS scanned,
             min(recorded_at) AS oldest
      FROM newest
    ), groups AS (
      SELECT machine_id, CASE WHEN machine_id IS NULL THEN source ELSE '' END AS source, topic, type, count(*)::int AS count,
             max(recorded_at) AS last_at
      FROM newest, span WHERE recorded_at >= day_ago
      GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC LIMIT ${GROUPS_MAX}
    )
    SELECT CASE WHEN scanned = ${SCANNED_MAX} THEN greatest(day_ago, oldest) ELSE day_ago END AS since,
           scanned = ${SCANNED_MAX} AND oldest > day_ago AS "isCut",
           coalesce((SELECT json_agg(json_build_object('machineId', machine_id, 'source', source, 'topic', topic, 'type', type,
             'count', count, 'lastAt', last_at)) FROM groups), '[]') AS groups
    FROM span`;
  const { since = new Date(0), isCut = false, groups = [] } = row ?? {};
  return {
    since,
    isCut,
    groups: groups.map((group) => ({ ...group, lastAt: new Date(group.lastAt) })),
  };
}

/** Say who sent each group. Pure; the busiest senders from outside keep their names. */
export function attributeEnvelopes(
  groups: readonly EnvelopeGroup[],
  nameSender: NameSender,
): readonly SeenEnvelopes[] {
  const serviceOf = (group: EnvelopeGroup) => (group.machineId === null ? nameSender(group) : null);
  const named = busiest(groups.filter((one) => one.machineId === null && serviceOf(one) === null));
  const senderOf = (group: EnvelopeGroup): string => {
    if (group.machineId !== null) return nodeId("machine", group.machineId);
    const service = serviceOf(group);
    if (service !== null) return nodeId("service", service);
    return nodeId("outside", named.has(group.source) ? group.source : OTHER_SENDERS);
  };
  const seen = new Map<string, SeenEnvelopes>();
  for (const group of groups) {
    const { topic, type, count, lastAt } = group;
    const from = senderOf(group);
    const key = JSON.stringify([from, topic, type]);
    const known = seen.get(key);
    seen.set(key, {
      from,
      topic,
      type,
      count: count + (known?.count ?? 0),
      lastAt: known !== undefined && known.lastAt > lastAt ? known.lastAt : lastAt,
    });
  }
  return [...seen.values()];
}

function busiest(groups: readonly EnvelopeGroup[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { source, count } of groups) counts.set(source, (counts.get(source) ?? 0) + count);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return new Set(sorted.slice(0, OUTSIDE_MAX).map(([source]) => source));
}
