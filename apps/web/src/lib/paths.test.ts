import { describe, expect, it } from "vitest";
import { decodeSegment, paths } from "./paths.ts";

describe("paths", () => {
  it("keeps any subject in one segment and gives it back unchanged", () => {
    const subject = "a/b c?d#e%20ü";
    const path = paths.instance("fulfil", subject);
    expect(path.split("/")).toHaveLength(4);
    expect(decodeSegment(new URL(path, "http://x").pathname.split("/")[3] ?? "")).toBe(subject);
  });

  it("leaves out what is not asked for", () => {
    expect(paths.instances({ machine: "fulfil", phase: undefined, q: "" })).toBe(
      "/instances?machine=fulfil",
    );
    expect(paths.instances()).toBe("/instances");
  });

  it("gives back a segment that is no valid encoding", () => {
    expect(decodeSegment("100%")).toBe("100%");
  });
});
