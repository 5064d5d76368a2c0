import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { Envelope } from "../../../envelope/envelope.ts";
import { type StatementValue, toJsonColumn } from "../statement.ts";

/** An envelope on its way to a topic. */
export interface OutgoingEvent {
  readonly topic: string;
  readonly envelope: Envelope;
  /** How it came, where that is to be kept to the byte. */
  readonly text?: string;
  /** The step of the instance that publishes it; absent from outside. */
  readonly revision?: number;
}

/**
 * Table expressions that store envelopes (`arrived`), what subscribers have to do with them (`waiting`), and what is to be
 * numbered for feeds on their topics (`fed`), of which there may be none. A type that some route of a project takes goes to that
 * route's machine; any other goes to the project's `*` subscription, if it has one. Relays on `*` get everything.
 *
 * @param source - where the envelopes come from and in which order, as `a`
 */
export function arrivalOf(source: string): string {
  return `arrived AS (
    INSERT INTO sagascope.event
      (id, source, type, subject, topic, correlation_id, causation_id, machine_id, machine_version, revision, direction, envelope)
    SELECT a.id, a.source, a.type, a.subject, a.topic, a.correlation_id, a.causation_id, a.machine_id,
           a.machine_version, a.revision, a.direction, a.envelope
    FROM ${source}
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
    RETURNING project, event_seq
  ), numbered_later AS (
    INSERT INTO sagascope.feed_pending (stream_id, event_seq, event_at, subject_hash)
    SELECT f.id, e.seq, e.recorded_at, hashtextextended(e.subject, 0)
    FROM arrived e JOIN sagascope.feed_stream f ON f.topic = e.topic
    RETURNING stream_id
  ), fed AS (
    SELECT f.topic FROM sagascope.feed_stream f WHERE f.id IN (SELECT stream_id FROM numbered_later)
  )`;
}

/** The beginning of a statement that stores envelopes; $1..$12 are the {@link eventColumns}. */
export const WRITE_EVENTS_AND_DELIVERIES = `
  WITH ${arrivalOf(`ROWS FROM (
        unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
               $10::int[], $11::text[]),
        json_array_elements($12::json)) WITH ORDINALITY
      AS a (id, source, type, subject, topic, correlation_id, causation_id, machine_id, machine_version, revision,
            direction, envelope, n)
    ORDER BY a.n`)}`;

/**
 * Columns of events for `unnest`, in the order of {@link WRITE_EVENTS_AND_DELIVERIES}.
 *
 * @throws {EnvelopeTooLargeError} if an envelope is longer than may be sent
 */
export function eventColumns(
  events: readonly OutgoingEvent[],
  direction: "received" | "published",
): readonly StatementValue[] {
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
    toJsonColumn(events.map(({ envelope, text }) => text ?? encodeEnvelope(envelope))),
  ];
}
