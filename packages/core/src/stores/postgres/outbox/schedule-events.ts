import { planSchedule, type ScheduledEvent } from "../../../engine/schedule-store.ts";
import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { Sql } from "../sql.ts";
import { toJsonColumn } from "../statement.ts";

/**
 * $1..$9 and $13 are columns of envelopes, $10 keys, $11 delays in ms, $12 times. Numbered in the order given, written in the
 * order of their keys: two callers who replace the same ones wait for each other, and never both.
 */
const SCHEDULE = `
  WITH set AS (
    INSERT INTO sagascope.scheduled_event AS s
      (topic, key, seq, due_at, id, source, type, subject, correlation_id, causation_id, machine_id, machine_version,
       direction, envelope)
    SELECT a.topic, a.key, a.seq, a.due_at, a.id, a.source, a.type, a.subject, a.correlation_id, a.causation_id,
           a.machine_id, a.machine_version, $14, a.envelope
    FROM (
      SELECT r.*, nextval('sagascope.scheduled_event_seq') AS seq,
             coalesce(r.at::timestamptz, (SELECT clock_timestamp()) + r.delay_ms * interval '1 millisecond') AS due_at
      FROM ROWS FROM (
          unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::double precision[], $12::text[]),
          json_array_elements($13::json)) WITH ORDINALITY
        AS r (id, source, type, subject, topic, correlation_id, causation_id, machine_id, machine_version, key, delay_ms, at,
              envelope, n)
      ORDER BY r.n OFFSET 0
    ) a
    ORDER BY a.topic, a.key
    ON CONFLICT (topic, key) DO UPDATE
      SET seq = excluded.seq, due_at = excluded.due_at, set_at = clock_timestamp(), id = excluded.id,
          source = excluded.source, type = excluded.type, subject = excluded.subject,
          correlation_id = excluded.correlation_id, causation_id = excluded.causation_id,
          machine_id = excluded.machine_id, machine_version = excluded.machine_version,
          direction = excluded.direction, envelope = excluded.envelope
    RETURNING s.xmax <> 0 AS replaced -- set by the lock that an update takes; a row put in has none
  )
  SELECT count(*) FILTER (WHERE replaced)::int AS replaced FROM set`;

/** What was scheduled. */
export interface Scheduled {
  /** The name of each event on its topic, in the order given; one that occurs twice counts once, the last. */
  readonly keys: readonly string[];
  /** How many took the place of one that waited under the same key. */
  readonly replaced: number;
}

/**
 * Have envelopes published later, in one statement, in the caller's transaction: a rolled-back transaction leaves nothing, and
 * what it would have replaced stays. Workers publish each when it is due by the database's clock, once, in order per subject.
 *
 * @param direction - `received` from outside, or `published` by a machine or application
 * @throws {InvalidConfigError} if a delay, time or key cannot be used
 * @throws {EnvelopeTooLargeError} if an envelope is longer than may be sent
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function scheduleEvents(
  sql: Sql,
  events: readonly ScheduledEvent[],
  direction: "received" | "published",
): Promise<Scheduled> {
  const planned = planSchedule(events);
  if (planned.length === 0) return { keys: [], replaced: 0 };
  const envelopes = planned.map(({ envelope }) => envelope);
  const keys = planned.map(({ key }) => key);
  const [row] = await sql.query<{ replaced: number }>("schedule events", SCHEDULE, [
    envelopes.map((envelope) => envelope.id),
    envelopes.map((envelope) => envelope.source),
    envelopes.map((envelope) => envelope.type),
    envelopes.map((envelope) => envelope.subject ?? ""),
    planned.map(({ topic }) => topic),
    envelopes.map((envelope) => envelope.correlationid ?? envelope.id),
    envelopes.map((envelope) => envelope.causationid ?? null),
    envelopes.map((envelope) => envelope.machineid ?? null),
    envelopes.map((envelope) => envelope.machineversion ?? null),
    keys,
    planned.map(({ delayMs }) => delayMs ?? null),
    planned.map(({ deliverAt }) => deliverAt?.toISOString() ?? null),
    toJsonColumn(envelopes.map((envelope) => encodeEnvelope(envelope))),
    direction,
  ]);
  return { keys, replaced: row?.replaced ?? 0 };
}
