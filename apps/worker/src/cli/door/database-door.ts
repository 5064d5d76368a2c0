import { maskLetter, type SealKeyRing } from "@sagascope/core";
import {
  archiveLetters,
  assignLetterGroup,
  changeReplayJob,
  chooseLetterProject,
  findLetterCare,
  findLetterView,
  findReplayJob,
  freezeSelection,
  listLetterGroups,
  listLetters,
  listReplayItems,
  listReplayJobs,
  noteLetterGroup,
  purgeLetters,
  type ReplayJobView,
  readDisplayRedaction,
  type SqlPool,
  searchAudit,
  startReplayJob,
  unsealLetter,
} from "@sagascope/core/postgres";
import { askWorker } from "../ask-worker.ts";
import { UsageError } from "../errors.ts";
import { databaseEngineDoor } from "./database-engine-door.ts";
import type { OperatorDoor } from "./operator-door.ts";

/** Work on the database itself. */
export function databaseDoor(
  sql: SqlPool,
  actor: string,
  findKeys: () => Promise<SealKeyRing | undefined>,
): OperatorDoor {
  return {
    ...databaseEngineDoor(sql, actor),
    listLetters: (filter) => listLetters(sql, filter),
    async findLetter(id) {
      const letter = await findLetterView(sql, id);
      if (letter === undefined) return undefined;
      const redaction = await readDisplayRedaction(sql);
      return maskLetter(letter, redaction.of(letter.machineId ?? undefined));
    },
    async act({ letterId, timeoutMs, ...request }) {
      const letter = await findLetterView(sql, letterId);
      if (letter === undefined) throw new UsageError(`no dead letter with id '${letterId}'`);
      const { project } = letter;
      return askWorker(sql, { ...request, project, target: { letterId }, actor }, timeoutMs);
    },
    purge: (purge) => purgeLetters(sql, { ...purge, actor }),
    archive: (request) => archiveLetters(sql, { ...request, actor }),
    unseal: async (request) => unsealLetter(sql, await findKeys(), { ...request, actor }),
    listGroups: ({ all, consumer, limit }) =>
      listLetterGroups(sql, { state: all ? "all" : "open", consumer }, limit),
    findCare: (fingerprint) => findLetterCare(sql, fingerprint),
    assign: (fingerprint, assignee, reason) =>
      assignLetterGroup(sql, { fingerprint, assignee, reason, actor }),
    note: (fingerprint, note, reason) => noteLetterGroup(sql, { fingerprint, note, reason, actor }),
    async preview(named, filter) {
      const project = await chooseLetterProject(sql, named, filter);
      return freezeSelection(sql, { project, filter, actor });
    },
    async startJob(request) {
      return getJob(sql, await startReplayJob(sql, { ...request, actor }));
    },
    async changeJob(id, change, reason) {
      await changeReplayJob(sql, { id, change, reason, actor });
      return getJob(sql, id);
    },
    listJobs: (limit) => listReplayJobs(sql, { limit }),
    findJob: (id) => findReplayJob(sql, id),
    listItems: (jobId, all, limit) =>
      listReplayItems(sql, { jobId, which: all ? "all" : "notThrough", limit }),
    searchAudit: (filter, page) => searchAudit(sql, filter, page),
  };
}

async function getJob(sql: SqlPool, id: string): Promise<ReplayJobView> {
  const job = await findReplayJob(sql, id);
  if (job === undefined) throw new UsageError(`no replay job with id '${id}'`);
  return job;
}
