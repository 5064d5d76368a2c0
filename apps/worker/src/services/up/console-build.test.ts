import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashConsoleSources, isConsoleBuilt, markConsoleBuilt } from "./console-build.ts";

describe("the console's build", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "sagascope-build-"));
    write("apps/web/src/app/page.tsx", "page");
    write("packages/core/src/index.ts", "core");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("is missing before the first build, and stale once a source has changed", () => {
    const before = hashConsoleSources(root);
    expect(isConsoleBuilt(root, before)).toBe(false);

    write("apps/web/.next/BUILD_ID", "1");
    markConsoleBuilt(root, before);
    expect(isConsoleBuilt(root, hashConsoleSources(root))).toBe(true);

    write("packages/core/src/index.ts", "other core");
    expect(isConsoleBuilt(root, hashConsoleSources(root))).toBe(false);
  });

  it("does not depend on tests, on the build itself, or on what is installed", () => {
    const before = hashConsoleSources(root);
    write("apps/web/src/app/page.test.tsx", "test");
    write("apps/web/.next/trace", "trace");
    write("apps/web/node_modules/x/index.js", "x");

    expect(hashConsoleSources(root)).toBe(before);
  });

  it("notices a file that moved", () => {
    const before = hashConsoleSources(root);
    rmSync(path.join(root, "apps/web/src/app/page.tsx"));
    write("apps/web/src/app/start/page.tsx", "page");

    expect(hashConsoleSources(root)).not.toBe(before);
  });

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
});
