import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const ROOT = path.join(import.meta.dirname, "..");
const CLI = path.join(ROOT, "apps/worker/bin/sagascope.mjs");

interface ReadyHouse {
  readonly url: string;
  readonly welcomeUrl?: string;
  readonly worldUrl?: string;
}

/**
 * Bring up a house of the test run's own (empty database, free port, the example's world but not its traffic) and tell
 * the specs about it: SAGASCOPE_E2E_URL, …_WELCOME_URL, …_WORLD_URL, …_INGEST_TOKEN, …_DATA.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "sagascope-e2e-"));
  chmodSync(dataDir, 0o711); // as root, Postgres runs as somebody else who has to pass through
  const args = [CLI, "up", "--json", "--port", "0", "--no-traffic", "--data", dataDir];
  const house = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const tearDown = async () => {
    await stop(house);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { url, welcomeUrl, worldUrl } = await untilReady(house);
    Object.assign(process.env, {
      SAGASCOPE_E2E_URL: url,
      SAGASCOPE_E2E_WELCOME_URL: welcomeUrl ?? "",
      SAGASCOPE_E2E_WORLD_URL: worldUrl ?? "",
      SAGASCOPE_E2E_INGEST_TOKEN: readFileSync(path.join(dataDir, "ingest.token"), "utf8").trim(),
      SAGASCOPE_E2E_DATA: dataDir,
    });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** The first line that the house prints says where it is. */
function untilReady(house: ChildProcess): Promise<ReadyHouse> {
  return new Promise((resolve, reject) => {
    house.once("exit", (code) => reject(new Error(`the house did not come up: exit code ${code}`)));
    if (house.stdout === null) return reject(new Error("the house has no output"));
    createInterface({ input: house.stdout }).once("line", (line) => resolve(JSON.parse(line)));
  });
}

function stop(house: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (house.exitCode !== null || house.signalCode !== null) return resolve();
    house.once("exit", () => resolve());
    house.kill("SIGTERM");
  });
}
