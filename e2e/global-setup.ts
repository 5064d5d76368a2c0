import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { HOUSE_VARIABLES, type House, ROOT } from "./fixtures/house.ts";

const START = path.join(ROOT, "scripts/start.mjs");
/** Given by npm to `npm start`, where it makes the house go down with its parent, however that ends. */
const UNDER_NPM = { npm_lifecycle_event: "start" };

/**
 * Bring up a house of the test run's own (empty database, free port, the example's world but not its traffic) and tell
 * the specs about it, by the variables that `currentHouse` reads. What comes back takes all of it down again.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "sagascope-e2e-"));
  chmodSync(dataDir, 0o711); // as root, Postgres runs as somebody else who has to pass through
  const args = [START, "--json", "--port", "0", "--no-traffic", "--data", dataDir];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...UNDER_NPM },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const tearDown = async () => {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = await untilReady(child);
    tell({ ...ready, dataDir, ingestToken: readToken(dataDir) });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** The first line that the house prints says where it is. */
function untilReady(child: ChildProcess): Promise<Pick<House, "url" | "welcomeUrl" | "worldUrl">> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the house did not come up: exit code ${code}`)));
    if (child.stdout === null) return reject(new Error("the house has no output"));
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
  });
}

function readToken(dataDir: string): string {
  return readFileSync(path.join(dataDir, "ingest.token"), "utf8").trim();
}

function tell(house: House): void {
  for (const [name, variable] of Object.entries(HOUSE_VARIABLES)) {
    process.env[variable] = house[name as keyof House];
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
