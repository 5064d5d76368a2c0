import { describe, expect, it } from "vitest";
import type { JobCounts, ReplayJobRecord } from "../../engine/replay-jobs.ts";
import { decideJob } from "./decide-job.ts";

const NONE: JobCounts = { open: 0, succeeded: 0, failed: 0, held: 0, skipped: 0 };

const job = (
  changes: Omit<Partial<ReplayJobRecord>, "counts"> & { readonly counts?: Partial<JobCounts> } = {},
): ReplayJobRecord => ({
  id: "j",
  kind: "replay",
  selectionId: "s",
  project: "p",
  state: "running",
  dryRun: false,
  force: false,
  actor: "mara",
  canary: 0,
  canaryPassed: true,
  parallel: 8,
  pauseShare: 0.2,
  letters: 100,
  handedOut: 0,
  outcomes: {},
  lately: { ended: 0, failed: 0 },
  unusedRateMs: 0,
  ...changes,
  counts: { ...NONE, ...changes.counts },
});

describe("decideJob", () => {
  it("hands out as many as may be under way", () => {
    expect(decideJob(job({ counts: { open: 3 } }))).toMatchObject({ handOut: 5 });
    expect(decideJob(job({ counts: { open: 9 } }))).toMatchObject({ handOut: 0 });
  });

  it("ends when every letter has ended one way or another, and not before", () => {
    const counts = { succeeded: 90, failed: 4, held: 3, skipped: 3 };
    expect(decideJob(job({ counts }))).toMatchObject({ state: "done", handOut: 0 });
    expect(decideJob(job({ counts: { ...counts, skipped: 2, open: 1 } })).state).toBe("running");
    expect(decideJob(job({ letters: 0 })).state).toBe("done");
  });

  it.each(["paused", "cancelled", "done"] as const)("leaves one alone that is %s", (state) => {
    expect(decideJob(job({ state }))).toMatchObject({ state, handOut: 0 });
  });

  it("waits for the whole canary before the rest goes", () => {
    const canary = { canary: 3, canaryPassed: false };
    expect(decideJob(job(canary))).toMatchObject({ handOut: 3, canaryPassed: false });
    const waiting = job({ ...canary, handedOut: 3, counts: { open: 1, succeeded: 2 } });
    expect(decideJob(waiting)).toMatchObject({ handOut: 0, canaryPassed: false });
    const passed = job({ ...canary, handedOut: 3, counts: { succeeded: 3 } });
    expect(decideJob(passed)).toMatchObject({ handOut: 8, canaryPassed: true });
    const failed = job({ ...canary, handedOut: 3, counts: { succeeded: 2, failed: 1 } });
    expect(decideJob(failed)).toMatchObject({ state: "paused", why: "1 of the first 3 failed" });
  });

  it("pauses when more than the share fails, once there is enough to say so", () => {
    const lately = (ended: number, failed: number) => decideJob(job({ lately: { ended, failed } }));
    expect(lately(9, 9).state).toBe("running");
    expect(lately(10, 2).state).toBe("running");
    expect(lately(10, 3)).toMatchObject({
      state: "paused",
      why: "3 of the last 10 failed, more than 20 %",
    });
    const few = job({ letters: 4, lately: { ended: 4, failed: 2 }, counts: { failed: 2 } });
    expect(decideJob(few).state).toBe("paused");
  });

  it("hands out what the rate has earned, and makes up for a second at most", () => {
    const earned = (unusedRateMs: number, ratePerSecond = 4) =>
      decideJob(job({ ratePerSecond, unusedRateMs })).handOut;
    expect([earned(0), earned(249), earned(250), earned(600_000)]).toEqual([0, 0, 1, 4]);
    expect([earned(1_999, 0.5), earned(2_000, 0.5), earned(600_000, 0.5)]).toEqual([0, 1, 1]);
  });
});
