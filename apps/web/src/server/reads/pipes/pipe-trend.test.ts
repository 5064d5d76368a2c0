import type { PipeSample, RecordedSample } from "@sagascope/core/postgres";
import { describe, expect, it } from "vitest";
import { pipeTrend, trendSince } from "./pipe-trend.ts";

const NOW = new Date("2026-03-01T12:00:30Z");
const minutesAgo = (minutes: number) =>
  new Date(Date.parse("2026-03-01T12:00:00Z") - minutes * 60_000);
const recorded = (minutes: number, fields: Partial<RecordedSample>): RecordedSample => ({
  ...{ at: minutesAgo(minutes), kind: "all", project: "", name: "", waiting: 0, ageMs: 0 },
  ...fields,
});
const current = (fields: Partial<PipeSample>): PipeSample => ({
  ...{ kind: "all", project: "", name: "", waiting: 0, oldestAt: null },
  ...fields,
});

describe("the trend of the pipes", () => {
  it("puts each record in its minute, and what is there now in the last", () => {
    const feed = { kind: "feed", project: "shop", name: "search" } as const;
    const trend = pipeTrend(
      [
        recorded(59, { waiting: 3, ageMs: 100 }),
        recorded(2, { waiting: 7 }),
        recorded(2, { ...feed, waiting: 5, ageMs: 900 }),
      ],
      [current({ waiting: 1, oldestAt: new Date(NOW.getTime() - 250) })],
      NOW,
    );

    expect(trend.sinceMs).toBe(trendSince(NOW).getTime());
    expect(trend.all.waiting).toHaveLength(60);
    expect([trend.all.waiting[0], trend.all.waiting[57], trend.all.waiting[59]]).toEqual([3, 7, 1]);
    expect(trend.all.ageMs[59]).toBe(250);
    expect(trend.lines).toMatchObject([feed]);
    expect(trend.lines[0]?.waiting.slice(-3)).toEqual([5, 0, 0]);
  });

  it("says in how many minutes nobody looked", () => {
    const all = Array.from({ length: 59 }, (_, at) => recorded(at + 1, {}));

    expect(pipeTrend(all, [], NOW).missing).toBe(0);
    expect(pipeTrend(all.slice(0, 10), [], NOW).missing).toBe(49);
    expect(pipeTrend([], [], NOW)).toMatchObject({ missing: 59, lines: [] });
  });

  it("leaves out what is older than an hour, and a record of this minute, which now replaces", () => {
    const trend = pipeTrend(
      [recorded(60, { waiting: 9 }), recorded(0, { waiting: 9 })],
      [current({ waiting: 2 })],
      NOW,
    );

    expect(trend.all.waiting).toEqual([...Array.from({ length: 59 }, () => 0), 2]);
  });
});
