import type { CommandStore } from "../../../engine/engine-store.ts";
import type { CommandRecord, LetterRecord } from "../../../engine/records.ts";
import { finishCommand } from "../commit/finish-commands.ts";
import { toEffectRecord } from "../effects/to-effect-record.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { CommandRow, LetterRow } from "../rows.ts";

/** Long enough for any dry run; a worker that dies holds a command no longer. */
const COMMAND_LEASE_MS = 15_000;

/** {@link CommandStore} of one worker in process memory. */
export function memoryCommandStore(db: MemoryDatabase, { project }: MemoryWorker): CommandStore {
  return {
    claimCommands: async (limit) =>
      db.transaction(() =>
        claimable(db, project)
          .slice(0, limit)
          .map((row) => {
            const claimedUntilMs = db.nowMs() + COMMAND_LEASE_MS;
            db.commands.put(row.id, { ...row, status: "running", claimedUntilMs });
            return toCommandRecord(row);
          }),
      ),

    findLetter: async (letterId) => {
      const row = db.letters.rows().find(({ id }) => id === letterId);
      return row?.project === project ? toLetterRecord(row) : undefined;
    },

    findEffect: async (effectId) => {
      const row = db.effects.get(effectId);
      return row === undefined ? undefined : { ...toEffectRecord(row), status: row.status };
    },

    finishCommand: async (commandId, status, result) => {
      db.transaction(() =>
        finishCommand(db, { kind: "command-finished", commandId, status, result }),
      );
    },
  };
}

/** Commands nobody works on, or whose worker's time is up, oldest first. */
function claimable(db: MemoryDatabase, project: string): readonly CommandRow[] {
  const nowMs = db.nowMs();
  const isFree = ({ status, claimedUntilMs }: CommandRow) =>
    status === "waiting" ||
    (status === "running" && claimedUntilMs !== undefined && claimedUntilMs < nowMs);
  return db.commands
    .rows()
    .filter((row) => row.project === project && isFree(row))
    .sort((first, second) => first.requestedAtMs - second.requestedAtMs);
}

function toCommandRecord(row: CommandRow): CommandRecord {
  const { id, kind, target, dryRun, force, reason, actor } = row;
  return { id, kind, target, dryRun, force, ...(reason === undefined ? {} : { reason }), actor };
}

function toLetterRecord(row: LetterRow): LetterRecord {
  return {
    id: row.id,
    consumer: row.consumer,
    workKey: row.workKey,
    source: row.source,
    reason: row.reason,
    machineId: row.machineId,
    subject: row.subject,
    machineVersion: row.machineVersion,
    structureHash: row.structureHash,
    topic: row.topic,
    eventType: row.eventType,
    envelopeId: row.envelopeId,
    effectId: row.effectId,
    redactedPaths: row.redactedPaths,
    redactedEnvelope: row.envelope,
    sealed: row.sealed,
    occurrences: row.occurrences,
    resolvedAt: row.resolvedAtMs === undefined ? undefined : new Date(row.resolvedAtMs),
  };
}
