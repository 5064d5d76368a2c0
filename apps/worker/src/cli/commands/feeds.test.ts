import { describe, expect, it } from "vitest";
import { UsageError } from "../errors.ts";
import { readReason, readStart } from "./feeds.ts";

describe("where a feed is to be moved", () => {
  it.each([
    ["earliest", "earliest"],
    ["latest", "latest"],
    ["638000000000000001", { position: "638000000000000001" }],
    ["2026-03-01T10:00:00Z", { time: new Date("2026-03-01T10:00:00Z") }],
  ])("is said by %s", (to, start) => {
    expect(readStart({ to })).toEqual(start);
  });

  it.each(["", "soon", "-1", undefined])("is not said by %s", (to) => {
    expect(() => readStart({ to })).toThrow(UsageError);
  });
});

describe("moving or forgetting a feed", () => {
  it("needs a reason and a yes", () => {
    expect(readReason({ reason: "index lost", yes: true })).toBe("index lost");
    expect(() => readReason({ reason: " ", yes: true })).toThrow("--reason is required");
    expect(() => readReason({ reason: "index lost" })).toThrow("nothing is done without --yes");
  });
});
