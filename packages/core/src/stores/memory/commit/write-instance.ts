import { CommitConflictError } from "../../../engine/errors.ts";
import type { StepCommit } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import { keyOf } from "../table.ts";

/**
 * Compare-and-set: a revision that moved meanwhile writes nothing.
 *
 * @throws {CommitConflictError} if the instance moved or appeared meanwhile
 */
export function writeInstance(
  db: MemoryDatabase,
  { project }: MemoryWorker,
  { machineId, subject, instance }: StepCommit,
): void {
  if (instance === undefined) return;
  const key = keyOf(machineId, subject);
  const before = db.instances.get(key);
  if ((before?.revision ?? 0) !== instance.expectedRevision) {
    throw new CommitConflictError("instance", 1, 0);
  }
  const { expectedRevision: _expected, snapshot, ...fields } = instance;
  const nowMs = db.nowMs();
  db.instances.put(key, {
    ...fields,
    machineId,
    subject,
    project: before?.project ?? project,
    snapshot: JSON.stringify(snapshot),
    correlationId: before?.correlationId ?? instance.correlationId,
    startedAtMs: before?.startedAtMs ?? nowMs,
    updatedAtMs: nowMs,
    finishedAtMs: instance.status === "active" ? undefined : nowMs,
  });
}

/** The step's line in the timeline. */
export function writeHistory(
  db: MemoryDatabase,
  { workerId }: MemoryWorker,
  { machineId, subject, history }: StepCommit,
): void {
  if (history === undefined) return;
  db.history.put(keyOf(machineId, subject, history.revision), {
    ...history,
    machineId,
    subject,
    snapshot: JSON.stringify(history.snapshot),
    atMs: db.nowMs(),
    workerId,
  });
}
