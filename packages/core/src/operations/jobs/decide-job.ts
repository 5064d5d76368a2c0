import type { JobDecision, ReplayJobRecord } from "../../engine/replay-jobs.ts";

/** So many letters have to have ended before a share of failures says anything. */
export const PAUSE_SAMPLE_MIN = 10;
/** What was not used of a rate is made up for within this time, and no further back. */
const BURST_MS = 1_000;

/**
 * What comes next in a bulk replay: pause it, end it, or how many letters may go. Pure: the same look at a job always says
 * the same.
 */
export function decideJob(job: ReplayJobRecord): JobDecision {
  const { state, counts } = job;
  const stay = { handOut: 0, state, canaryPassed: job.canaryPassed };
  if (state !== "running") return stay;
  const ended = counts.succeeded + counts.failed + counts.held + counts.skipped;
  if (ended >= job.letters) return { ...stay, state: "done" };
  if (!job.canaryPassed) return duringCanary(job, stay);
  const why = tooManyFailures(job);
  if (why !== undefined) return { ...stay, state: "paused", why };
  return { ...stay, handOut: roomOf(job) };
}

/** All of the canary goes, then everything waits until the last of it has ended. */
function duringCanary(job: ReplayJobRecord, stay: JobDecision): JobDecision {
  const { canary, handedOut, counts, letters } = job;
  if (counts.failed > 0 && counts.open === 0) {
    const of = counts.succeeded + counts.failed;
    return { ...stay, state: "paused", why: `${counts.failed} of the first ${of} failed` };
  }
  const left = Math.min(canary, letters) - handedOut;
  if (left > 0 && counts.failed === 0) return { ...stay, handOut: Math.min(left, roomOf(job)) };
  if (counts.open > 0) return stay;
  return { ...stay, canaryPassed: true, handOut: roomOf(job) };
}

function tooManyFailures({ lately, pauseShare, letters }: ReplayJobRecord): string | undefined {
  const { ended, failed } = lately;
  if (ended < Math.min(PAUSE_SAMPLE_MIN, letters) || failed <= ended * pauseShare) return undefined;
  return `${failed} of the last ${ended} failed, more than ${Math.round(pauseShare * 100)} %`;
}

function roomOf({ parallel, counts, ratePerSecond, unusedRateMs }: ReplayJobRecord): number {
  const room = Math.max(0, parallel - counts.open);
  if (ratePerSecond === undefined) return room;
  const usableMs = Math.min(unusedRateMs, burstMsOf(ratePerSecond));
  // A hair more, since what a rate earns in time is not exact.
  return Math.min(room, Math.floor((usableMs * ratePerSecond) / 1_000 + 1e-6));
}

/** How long back a rate may be made up for: at least so long that one letter fits. */
export function burstMsOf(ratePerSecond: number): number {
  return Math.max(BURST_MS, 1_000 / ratePerSecond);
}
