import { describe, expect, it } from "vitest";
import { cutMiddle } from "./cut-middle.ts";
import { formatAge, formatCountdown, formatDuration } from "./format-duration.ts";
import {
  formatBytes,
  formatKnownCount,
  formatPercent,
  formatPlural,
  formatRate,
} from "./format-number.ts";
import { formatBucket, formatClock, formatDay, formatFull, formatMoment } from "./format-time.ts";

describe("formatDuration", () => {
  it.each([
    [8, "8 ms"],
    [670, "670 ms"],
    [17_900, "17.9 s"],
    [5_000, "5 s"],
    [42_600, "42 s"],
    [90_000, "1 min 30 s"],
    [15_120_000, "4 h 12 min"],
    [181_440_000, "2 d 2 h"],
    [-4, "0 ms"],
  ])("says %i ms as %s", (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe("formatCountdown", () => {
  it("shows tenths under 30 s, so that it is seen to run", () => {
    expect(formatCountdown(17_940)).toBe("17.9 s");
    expect(formatCountdown(5_000)).toBe("5.0 s");
    expect(formatCountdown(4_320_000)).toBe("1 h 12 min");
  });

  it("counts on with a plus when the time is over", () => {
    expect(formatCountdown(-2_280_000)).toBe("+38 min");
    expect(formatCountdown(-400)).toBe("0.0 s");
  });
});

describe("formatAge", () => {
  it("is coarser than a duration", () => {
    expect(formatAge(300)).toBe("now");
    expect(formatAge(725_000)).toBe("12 min");
    expect(formatAge(15_120_000)).toBe("4 h 12 min");
  });
});

describe("formatMoment", () => {
  const now = new Date("2026-08-21T12:32:11.000Z");
  const zone = "Europe/Vienna";

  it("is the clock today, the weekday this week, the date before", () => {
    expect(formatMoment(new Date("2026-08-21T12:31:52.010Z"), now, zone)).toBe("14:31:52");
    expect(formatMoment(new Date("2026-08-19T07:05:00.000Z"), now, zone)).toBe("Wed 09:05");
    expect(formatMoment(new Date("2026-08-02T07:05:00.000Z"), now, zone)).toBe("2 Aug");
    expect(formatMoment(new Date("2025-11-18T07:05:00.000Z"), now, zone)).toBe("18 Nov 2025");
  });

  it("says where a span begins, with its day where spans are long", () => {
    const at = new Date("2026-08-21T12:31:00.000Z");
    expect(formatBucket(at, 60_000, zone)).toBe("14:31");
    expect(formatBucket(at, 4 * 3_600_000, zone)).toBe("Fri 14:31");
  });

  it("keeps milliseconds and the zone for those who ask", () => {
    const at = new Date("2026-08-21T12:31:52.010Z");
    expect(formatClock(at, zone, true)).toBe("14:31:52.010");
    expect(formatFull(at, zone)).toMatch(/21 Aug 2026, 14:31:52\.010 (GMT\+2|CEST)/);
  });
});

describe("numbers and ids", () => {
  it("say what is not known", () => {
    expect(formatKnownCount(undefined)).toBe("…");
    expect(formatKnownCount(10_000, true)).toBe("≥ 10,000");
    expect(formatPlural(1, "letter")).toBe("1 letter");
    expect(formatPlural(1_284, "letter")).toBe("1,284 letters");
    expect(formatBytes(312)).toBe("312 bytes");
    expect([0, 0.421, 3.14, 148.4].map(formatRate)).toEqual(["0", "0.42", "3.1", "148"]);
    expect([0, 0.006, 0.12, 1].map(formatPercent)).toEqual(["0 %", "0.6 %", "12 %", "100 %"]);
    expect(formatBytes(4_300)).toBe("4.2 kB");
  });

  it("cut a long id in its middle and leave a short one", () => {
    expect(cutMiddle("0198c6f1-2a5c-7d40-9f0e-44c1d1a0b6e3")).toBe("0198c6f1…b6e3");
    expect(cutMiddle("c-7f31e0")).toBe("c-7f31e0");
  });
});

describe("formatDay", () => {
  it("leaves the year out only where it is this one by the reader's calendar", () => {
    const newYear = new Date("2026-01-01T00:30:00Z");
    const summer = new Date("2026-08-21T12:00:00Z");
    expect(formatDay(newYear, summer, "UTC")).toBe("1 Jan");
    expect(formatDay(newYear, summer, "America/New_York")).toBe("31 Dec 2025");
  });
});
