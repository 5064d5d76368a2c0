import { describe, expect, it } from "vitest";
import { readSchedule } from "./read-schedule.ts";

const read = (query: string) => readSchedule(new URLSearchParams(query));

describe("readSchedule", () => {
  it("asks for nothing where nothing is said", () => {
    expect(read("")).toBeUndefined();
  });

  it("reads a delay, a time, and the name of the event [OBX-35]", () => {
    expect(read("delayMs=1500")).toEqual({ delayMs: 1500 });
    expect(read("deliverAt=2026-03-01T10:00:00%2B01:00&key=remind")).toEqual({
      deliverAt: new Date("2026-03-01T09:00:00Z"),
      key: "remind",
    });
  });

  it.each([
    ["an unknown parameter", "delay=5", "delay"],
    ["one given twice", "delayMs=1&delayMs=2", "delayMs"],
    ["both ways at once", "delayMs=1&deliverAt=2026-03-01T10:00:00Z", "deliverAt"],
    ["a fraction", "delayMs=1.5", "delayMs"],
    ["a negative delay", "delayMs=-1", "delayMs"],
    ["an age", "delayMs=999999999999", "delayMs"],
    ["a time without its zone", "deliverAt=2026-03-01T10:00:00", "deliverAt"],
    ["a time that is none", "deliverAt=2026-13-01T10:00:00Z", "deliverAt"],
    ["a key alone", "key=a", "key"],
    ["an empty key", "delayMs=1&key=", "key"],
    ["a key with a control character", "delayMs=1&key=a%00b", "key"],
  ])("refuses %s, naming it", (_case, query, field) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ status: 400, field }));
  });
});
