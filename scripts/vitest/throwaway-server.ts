import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readPostmasterPid } from "../../apps/worker/src/services/embedded-postgres/find-leftover.ts";
import { startEmbeddedPostgres } from "../../apps/worker/src/services/embedded-postgres/start-embedded-postgres.ts";
import {
  isRunning,
  sendSignal,
  waitUntilGone,
} from "../../apps/worker/src/services/processes/running-process.ts";

const PREFIX = "sagascope-test-";
const STOP_MS = 10_000;

/** A Postgres server that lives as long as one test run. */
export interface ThrowawayServer {
  readonly url: string;
  remove(): Promise<void>;
}

/** Start a server in a folder and on a port of its own, so that runs side by side do not meet. */
export async function startThrowawayServer(): Promise<ThrowawayServer> {
  await removeOrphans();
  const dir = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  chmodSync(dir, 0o711); // as root, the server runs as somebody else who has to pass through
  writeFileSync(path.join(dir, "owner"), String(process.pid));
  const server = await startEmbeddedPostgres({
    home: path.join(dir, "postgres"),
    durable: false,
    maxConnections: 300,
  });
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Servers and folders of runs that were killed. */
async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dir = path.join(os.tmpdir(), name);
    const owner = findOwner(dir);
    if (owner === undefined || isRunning(owner)) continue;
    const server = readPostmasterPid(path.join(dir, "postgres/data"));
    if (server) {
      sendSignal(server.pid, "SIGQUIT");
      await waitUntilGone(server.pid, STOP_MS);
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The process that made a folder; absent if the folder is half made, or another user's. */
function findOwner(dir: string): number | undefined {
  try {
    return Number(readFileSync(path.join(dir, "owner"), "utf8"));
  } catch {
    return undefined;
  }
}
