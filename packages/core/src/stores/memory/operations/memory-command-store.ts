import type { CommandStore } from "../../../engine/engine-store.ts";
import type { CommandRecord, RevisionRecord } from "../../../engine/records.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import { finishCommand } from "../commit/finish-commands.ts";
import { toEffectRecord } from "../effects/to-effect-record.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { CommandRow, HistoryRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { findCalls, findWork } from "./find-work.ts";
import { toLetterRecord } from "./to-letter-record.ts";

/** Long enough for any dry run; a worker that dies holds a command no longer. */
const COMMAND_LEASE_MS = 15_000;

/** {@link CommandStore} of one worker in process memory. */
export function memoryCommandStore(db: MemoryDatabase, { project }: MemoryWorker): CommandStore {
  return {
    claimCommands: async (shards, limit) =>
      db.transaction(() =>
        claimable(db, project, new Set(shards))
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
      return row === undefined ? undefined : { ...toEffectRecord(db, row), status: row.status };
    },

    findWork: async (key) => findWork(db, project, key),
    findRevision: async ({ machineId, subject }, revision) => {
      const row = db.history.get(keyOf(machineId, subject, revision));
      return row === undefined ? undefined : toRevision(row);
    },
    findCalls: async (key, refs, upToRevision) => findCalls(db, key, refs, upToRevision),

    finishCommand: async (commandId, status, result) => {
      db.transaction(() =>
        finishCommand(db, { kind: "command-finished", commandId, status, result }),
      );
    },
  };
}

/** Commands nobody works on, or whose worker's time is up, oldest first. */
function claimable(
  db: MemoryDatabase,
  project: string,
  shards: ReadonlySet<number>,
): readonly CommandRow[] {
  const nowMs = db.nowMs();
  const isFree = ({ status, claimedUntilMs }: CommandRow) =>
    status === "waiting" ||
    (status === "running" && claimedUntilMs !== undefined && claimedUntilMs < nowMs);
  return db.commands
    .rows()
    .filter((row) => row.project === project && isFree(row))
    .filter(({ shard }) => shard === undefined || shards.has(shard))
    .sort((first, second) => first.requestedAtMs - second.requestedAtMs);
}

function toCommandRecord(row: CommandRow): CommandRecord {
  const { id, kind, target, parameters, dryRun, force, reason, actor } = row;
  const why = reason === undefined ? {} : { reason };
  return { id, kind, target, parameters, dryRun, force, ...why, actor };
}

function toRevision({ revision, chartId, phase, states, snapshot }: HistoryRow): RevisionRecord {
  return { revision, chartId, phase, states, snapshot: JSON.parse(snapshot) as JsonValue };
}
