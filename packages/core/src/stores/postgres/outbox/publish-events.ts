import type { Envelope } from "../../../envelope/envelope.ts";
import type { Notify } from "../pool-notifier.ts";
import type { Sql } from "../sql.ts";
import { CHANGE_CHANNEL, FEED_CHANNEL, WORK_CHANNEL } from "../workers/channels.ts";
import { eventColumns, type OutgoingEvent, WRITE_EVENTS_AND_DELIVERIES } from "./event-rows.ts";

/** Each project with something to do is woken once, by the transaction that the statement is part of. */
const PUBLISH_IN_TRANSACTION = `${WRITE_EVENTS_AND_DELIVERIES}, woken AS (
    SELECT pg_notify('${WORK_CHANNEL}', project) FROM (SELECT DISTINCT project FROM waiting) p
  ), hinted AS (
    SELECT pg_notify('${FEED_CHANNEL}', topic) FROM fed
  )
  SELECT (SELECT count(*) FROM arrived)::int AS events,
         (SELECT count(*) FROM waiting)::int AS deliveries,
         (SELECT count(*) FROM woken)::int AS woken,
         (SELECT count(*) FROM hinted)::int AS hinted,
         CASE WHEN $13::text IS NOT NULL THEN pg_notify('${CHANGE_CHANNEL}', $13) END IS NULL AS silent`;

/** Whoever sends it wakes the projects, and the feeds of the topics. */
const PUBLISH = `${WRITE_EVENTS_AND_DELIVERIES}
  SELECT (SELECT count(*) FROM arrived)::int AS events,
         (SELECT count(*) FROM waiting)::int AS deliveries,
         (SELECT array_agg(DISTINCT project) FROM waiting) AS projects,
         (SELECT array_agg(topic) FROM fed) AS topics`;

/** What publishing wrote: an envelope nobody subscribes to is an event without deliveries. */
export interface PublishedCounts {
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Store envelopes and what subscribers have to do with them, in one statement, in the caller's transaction: a rolled-back
 * transaction leaves nothing. Workers are woken when it commits.
 *
 * @param direction - `received` from outside, or `published` by a machine or application
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export function publishEvents(
  sql: Sql,
  publication: {
    readonly topic: string;
    readonly envelopes: readonly Envelope[];
    readonly direction: "received" | "published";
  },
): Promise<PublishedCounts> {
  const { topic, envelopes, direction } = publication;
  return insertEvents(
    sql,
    envelopes.map((envelope) => ({ topic, envelope })),
    direction,
  );
}

/** {@link publishEvents} for envelopes that go to different topics. */
export async function insertEvents(
  sql: Sql,
  events: readonly OutgoingEvent[],
  direction: "received" | "published",
): Promise<PublishedCounts> {
  if (events.length === 0) return { events: 0, deliveries: 0 };
  const columns = eventColumns(events, direction);
  const hint = hintOf(events, direction);
  const { notify } = sql;
  const [counts] =
    notify === undefined
      ? await sql.query<PublishedCounts>("publish events", PUBLISH_IN_TRANSACTION, [
          ...columns,
          hint,
        ])
      : await publishAndNotify(sql, notify, columns, hint);
  return { events: counts?.events ?? 0, deliveries: counts?.deliveries ?? 0 };
}

interface Woken {
  readonly projects: readonly string[] | null;
  readonly topics: readonly string[] | null;
}

async function publishAndNotify(
  sql: Sql,
  notify: Notify,
  columns: readonly unknown[],
  hint: string | null,
): Promise<readonly PublishedCounts[]> {
  const rows = await sql.query<PublishedCounts & Woken>("publish events", PUBLISH, columns);
  for (const project of rows[0]?.projects ?? []) notify(WORK_CHANNEL, project);
  for (const topic of rows[0]?.topics ?? []) notify(FEED_CHANNEL, topic);
  if (hint !== null) notify(CHANGE_CHANNEL, hint);
  return rows;
}

/** A NOTIFY payload holds 8,000 bytes; a correlation id is at most 1,024 characters long. */
const HINTED_MAX = 20;
const HINT_BYTES_MAX = 7_000;

/** What arrived from outside shows in its conversation at once; what a step publishes is hinted at by its commit. */
function hintOf(events: readonly OutgoingEvent[], direction: string): string | null {
  if (direction !== "received") return null;
  return hintAt(events.map(({ envelope }) => envelope.correlationid ?? envelope.id));
}

/** What tells screens that conversations have grown. */
export function hintAt(correlationIds: readonly string[]): string {
  const ids = new Set(correlationIds);
  const hint = JSON.stringify({
    e: [...ids].slice(0, HINTED_MAX),
    ...(ids.size > HINTED_MAX ? { more: 1 } : {}),
  });
  return Buffer.byteLength(hint) <= HINT_BYTES_MAX ? hint : JSON.stringify({ more: 1 });
}
