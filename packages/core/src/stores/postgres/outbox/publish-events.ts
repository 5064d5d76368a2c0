import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { Envelope } from "../../../envelope/envelope.ts";
import type { Sql } from "../sql.ts";

/**
 * $1..$12 are columns of the envelopes, in order. A type that some route of a project takes goes to that route's machine;
 * any other goes to the project's `*` subscription, if it has one. Relays on `*` get everything.
 */
const INSERT_EVENTS_AND_DELIVERIES = `
  WITH arrived AS (
    INSERT INTO sagascope.event
      (id, source, type, subject, topic, correlation_id, causation_id, machine_id, machine_version, revision, direction, envelope)
    SELECT a.id, a.source, a.type, a.subject, a.topic, a.correlation_id, a.causation_id, a.machine_id,
           a.machine_version, a.revision, a.direction, a.envelope::json
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::int[], $11::text[], $12::text[]) WITH ORDINALITY
      AS a (id, source, type, subject, topic, correlation_id, causation_id, machine_id, machine_version, revision,
            direction, envelope, n)
    ORDER BY a.n
    RETURNING seq, recorded_at, type, subject, topic
  ), waiting AS (
    INSERT INTO sagascope.delivery (project, shard, sink, kind, subject, topic, event_seq, event_at)
    SELECT s.project, sagascope.shard_of(e.subject), s.sink, s.kind, e.subject, e.topic, e.seq, e.recorded_at
    FROM arrived e
    JOIN sagascope.subscription s ON s.topic = e.topic AND (
      s.type = e.type
      OR (s.type = '*' AND (s.kind = 'relay' OR NOT EXISTS (
        SELECT 1 FROM sagascope.subscription r
        WHERE r.topic = e.topic AND r.type = e.type AND r.project = s.project AND r.kind = 'queue'))))
    ORDER BY e.seq
    RETURNING project
  ), woken AS (
    SELECT pg_notify('sagascope_work', project) FROM (SELECT DISTINCT project FROM waiting) p
  )
  SELECT (SELECT count(*) FROM arrived)::int AS events,
         (SELECT count(*) FROM waiting)::int AS deliveries,
         (SELECT count(*) FROM woken)::int AS woken,
         CASE WHEN $13::text IS NOT NULL THEN pg_notify('sagascope_change', $13) END IS NULL AS silent`;

/** An envelope on its way to a topic. */
export interface OutgoingEvent {
  readonly topic: string;
  readonly envelope: Envelope;
  /** The step of the instance that publishes it; absent from outside. */
  readonly revision?: number;
}

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
  const [counts] = await sql.query<PublishedCounts>(
    "publish events",
    INSERT_EVENTS_AND_DELIVERIES,
    [...columnsOf(events, direction), hintOf(events, direction)],
  );
  return { events: counts?.events ?? 0, deliveries: counts?.deliveries ?? 0 };
}

function columnsOf(events: readonly OutgoingEvent[], direction: string): readonly unknown[] {
  const envelopes = events.map((event) => event.envelope);
  return [
    envelopes.map((envelope) => envelope.id),
    envelopes.map((envelope) => envelope.source),
    envelopes.map((envelope) => envelope.type),
    envelopes.map((envelope) => envelope.subject ?? ""),
    events.map((event) => event.topic),
    envelopes.map((envelope) => envelope.correlationid ?? envelope.id),
    envelopes.map((envelope) => envelope.causationid ?? null),
    envelopes.map((envelope) => envelope.machineid ?? null),
    envelopes.map((envelope) => envelope.machineversion ?? null),
    events.map((event) => event.revision ?? null),
    envelopes.map(() => direction),
    envelopes.map((envelope) => encodeEnvelope(envelope)),
  ];
}

/** A NOTIFY payload holds 8,000 bytes; a correlation id is at most 1,024 characters long. */
const HINTED_MAX = 20;
const HINT_BYTES_MAX = 7_000;

/** What arrived from outside shows in its conversation at once; what a step publishes is hinted at by its commit. */
function hintOf(events: readonly OutgoingEvent[], direction: string): string | null {
  if (direction !== "received") return null;
  const ids = new Set(events.map(({ envelope }) => envelope.correlationid ?? envelope.id));
  const hint = JSON.stringify({
    e: [...ids].slice(0, HINTED_MAX),
    ...(ids.size > HINTED_MAX ? { more: 1 } : {}),
  });
  return Buffer.byteLength(hint) <= HINT_BYTES_MAX ? hint : JSON.stringify({ more: 1 });
}
