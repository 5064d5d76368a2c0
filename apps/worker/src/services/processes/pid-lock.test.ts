import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeLock } from "./pid-lock.ts";

const fresh = { takenOver: false, release: expect.any(Function) };
const takenOver = { takenOver: true, release: expect.any(Function) };

describe("takeLock", () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-lock-"));
    file = path.join(dir, "lock");
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it("takes a free lock and writes who has it", () => {
    expect(takeLock(file)).toEqual(fresh);
    expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  });

  it("names the holder of a lock that is taken", () => {
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
    writeFileSync(file, String(other.pid));

    expect(takeLock(file)).toEqual({ holder: other.pid });
    other.kill();
  });

  it("takes over what a dead process left", () => {
    writeFileSync(file, String(spawnSync(process.execPath, ["-e", ""]).pid));

    expect(takeLock(file)).toEqual(takenOver);
  });

  it.runIf(process.platform !== "win32")(
    "takes over from a process id that another program has now",
    () => {
      const sleeper = spawn("sleep", ["1000"]);
      writeFileSync(file, String(sleeper.pid));

      expect(takeLock(file)).toEqual(takenOver);
      sleeper.kill();
    },
  );

  it("takes over a file that says nothing", () => {
    writeFileSync(file, "");

    expect(takeLock(file)).toEqual(takenOver);
  });
});
