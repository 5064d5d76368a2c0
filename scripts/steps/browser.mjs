import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findChromium, findInstallCommands } from "./find-chromium.mjs";
import { runQuietly } from "./run-node.mjs";

/** A browser to test with, installed if this is a machine where we may; otherwise how to get one. */
export async function prepareChromium() {
  const found = find();
  if (found !== undefined) return { kind: "found", path: found };
  const commands = findInstallCommands(describeSystem());
  for (const command of commands ?? []) {
    console.error(`sagascope: no Chromium found: ${command.join(" ")}`);
    const { code, stderr } = await runQuietly(command[0], command.slice(1), {
      DEBIAN_FRONTEND: "noninteractive",
    });
    if (code !== 0) return missing(`${command.join(" ")} failed: ${stderr.trim()}`);
  }
  const installed = find();
  return installed === undefined ? missing() : { kind: "found", path: installed };
}

/** The titles of all browser tests. */
export async function listBrowserTests(playwright) {
  const { stdout } = await runQuietly(process.execPath, [
    playwright,
    "test",
    "--config",
    "e2e",
    "--list",
    "--reporter=json",
  ]);
  return JSON.parse(stdout).suites.flatMap((suite) => titlesIn(suite, []));
}

function titlesIn(suite, above) {
  const path = [...above, suite.title];
  const own = (suite.specs ?? []).map((spec) => [...path, spec.title].join(" › "));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => titlesIn(inner, path))];
}

function missing(problem) {
  const advice = "install Chromium or Chrome, or set CHROMIUM_PATH to the program";
  return { kind: "missing", advice: problem ? `${problem}; ${advice}` : advice };
}

function find() {
  const { env, platform } = process;
  return findChromium({
    env,
    platform,
    exists: (file) => path.isAbsolute(file) && existsSync(file),
  });
}

function describeSystem() {
  const release = "/etc/os-release";
  return {
    uid: process.getuid?.(),
    osRelease: existsSync(release) ? readFileSync(release, "utf8") : "",
  };
}
