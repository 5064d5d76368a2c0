import type { ErrorRecord } from "../../../dead-letters/letter.ts";
import type { Sql } from "../sql.ts";

/**
 * The lag in time is the age of the oldest event that is still to be handed on; the lag in events an upper bound, since those of
 * other partitions and types count too.
 */
const LIST_FEEDS = `
  SELECT f.project, f.name, f.topic, f.sink, f.target, f.declared, f.partitions, c.partition, f.registered_at AS "registeredAt",
         s.state AS "streamState", s.last_position AS "lastPosition", c.position,
         s.last_position - coalesce(c.position, 0) AS behind,
         (SELECT count(*) FROM sagascope.feed_pending p WHERE p.stream_id = s.id) AS "notNumbered",
         least(
           (SELECT n.event_at FROM sagascope.feed_position n
            WHERE n.stream_id = s.id AND n.position > coalesce(c.position, 0)
              AND (n.subject_hash & 63) % f.partitions = c.partition
            ORDER BY n.position LIMIT 1),
           (SELECT min(p.event_at) FROM sagascope.feed_pending p
            WHERE p.stream_id = s.id AND (p.subject_hash & 63) % f.partitions = c.partition)) AS "oldestAt",
         clock_timestamp() AS now,
         CASE WHEN c.leased_until > clock_timestamp() THEN c.owner END AS leader, c.leased_until AS "leasedUntil", c.token,
         c.failures, c.failing_since AS "failingSince", c.last_error AS "lastError", c.advanced_at AS "advancedAt"
  FROM sagascope.feed f
  JOIN sagascope.feed_stream s ON s.id = f.stream_id
  JOIN sagascope.feed_cursor c ON c.feed_id = f.id
  WHERE $1::text IS NULL OR f.project = $1
  ORDER BY f.project, f.name, c.partition`;

/** One partition of a feed, for people: who leads it, how far it is, what stands in its way. */
export interface FeedView {
  readonly project: string;
  readonly name: string;
  readonly topic: string;
  /** What kind of sink. */
  readonly sink: string;
  readonly target: string | null;
  /** False: its project does not declare it any more, and nobody runs it. */
  readonly declared: boolean;
  readonly partitions: number;
  readonly partition: number;
  readonly registeredAt: Date;
  /** Nothing is handed on before the topic is `open`. */
  readonly streamState: "new" | "waiting" | "sweeping" | "open";
  /** How far the topic is numbered. */
  readonly lastPosition: string;
  /** The last position handed on; null: none yet. */
  readonly position: string | null;
  /** At most so many events are still to be handed on. */
  readonly behind: string;
  /** Published, but without a position yet. */
  readonly notNumbered: string;
  /** When the oldest event was recorded that is still to be handed on; null: there is none. */
  readonly oldestAt: Date | null;
  /** The database's time of this view: what `oldestAt` is old by. */
  readonly now: Date;
  /** The worker that leads; null: none does. */
  readonly leader: string | null;
  readonly leasedUntil: Date | null;
  /** The fence token of the last leader, which each move of the cursor names. */
  readonly token: string;
  /** Failures in a row that count towards poison. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly lastError: ErrorRecord | null;
  readonly advancedAt: Date | null;
}

/** All feeds that are registered, a row a partition. */
export function listFeeds(
  sql: Sql,
  { project }: { readonly project?: string } = {},
): Promise<readonly FeedView[]> {
  return sql.query<FeedView>("list feeds", LIST_FEEDS, [project ?? null]);
}
