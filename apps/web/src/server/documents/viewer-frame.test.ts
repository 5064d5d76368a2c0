import { describe, expect, it } from "vitest";
import { versionIn } from "./viewer-frame.ts";

describe("versionIn", () => {
  it.each([
    ["?version=7", 7],
    ["", undefined],
    ["?version=1.5", undefined],
    ["?version=1e400", undefined],
    ["?version=99999999999", undefined],
    ["?version=-1", undefined],
  ])("reads %j as a version that the database can have: %s", (search, version) => {
    expect(versionIn(`http://x/asyncapi-viewer/machine/m${search}`)).toBe(version);
  });
});
