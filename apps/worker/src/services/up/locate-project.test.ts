import { describe, expect, it } from "vitest";
import { locateProject } from "./locate-project.ts";

const at = (named: string | undefined, ...files: string[]) =>
  locateProject({
    named,
    cwd: "/shop",
    root: "/opt/sagascope",
    exists: (file) => files.includes(file),
  });

describe("locateProject", () => {
  it("is the file that was named", () => {
    expect(at("cfg/my.config.ts", "/shop/sagascope.config.ts")).toBe("/shop/cfg/my.config.ts");
  });

  it("is the one in the current folder, or else the example", () => {
    expect(at(undefined, "/shop/sagascope.config.ts")).toBe("/shop/sagascope.config.ts");
    expect(at(undefined)).toBe("/opt/sagascope/examples/fulfilment/sagascope.config.ts");
  });
});
