import {
  planSchedule,
  type ScheduledEvent,
  type ScheduleStore,
} from "../../../engine/schedule-store.ts";
import { decodeEnvelope } from "../../../envelope/decode-envelope.ts";
import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { EventRow, ScheduledEventRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { insertEvents } from "./publish-events.ts";

/**
 * Have envelopes published later, all or none; one that waits under the same key is replaced.
 *
 * @throws {InvalidConfigError} if a delay, time or key cannot be used
 */
export function scheduleEvents(
  db: MemoryDatabase,
  events: readonly ScheduledEvent[],
  direction: EventRow["direction"],
): { readonly keys: readonly string[]; readonly replaced: number } {
  const planned = planSchedule(events);
  return db.transaction(() => {
    let replaced = 0;
    for (const { topic, key, envelope, delayMs, deliverAt } of planned) {
      const name = keyOf(topic, key);
      if (db.scheduled.get(name) !== undefined) replaced += 1;
      db.scheduled.put(name, {
        ...{ topic, key, direction, seq: db.next("scheduled") },
        dueAtMs: deliverAt?.getTime() ?? db.nowMs() + (delayMs ?? 0),
        subject: envelope.subject ?? "",
        envelope: encodeEnvelope(envelope),
      });
    }
    return { keys: planned.map(({ key }) => key), replaced };
  });
}

/** @returns the keys of those that will not be published */
export function cancelScheduled(
  db: MemoryDatabase,
  topic: string,
  keys: readonly string[],
): readonly string[] {
  return db.transaction(() =>
    [...new Set(keys)].filter((key) => db.scheduled.remove(keyOf(topic, key))).sort(),
  );
}

/** {@link ScheduleStore} in process memory, where nobody holds anything for long. */
export function memoryScheduleStore(db: MemoryDatabase): ScheduleStore {
  return {
    promoteDue: async (limit) =>
      db.transaction(() => {
        const waiting = db.scheduled.rows().sort(byTime);
        const due = waiting.filter(({ dueAtMs }) => dueAtMs <= db.nowMs()).slice(0, limit);
        for (const row of due) publish(db, row);
        const next = waiting[due.length];
        const nextDueInMs = next === undefined ? undefined : Math.max(0, next.dueAtMs - db.nowMs());
        return { promoted: due.length, held: 0, nextDueInMs };
      }),
  };
}

function publish(db: MemoryDatabase, { topic, key, envelope, direction }: ScheduledEventRow): void {
  db.scheduled.remove(keyOf(topic, key));
  insertEvents(db, [{ topic, envelope: decodeEnvelope(envelope) }], direction);
}

function byTime(first: ScheduledEventRow, second: ScheduledEventRow): number {
  return first.dueAtMs - second.dueAtMs || first.seq - second.seq;
}
