import type {
  JobAdvance,
  JobDecision,
  ReplayJobRecord,
  ReplayJobStore,
} from "../../../engine/replay-jobs.ts";
import { burstMsOf } from "../../../operations/jobs/decide-job.ts";
import { jobAudit } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { JobRow } from "../rows.ts";
import { endItems } from "./end-items.ts";
import { handOut } from "./hand-out.ts";

/** {@link ReplayJobStore} in process memory. */
export function memoryReplayJobStore(
  db: MemoryDatabase,
  { project }: MemoryWorker,
): ReplayJobStore {
  return {
    advanceJob: async (exceptIds, decide) =>
      db.transaction(() => {
        const [job] = db.jobs
          .rows()
          .filter((row) => row.project === project && !exceptIds.includes(row.id))
          .filter(({ state, counts }) => state === "running" || counts.open > 0)
          .sort((first, second) => first.lookedAtMs - second.lookedAtMs);
        return job === undefined ? undefined : advance(db, job, decide);
      }),
  };
}

function advance(
  db: MemoryDatabase,
  row: JobRow,
  decide: (job: ReplayJobRecord) => JobDecision,
): JobAdvance {
  const before: ReplayJobRecord = { ...row, unusedRateMs: db.nowMs() - row.rateAtMs };
  const seen = endItems(db, before);
  const decision = decide(seen.job);
  const given = handOut(db, seen.job, decision.handOut);
  const { unusedRateMs: _unused, ...job } = given.job;
  const { state, why = row.why, canaryPassed } = decision;
  db.jobs.put(row.id, {
    ...row,
    ...job,
    state,
    ...(why === undefined ? {} : { why }),
    canaryPassed,
    lookedAtMs: db.nowMs(),
    rateAtMs: rateAtMs(db.nowMs(), row, given.handedOut),
  });
  if (state !== row.state && !row.dryRun) {
    const detail = { ...job.counts, outcomes: job.outcomes, ...(why === undefined ? {} : { why }) };
    appendAudit(db, [jobAudit(row, { actor: "sagascope", outcome: state }, detail)]);
  }
  if (given.handedOut > 0) db.wake(row.project);
  return { id: row.id, ended: seen.ended, handedOut: given.handedOut, state };
}

function rateAtMs(nowMs: number, row: JobRow, handedOut: number): number {
  if (row.ratePerSecond === undefined) return row.rateAtMs;
  const from = Math.max(row.rateAtMs, nowMs - burstMsOf(row.ratePerSecond));
  return from + (handedOut * 1_000) / row.ratePerSecond;
}
