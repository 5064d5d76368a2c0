import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";

const BIN = new URL("../../bin/", import.meta.url);
const SOURCES = new URL("../", import.meta.url);
const run = promisify(execFile);

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(import.meta.dirname, "../../own-sources-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a program prints that Node runs with our loaders. */
async function print(program: string): Promise<unknown> {
  const file = path.join(folder, "program.ts");
  await writeFile(file, program);
  const { stdout } = await run(process.execPath, [
    "--import",
    new URL("typescript.mjs", BIN).href,
    file,
  ]);
  return JSON.parse(stdout);
}

it("runs the engine's sources as they were written, without a call that names each closure", async () => {
  const told = await print(`
    import { createEngine } from "@sagascope/core";
    import { main } from ${JSON.stringify(new URL("cli/main.ts", SOURCES).href)};
    const own = (): string => { const named = () => 1; return String(named); };
    console.log(JSON.stringify({
      engine: /__name\\(/.test(String(createEngine)), main: /__name\\(/.test(String(main)), tsx: /__name\\(/.test(String(own)),
    }));`);
  expect(told).toEqual({ engine: false, main: false, tsx: true });
});

it("gives a project the same engine as the command, and traces that name the line of the source", async () => {
  const told = await print(`
    import { parseChart } from "@sagascope/core/charts";
    const again = await import(${JSON.stringify(new URL("../../../packages/core/src/charts/index.ts", SOURCES).href)});
    let stack = "";
    try { parseChart(null as never); } catch (error) { stack = (error as Error).stack ?? ""; }
    console.log(JSON.stringify({ same: again.parseChart === parseChart, stack }));`);
  expect(told).toMatchObject({ same: true });
  const { stack } = told as { readonly stack: string };
  expect(stack).toMatch(/packages\/core\/src\/charts\/[\w-]+\.ts:\d+:\d+/);
});
