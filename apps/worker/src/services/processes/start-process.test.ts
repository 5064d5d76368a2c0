import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningProcess, startProcess, tellingLine } from "./start-process.ts";

const STUBBORN = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('deaf')";

describe("tellingLine", () => {
  it("is the last one about an error, or else the last one", () => {
    expect(tellingLine("ready\nError: no build\n    at frame\n")).toBe("Error: no build");
    expect(tellingLine("ready\n  bye  \n")).toBe("bye");
    expect(tellingLine("")).toBe("");
  });
});

describe("startProcess", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), "sagascope-process-"));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const run = (script: string, stopMs?: number): RunningProcess =>
    startProcess({
      args: ["-e", script],
      cwd: dir,
      env: {},
      logFile: path.join(dir, "log"),
      ...(stopMs === undefined ? {} : { stopMs }),
    });

  it("tells how a program ended, with a line of what it printed", async () => {
    const program = run("console.log('one'); console.error('no such table'); process.exit(3)");

    expect(await program.ended).toBe("exit code 3: no such table");
  });

  it("stops a program and waits for its end, also twice", async () => {
    const program = run("setInterval(() => {}, 1e6)");
    await program.stop();
    await program.stop();

    expect(await program.ended).toBe("signal SIGTERM");
  });

  it("kills a program that does not listen", async () => {
    const program = run(STUBBORN, 1);
    await expect.poll(() => readFile(path.join(dir, "log"), "utf8")).toBe("deaf\n");
    await program.stop();

    expect(await program.ended).toBe("signal SIGKILL: deaf");
  });

  it("leaves a program's own children alone", async () => {
    const child = "if (process.argv[2]) setTimeout(() => process.exit(7), 50)";
    await writeFile(path.join(dir, "child.js"), child);
    const fork = `require("node:child_process").fork("./child.js", ["x"])`;
    const program = run(`${fork}.once("exit", (code) => process.exit(code))`);

    expect(await program.ended).toBe("exit code 7");
  });

  it("lets a program end that has nothing left to do", async () => {
    expect(await run("").ended).toBe("exit code 0");
  });

  it("reports a program that cannot be run instead of throwing", async () => {
    const program = startProcess({
      args: [],
      cwd: path.join(dir, "nowhere"),
      env: {},
      logFile: path.join(dir, "log"),
    });

    expect(await program.ended).toMatch(/ENOENT/);
    await program.stop();
  });
});
