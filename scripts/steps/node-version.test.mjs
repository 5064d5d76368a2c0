import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findNodeProblem, OLDEST_NODE } from "./node-version.mjs";

describe("findNodeProblem", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0", "26.1.0"])("finds nothing wrong with %s", (version) => {
    expect(findNodeProblem(version)).toBeUndefined();
  });

  it.each(["18.20.8", "20.18.3", "12.0.0"])("refuses %s in one line", (version) => {
    expect(findNodeProblem(version)).toBe(`Node 20.19 or newer is needed, this is ${version}`);
  });

  it("agrees with package.json", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(engines.node).toBe(`>=${OLDEST_NODE.join(".")}`);
  });
});
