import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { getuid } from "node:process";
import { LOOPBACK } from "../processes/free-port.ts";
import { sendSignal, waitUntilGone } from "../processes/running-process.ts";
import { prepareBinaries } from "./binaries.ts";
import { findLeftover } from "./find-leftover.ts";
import { openHome, readOrCreatePassword, SHARED_STATE_DIR } from "./home.ts";
import { initDataDir, SUPERUSER } from "./init-data-dir.ts";
import { launchServer } from "./launch-server.ts";
import { chooseServerUser } from "./server-user.ts";

const STOP_MS = 30_000; // then the server is told to stop without a last checkpoint

/** What an embedded server is made from. */
export interface EmbeddedPostgresOptions {
  /** The folder for data, password and log; made on first use. */
  readonly home: string;
  /** Whether a commit survives a loss of power; only tests say no. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/** A Postgres server from npm, on a port of the loopback address. */
export interface EmbeddedPostgres {
  /** Of the database `postgres`, as superuser. Holds the password: not for logs. */
  readonly url: string;
  readonly pid: number;
  /** Whether it was running already, left over by a process that was killed. */
  readonly adopted: boolean;
  /** Settles once the server has ended, for whatever reason, with how. */
  readonly ended: Promise<string>;
  /** End all sessions and stop; may be called again. */
  stop(): Promise<void>;
}

/**
 * Start a server in `home`, or adopt the one that still runs there. Works as an ordinary user and as root, who hands
 * it to an unprivileged user.
 *
 * @throws {EmbeddedPostgresError} if it cannot be brought up; nothing is left running then
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 100 } = options;
  const user = chooseServerUser(getuid?.(), readPasswd());
  const home = openHome(options.home, user);
  const password = readOrCreatePassword(home);
  const urlOn = (port: number) =>
    `postgresql://${SUPERUSER}:${password}@${LOOPBACK}:${port}/postgres`;

  const leftover = await findLeftover(home.dataDir);
  if (leftover) {
    const ended = waitUntilGone(leftover.pid).then(() => "gone");
    return makeHandle({ url: urlOn(leftover.port), pid: leftover.pid, adopted: true, ended });
  }
  const binDir = prepareBinaries(user, user ? SHARED_STATE_DIR : path.dirname(home.dir));
  await initDataDir(home, { binDir, user, password, durable });
  const { pid, port, ended } = await launchServer(home, { binDir, user, durable, maxConnections });
  return makeHandle({ url: urlOn(port), pid, adopted: false, ended });
}

function makeHandle(server: Omit<EmbeddedPostgres, "stop">): EmbeddedPostgres {
  return {
    ...server,
    stop: async () => {
      sendSignal(server.pid, "SIGINT"); // Postgres' "fast" shutdown
      if (await waitUntilGone(server.pid, STOP_MS)) return;
      sendSignal(server.pid, "SIGQUIT");
      await waitUntilGone(server.pid, STOP_MS);
    },
  };
}

function readPasswd(): string {
  return existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "";
}
