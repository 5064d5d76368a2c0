import type { Envelope } from "../../../envelope/envelope.ts";
import { StoreUnavailableError } from "../../../kernel/errors.ts";
import { groupCalls, upToWeight } from "../../../kernel/group-calls.ts";
import type { Notify } from "../pool-notifier.ts";
import type { Sql } from "../sql.ts";
import type { StatementValue } from "../statement.ts";
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

const WOKEN = `
  (SELECT array_agg(DISTINCT project) FROM waiting) AS projects,
  (SELECT array_agg(topic) FROM fed) AS topics`;

/** Whoever sends it wakes the projects, and the feeds of the topics. */
const PUBLISH = `${WRITE_EVENTS_AND_DELIVERIES}
  SELECT (SELECT count(*) FROM arrived)::int AS events,
         (SELECT count(*) FROM waiting)::int AS deliveries,${WOKEN}`;

/** The same for several publishers at once: what follows from an envelope is a matter of its topic and type. */
const PUBLISH_TOGETHER = `${WRITE_EVENTS_AND_DELIVERIES}, takers AS (
    SELECT e.topic, e.type, (count(w.event_seq) / count(DISTINCT e.seq))::int AS n
    FROM arrived e LEFT JOIN waiting w ON w.event_seq = e.seq GROUP BY e.topic, e.type
  )
  SELECT (SELECT json_agg(t) FROM takers t) AS takers,${WOKEN}`;

/** Envelopes of several publishers that go into one transaction. */
const TOGETHER_MAX = 256;
/** Such transactions under way at once. */
const GROUPS_MAX = 4;

/** What publishing wrote: an envelope nobody subscribes to is an event without deliveries. */
export interface PublishedCounts {
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Store envelopes and what subscribers have to do with them, in one statement, in the caller's transaction: a rolled-back
 * transaction leaves nothing. Workers are woken when it commits. On a pool it is a transaction of its own, which callers side by side
 * share: each is told what came of its own envelopes, and none pays for another's.
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
  const { notify } = sql;
  const columns = eventColumns(events, direction); // of an envelope that is too large only its publisher is told
  if (notify !== undefined) return publisherOf(notify, direction)({ sql, events, columns });
  const values = [...columns, hintOf(events, direction)];
  const [row] = await sql.query<PublishedCounts>("publish events", PUBLISH_IN_TRANSACTION, values);
  return { events: row?.events ?? 0, deliveries: row?.deliveries ?? 0 };
}

type Direction = "received" | "published";

/** What one caller publishes in a transaction of its own. */
interface Publication {
  readonly sql: Sql;
  readonly events: readonly OutgoingEvent[];
  readonly columns: readonly StatementValue[];
}

type Publisher = (publication: Publication) => Promise<PublishedCounts>;

const publishers = new WeakMap<Notify, Partial<Record<Direction, Publisher>>>();

/** The one publisher of a pool in each direction, however often the pool is bound. */
function publisherOf(notify: Notify, direction: Direction): Publisher {
  const ofPool = publishers.get(notify) ?? {};
  publishers.set(notify, ofPool);
  ofPool[direction] ??= groupCalls({
    run: (group) => publishAndNotify(notify, direction, group),
    choose: upToWeight(({ events }) => events.length, TOGETHER_MAX),
    groupsMax: GROUPS_MAX,
    isShared: (error) => error instanceof StoreUnavailableError,
  });
  return ofPool[direction];
}

interface Woken {
  readonly projects: readonly string[] | null;
  readonly topics: readonly string[] | null;
}

async function publishAndNotify(
  notify: Notify,
  direction: Direction,
  group: readonly Publication[],
): Promise<readonly PublishedCounts[]> {
  const [first] = group;
  if (first === undefined) return [];
  const events = group.flatMap((publication) => publication.events);
  const { counts, woken } = await (group.length === 1
    ? publishAlone(first)
    : publishTogether(first.sql, eventColumns(events, direction), group));
  for (const project of woken?.projects ?? []) notify(WORK_CHANNEL, project);
  for (const topic of woken?.topics ?? []) notify(FEED_CHANNEL, topic);
  const hint = hintOf(events, direction);
  if (hint !== null) notify(CHANGE_CHANNEL, hint);
  return counts;
}

interface Published {
  readonly counts: readonly PublishedCounts[];
  readonly woken: Woken | undefined;
}

async function publishAlone({ sql, columns }: Publication): Promise<Published> {
  const [row] = await sql.query<PublishedCounts & Woken>("publish events", PUBLISH, columns);
  return {
    counts: [{ events: row?.events ?? 0, deliveries: row?.deliveries ?? 0 }],
    woken: row,
  };
}

interface Takers {
  readonly takers: readonly { readonly topic: string; readonly type: string; readonly n: number }[];
}

async function publishTogether(
  sql: Sql,
  columns: readonly StatementValue[],
  group: readonly Publication[],
): Promise<Published> {
  const [row] = await sql.query<Takers & Woken>("publish events", PUBLISH_TOGETHER, columns);
  const nameOf = (topic: string, type: string) => JSON.stringify([topic, type]);
  const takers = new Map(row?.takers.map(({ topic, type, n }) => [nameOf(topic, type), n]));
  const takersOf = ({ topic, envelope }: OutgoingEvent) =>
    takers.get(nameOf(topic, envelope.type)) ?? 0;
  const counts = group.map(({ events }) => ({
    events: events.length,
    deliveries: events.reduce((sum, event) => sum + takersOf(event), 0),
  }));
  return { counts, woken: row };
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
