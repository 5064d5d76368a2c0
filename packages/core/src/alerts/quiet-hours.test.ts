import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import { checkQuietHours, quietForMs } from "./quiet-hours.ts";

const night = { from: "22:00", to: "07:00", zone: "Europe/Berlin" };
const minutes = (count: number) => count * 60_000;

describe("quietForMs", () => {
  it.each([
    ["2026-08-21T19:59:00Z", 0], // 21:59 in Berlin
    ["2026-08-21T20:00:00Z", minutes(9 * 60)],
    ["2026-08-22T04:59:30Z", minutes(0.5)],
    ["2026-08-22T05:00:00Z", 0],
    ["2026-01-21T05:30:00Z", minutes(30)], // winter time
  ])("over midnight, at %s", (at, expected) => {
    expect(quietForMs(night, new Date(at))).toBe(expected);
  });

  it("within a day", () => {
    const lunch = { from: "12:00", to: "13:00", zone: "UTC" };
    expect(quietForMs(lunch, new Date("2026-08-21T12:15:00Z"))).toBe(minutes(45));
    expect(quietForMs(lunch, new Date("2026-08-21T13:00:00Z"))).toBe(0);
  });

  it("is nothing where there are none", () => {
    expect(quietForMs(undefined, new Date())).toBe(0);
  });
});

describe("checkQuietHours", () => {
  it.each([
    [{ ...night, from: "25:00" }, "quiet.from"],
    [{ ...night, to: "7" }, "quiet.to"],
    [{ ...night, to: "22:00" }, "quiet.to"],
    [{ ...night, zone: "Europe/Nowhere" }, "quiet.zone"],
  ])("names what cannot be used: %j", (quiet, setting) => {
    expect(() => checkQuietHours(quiet)).toThrow(InvalidConfigError);
    expect(() => checkQuietHours(quiet)).toThrow(setting);
  });

  it("lets through what can", () => {
    expect(checkQuietHours(night)).toBe(night);
  });
});
