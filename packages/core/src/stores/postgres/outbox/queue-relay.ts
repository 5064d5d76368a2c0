import { decodeEnvelope } from "../../../envelope/decode-envelope.ts";
import type { RelayPublish } from "../../../projects/project.ts";
import type { Sql } from "../sql.ts";
import { publishEvents } from "./publish-events.ts";

/**
 * The far side of a relay that is another Postgres queue: an application's outbox relayed to the database that its
 * consumers work on. Inside one database no relay is needed, since an outbox row already is a consumer's delivery.
 *
 * At least once: a worker that dies between the publish and its own commit publishes again, and the consumer's inbox
 * answers the second as a duplicate.
 *
 * @param sql - bound to the other database
 * @param topic - the topic there; default the same name
 */
export function toPostgresQueue(sql: Sql, topic?: string): RelayPublish {
  return async (delivery) => {
    const envelopes = [decodeEnvelope(delivery.envelope)];
    await publishEvents(sql, { topic: topic ?? delivery.topic, envelopes, direction: "received" });
  };
}
