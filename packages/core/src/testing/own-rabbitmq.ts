import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { newId } from "../kernel/ids.ts";
import { freePort, hasProgram, type OwnServer, type Place, startOwnServer } from "./own-server.ts";

import type { TestCertificate } from "./test-certificate.ts";

/** Debian's programs of these names change the user, and take no folders; these are the ones behind them. */
const BEHIND = "/usr/lib/rabbitmq/bin/";
const isDebian = existsSync(`${BEHIND}rabbitmq-server`);
const programOf = (name: string) => (isDebian ? `${BEHIND}${name}` : name);

/**
 * Which queues are whose log RabbitMQ writes down three minutes after a queue was made. A node that is killed before has the queue, and
 * not what was in it; it never answers for it again (seen with 3.10.8). Servers do not die so young outside of tests.
 */
const WRITE_DOWN = "[dets:sync(Table) || Table <- dets:all()].";

/** A node of RabbitMQ of the test's own, beside the machine's: another name, other ports, other folders. With a certificate it speaks TLS only. */
export async function startOwnRabbit(tls?: TestCertificate): Promise<OwnServer> {
  const node = `sagascope-${newId().slice(-12)}@localhost`;
  const distributionPort = await freePort();
  const environmentOf = ({ port, folder }: Place) => ({
    RABBITMQ_NODENAME: node,
    // Also keeps out what the machine's own node is set to, and would have both listen at one address.
    RABBITMQ_CONFIG_FILE: writeSettings(listenersOf(port, tls), folder),
    RABBITMQ_ADVANCED_CONFIG_FILE: path.join(folder, "advanced"),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: path.join(folder, "mnesia"),
    RABBITMQ_LOG_BASE: path.join(folder, "log"),
    RABBITMQ_PID_FILE: path.join(folder, "pid"),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, "plugins"),
    RABBITMQ_CONF_ENV_FILE: path.join(folder, "environment"),
    HOME: folder, // the cookie
  });
  const server = await startOwnServer(programOf("rabbitmq-server"), () => [], environmentOf);
  return {
    ...server,
    async killAndRestart() {
      const env = { ...process.env, ...environmentOf(server) };
      await promisify(execFile)(programOf("rabbitmqctl"), ["eval", WRITE_DOWN], { env });
      await server.killAndRestart();
    },
  };
}

function listenersOf(port: number, tls: TestCertificate | undefined): readonly string[] {
  if (tls === undefined) return [`listeners.tcp.own = 127.0.0.1:${port}`];
  return [
    "listeners.tcp = none",
    `listeners.ssl.own = 127.0.0.1:${port}`,
    `ssl_options.certfile = ${tls.certificateFile}`,
    `ssl_options.keyfile = ${tls.keyFile}`,
    `ssl_options.cacertfile = ${tls.certificateFile}`,
    "ssl_options.verify = verify_none",
  ];
}

/** @returns the file that it was told by, without its ending */
function writeSettings(lines: readonly string[], folder: string): string {
  writeFileSync(path.join(folder, "rabbitmq.conf"), lines.join("\n"));
  return path.join(folder, "rabbitmq");
}

/** Whether a node cannot be started here; see {@link hasProgram}. */
export async function isRabbitMissing(): Promise<boolean> {
  return !isDebian && !(await hasProgram("rabbitmq-server"));
}
