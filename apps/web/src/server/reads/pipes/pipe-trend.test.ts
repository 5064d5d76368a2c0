import type { PipeSample, SampledBucket } from "@sagascope/core/postgres";
import { describe, expect, it } from "vitest";
import { bucketsOf } from "../overview/overview-range.ts";
import { pipeTrend } from "./pipe-trend.ts";

const NOW = new Date("2026-03-01T12:00:30Z");
const HOUR = bucketsOf("1h", NOW);
const recorded = (bucket: number, fields: Partial<SampledBucket> = {}): SampledBucket => ({
  ...{ bucket, kind: "all", project: "", name: "", waiting: 0, ageMs: 0 },
  ...fields,
});
const current = (fields: Partial<PipeSample>): PipeSample => ({
  ...{ kind: "all", project: "", name: "", waiting: 0, oldestAt: null },
  ...fields,
});
const FEED = { kind: "feed", project: "shop", name: "search" } as const;

describe("the trend of the pipes", () => {
  it("puts each record in its minute, and what is there now in the last", () => {
    const trend = pipeTrend(
      HOUR,
      [recorded(0, { waiting: 3, ageMs: 100 }), recorded(57, { waiting: 7 })],
      [current({ waiting: 1, oldestAt: new Date(NOW.getTime() - 250) })],
      NOW,
    );

    expect(trend.sinceMs).toBe(Date.parse("2026-03-01T11:01:00Z"));
    expect(trend.all.waiting).toHaveLength(60);
    expect([trend.all.waiting[0], trend.all.waiting[57], trend.all.waiting[59]]).toEqual([3, 7, 1]);
    expect(trend.all.ageMs[59]).toBe(250);
    expect(trend.now).toEqual({ waiting: 1, ageMs: 250 });
  });

  it("knows nothing of minutes in which nobody looked, and says how many they are", () => {
    const all = Array.from({ length: 59 }, (_minute, at) => recorded(at));

    expect(pipeTrend(HOUR, all, [], NOW).missing).toBe(0);
    expect(pipeTrend(HOUR, all.slice(49), [], NOW).missing).toBe(49);
    expect(pipeTrend(HOUR, [], [], NOW)).toMatchObject({ missing: 59, lines: [] });
    const { waiting, ageMs } = pipeTrend(HOUR, [recorded(1, { waiting: 4 })], [], NOW).all;
    expect(waiting.slice(0, 3)).toEqual([null, 4, null]);
    expect(ageMs.slice(0, 3)).toEqual([null, 0, null]);
    expect(waiting.at(-1)).toBe(0); // now, which was looked at
  });

  it("takes it that nothing waited where somebody looked and recorded nothing of it", () => {
    const trend = pipeTrend(
      HOUR,
      [recorded(56), recorded(56, { ...FEED, waiting: 5, ageMs: 900 }), recorded(58)],
      [],
      NOW,
    );

    expect(trend.lines).toMatchObject([FEED]);
    expect(trend.lines[0]?.waiting.slice(-4)).toEqual([5, null, 0, 0]);
    expect(trend.lines[0]?.ageMs.slice(-4)).toEqual([900, null, 0, 0]);
  });

  it("keeps the most that was seen of the bucket that is not over", () => {
    const day = bucketsOf("24h", NOW);
    const sample = recorded(23, { waiting: 9, ageMs: 5 });

    const trend = pipeTrend(day, [sample], [current({ waiting: 2, oldestAt: NOW })], NOW);

    expect(trend.all.waiting.at(-1)).toBe(9);
    expect(trend.all.ageMs.at(-1)).toBe(5);
    expect(trend.now.waiting).toBe(2);
  });

  it("leaves out what lies outside", () => {
    const trend = pipeTrend(HOUR, [recorded(-1, { waiting: 9 }), recorded(60)], [], NOW);

    expect(trend.all.waiting.filter((value) => value !== null)).toEqual([0]);
  });
});
