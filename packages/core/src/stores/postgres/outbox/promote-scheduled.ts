import type { Promotion, ScheduleStore } from "../../../engine/schedule-store.ts";
import { NOW } from "../now.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { CHANGE_CHANNEL, FEED_CHANNEL, WORK_CHANNEL } from "../workers/channels.ts";
import { arrivalOf } from "./event-rows.ts";
import { hintAt } from "./publish-events.ts";

const NEXT_DUE = `
  SELECT greatest(0, extract(epoch FROM due_at - clock_timestamp()) * 1000)::double precision AS due_in_ms
  FROM sagascope.scheduled_event ORDER BY due_at, seq LIMIT 1`;

/** One promoter at a time, by a statement of its own: the next one has a view of what this one committed. */
const LEAD = "SELECT pg_try_advisory_xact_lock(727075, 1) AS leads";

/**
 * What somebody is replacing or cancelling is skipped, not waited for, and with it whatever is behind it of the same subject.
 * So is what was replaced since the statement began: what was set just before that replacement is not in its view.
 */
const PROMOTE = `
  WITH due AS MATERIALIZED (
    SELECT topic, key, subject, due_at, seq FROM sagascope.scheduled_event
    WHERE due_at <= ${NOW} ORDER BY due_at, seq LIMIT $1
  ), looked_at AS MATERIALIZED (
    SELECT d.topic, d.key, d.subject, d.due_at, d.seq, f.key IS NOT NULL AS is_free
    FROM due d
    LEFT JOIN LATERAL (
      SELECT s.key FROM sagascope.scheduled_event s
      WHERE s.topic = d.topic AND s.key = d.key AND s.seq = d.seq
      FOR UPDATE SKIP LOCKED
    ) f ON true
  ), ready AS (
    SELECT topic, key, bool_and(is_free) OVER (PARTITION BY subject ORDER BY due_at, seq) AS is_next FROM looked_at
  ), taken AS (
    DELETE FROM sagascope.scheduled_event s USING ready r
    WHERE r.is_next AND s.topic = r.topic AND s.key = r.key
    RETURNING s.*
  ), ${arrivalOf("(SELECT t.*, NULL::integer AS revision FROM taken t) a ORDER BY a.due_at, a.seq")}
  SELECT (SELECT count(*) FROM looked_at)::int AS "lookedAt",
         (SELECT count(*) FROM arrived)::int AS promoted,
         (SELECT array_agg(DISTINCT project) FROM waiting) AS projects,
         (SELECT array_agg(topic) FROM fed) AS topics,
         (SELECT array_agg(DISTINCT correlation_id) FROM taken WHERE direction = 'received') AS conversations`;

interface Promoted {
  readonly lookedAt: number;
  readonly promoted: number;
  readonly projects: readonly string[] | null;
  readonly topics: readonly string[] | null;
  readonly conversations: readonly string[] | null;
}

/** {@link ScheduleStore} over Postgres. One statement while nothing is due. */
export function postgresScheduleStore(sql: SqlPool): ScheduleStore {
  return {
    async promoteDue(limit) {
      const dueInMs = await findNextDue(sql);
      if (dueInMs === undefined || dueInMs > 0) {
        return { promoted: 0, held: 0, nextDueInMs: dueInMs };
      }
      const done = await sql.transaction("promote scheduled events", (tx) => promote(tx, limit));
      if (done === undefined) return { promoted: 0, held: 0, nextDueInMs: undefined };
      tell(sql, done);
      return toPromotion(done, limit, await findNextDue(sql));
    },
  };
}

async function findNextDue(sql: Sql): Promise<number | undefined> {
  const [row] = await sql.query<{ due_in_ms: number }>("find next scheduled event", NEXT_DUE);
  return row?.due_in_ms;
}

/** @returns undefined if somebody else is at it */
async function promote(tx: Sql, limit: number): Promise<Promoted | undefined> {
  const [lead] = await tx.query<{ leads: boolean }>("lead promotion", LEAD);
  if (lead?.leads !== true) return undefined;
  const [done] = await tx.query<Promoted>("promote scheduled events", PROMOTE, [limit]);
  return done;
}

/** What is held is due, and yet nothing to come back for at once. */
function toPromotion(done: Promoted, limit: number, nextDueInMs: number | undefined): Promotion {
  const held = done.lookedAt - done.promoted;
  const isStuck = held > 0 && (done.promoted === 0 || done.lookedAt < limit);
  return {
    promoted: done.promoted,
    held,
    nextDueInMs: isStuck && nextDueInMs === 0 ? undefined : nextDueInMs,
  };
}

function tell({ notify }: SqlPool, { projects, topics, conversations }: Promoted): void {
  for (const project of projects ?? []) notify?.(WORK_CHANNEL, project);
  for (const topic of topics ?? []) notify?.(FEED_CHANNEL, topic);
  if (conversations !== null) notify?.(CHANGE_CHANNEL, hintAt(conversations));
}
