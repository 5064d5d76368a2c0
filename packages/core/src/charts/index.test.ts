import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const IMPORT = /^(?:import|export)\s[^;]*?from "([^"]+)";/gms;

/** Everything that loading a module loads, types left out; names of packages as they are. */
function loadedBy(entry: string): Set<string> {
  const seen = new Set<string>([new URL(entry, import.meta.url).href]);
  for (const url of seen) {
    if (!url.startsWith("file:")) continue;
    for (const [statement, name = ""] of readFileSync(new URL(url), "utf8").matchAll(IMPORT)) {
      if (/^(?:import|export) type/.test(statement)) continue;
      seen.add(name.startsWith(".") ? new URL(name, url).href : name);
    }
  }
  return seen;
}

function packagesLoadedBy(entry: string): string[] {
  return [...loadedBy(entry)].filter((name) => !name.startsWith("file:"));
}

describe("the door for browsers", () => {
  it("loads no package and nothing of Node", () => {
    expect(packagesLoadedBy("./index.ts")).toEqual([]);
    expect(packagesLoadedBy("../asyncapi/asyncapi-document.ts")).toEqual([]);
  });

  it("is watched by a check that would notice", () => {
    expect(packagesLoadedBy("./compile-chart.ts")).toContain("xstate");
    expect(packagesLoadedBy("./structure-hash.ts")).toContain("node:crypto");
  });
});
