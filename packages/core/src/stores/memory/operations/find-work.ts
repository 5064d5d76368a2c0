import type { InstanceKey } from "../../../engine/engine-store.ts";
import type { EarlierCall, InstanceWork, OpenCall } from "../../../engine/records.ts";
import { toEffectRecord } from "../effects/to-effect-record.ts";
import { toTimerRecord } from "../lanes/to-timer-record.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { EffectRow } from "../rows.ts";
import { toLetterRecord } from "./to-letter-record.ts";

/** Everything that an instance waits for, and what is open about it. */
export function findWork(db: MemoryDatabase, project: string, key: InstanceKey): InstanceWork {
  const isOurs = (row: InstanceKey) =>
    row.machineId === key.machineId && row.subject === key.subject;
  const calls = db.openEffects
    .rows()
    .filter(isOurs)
    .sort((first, second) => first.id - second.id)
    .map((row) => ({ ...toEffectRecord(db, row), status: row.status as OpenCall["status"] }));
  const letters = db.letters
    .rows()
    .filter(
      (row) =>
        row.consumer === key.machineId &&
        row.subject === key.subject &&
        row.project === project &&
        row.resolvedAtMs === undefined,
    )
    .sort((first, second) => first.capturedAtMs - second.capturedAtMs)
    .map(toLetterRecord);
  const timers = db.timers
    .rows()
    .filter(isOurs)
    .sort((first, second) => first.dueAtMs - second.dueAtMs)
    .map(toTimerRecord);
  const cause = db.history
    .rows()
    .filter((row) => isOurs(row) && row.causeKind === "event")
    .sort((first, second) => second.revision - first.revision)[0];
  const causeEventId = cause === undefined ? {} : { causeEventId: cause.causeId };
  return { calls, timers, letters, ...causeEventId };
}

/** Of each of these service calls the one asked for last up to a revision, and whether it was over by then. */
export function findCalls(
  db: MemoryDatabase,
  key: InstanceKey,
  refs: readonly string[],
  upToRevision: number,
): readonly EarlierCall[] {
  const rows = db.effects
    .rows()
    .filter(
      (row) =>
        row.machineId === key.machineId &&
        row.subject === key.subject &&
        row.kind === "invoke" &&
        refs.includes(row.ref) &&
        row.revision <= upToRevision,
    )
    .sort((first, second) => first.revision - second.revision);
  const wasOver = ({ ref, revision: asked }: EffectRow) =>
    db.history
      .rows()
      .some(
        ({ machineId, subject, revision, event }) =>
          machineId === key.machineId &&
          subject === key.subject &&
          revision > asked &&
          revision <= upToRevision &&
          [`done.invoke.${ref}`, `error.platform.${ref}`].includes(event),
      );
  return [...new Map(rows.map((row) => [row.ref, row])).values()].map((row) => ({
    ...toEffectRecord(db, row),
    wasOver: wasOver(row),
  }));
}
