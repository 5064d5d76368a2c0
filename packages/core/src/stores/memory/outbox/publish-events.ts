import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { Envelope } from "../../../envelope/envelope.ts";
import { ANY_TYPE } from "../../../projects/subscriptions.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { EventRow, SubscriptionRow } from "../rows.ts";
import { shardOf } from "../shard-of.ts";
import { keyOf } from "../table.ts";

/** An envelope on its way to a topic. */
export interface OutgoingEvent {
  readonly topic: string;
  readonly envelope: Envelope;
  /** How it came, where that is to be kept to the byte. */
  readonly text?: string;
  /** The step of the instance that publishes it; absent from outside. */
  readonly revision?: number;
}

/** What publishing wrote: an envelope nobody subscribes to is an event without deliveries. */
export interface PublishedCounts {
  readonly events: number;
  readonly deliveries: number;
}

/** Store envelopes and what subscribers have to do with them, all or none. */
export function insertEvents(
  db: MemoryDatabase,
  events: readonly OutgoingEvent[],
  direction: EventRow["direction"],
): PublishedCounts {
  return db.transaction(() => {
    const takers = events.flatMap((event) => insertEvent(db, event, direction));
    return { events: events.length, deliveries: takers.length };
  });
}

/**
 * Store what a step publishes.
 *
 * @returns the projects that have something to do by it
 */
export function insertStepEvents(
  db: MemoryDatabase,
  events: readonly OutgoingEvent[],
): readonly string[] {
  return events.flatMap((event) =>
    insertEvent(db, event, "published").map(({ project }) => project),
  );
}

function insertEvent(
  db: MemoryDatabase,
  { topic, envelope, text, revision }: OutgoingEvent,
  direction: EventRow["direction"],
): readonly SubscriptionRow[] {
  const { id, type } = envelope;
  const takers = takersOf(db.subscriptions.rows(), topic, type);
  const row: EventRow = {
    seq: db.next("event"),
    atMs: db.nowMs(),
    id,
    type,
    subject: envelope.subject ?? "",
    topic,
    direction,
    revision,
    envelope: text ?? encodeEnvelope(envelope),
  };
  db.events.put(keyOf(row.seq), row);
  if (db.eventsById.get(id) === undefined) db.eventsById.put(id, row);
  if (takers.length === 0) db.untaken.put(keyOf(row.seq), row);
  for (const taker of takers) insertDelivery(db, row, taker);
  return takers;
}

/**
 * Store a text that is no envelope, for its project to give up: what a foreign writer may leave in the tables.
 *
 * @returns the id of its delivery
 */
export function insertText(
  db: MemoryDatabase,
  project: string,
  topic: string,
  envelope: string,
): string {
  return db.transaction(() => {
    const row: EventRow = {
      seq: db.next("event"),
      atMs: db.nowMs(),
      id: "",
      type: "",
      subject: "",
      topic,
      direction: "received",
      revision: undefined,
      envelope,
    };
    db.events.put(keyOf(row.seq), row);
    return insertDelivery(db, row, { project, sink: project, kind: "queue" });
  });
}

/**
 * A type that some route of a project takes goes to that route's machine; any other goes to the project's `*`
 * subscription, if it has one. Relays on `*` get everything.
 */
function takersOf(
  subscriptions: readonly SubscriptionRow[],
  topic: string,
  type: string,
): readonly SubscriptionRow[] {
  const onTopic = subscriptions.filter((subscription) => subscription.topic === topic);
  const isRouted = (project: string) =>
    onTopic.some(
      (other) => other.project === project && other.kind === "queue" && other.type === type,
    );
  return onTopic.filter(
    (subscription) =>
      subscription.type === type ||
      (subscription.type === ANY_TYPE &&
        (subscription.kind === "relay" || !isRouted(subscription.project))),
  );
}

function insertDelivery(
  db: MemoryDatabase,
  event: EventRow,
  taker: Pick<SubscriptionRow, "project" | "sink" | "kind">,
): string {
  const { subject, topic, type, envelope } = event;
  const { project, sink, kind } = taker;
  const id = db.next("delivery");
  db.deliveries.put(keyOf(id), {
    id,
    project,
    shard: shardOf(subject),
    sink,
    kind,
    subject,
    topic,
    type,
    envelopeId: event.id,
    envelope,
    dueAtMs: db.nowMs(),
    deliveries: 0,
    attempts: 0,
    errors: [],
  });
  db.wake(project);
  return String(id);
}
