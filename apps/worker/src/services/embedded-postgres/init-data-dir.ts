import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { programName } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import type { Home } from "./home.ts";
import type { ServerUser } from "./server-user.ts";

const run = promisify(execFile);

/** The superuser of an embedded server. */
export const SUPERUSER = "postgres";

/** Make the data folder unless it exists; aside and renamed, so that a crash leaves no half of one. */
export async function initDataDir(
  home: Home,
  options: { binDir: string; user: ServerUser | undefined; password: string; durable: boolean },
): Promise<void> {
  if (existsSync(home.dataDir)) return;
  const aside = `${home.dataDir}.new`;
  const passwordFile = `${aside}.password`; // readable by the server user, and only while initdb runs
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (options.user) {
    chownSync(aside, options.user.uid, options.user.gid);
    chownSync(passwordFile, options.user.uid, options.user.gid);
  }
  try {
    const args = initdbArguments(aside, passwordFile, options.durable);
    const program = path.join(options.binDir, programName("initdb"));
    await run(program, args, { ...options.user, cwd: aside });
  } catch (cause) {
    const { stderr, message } = cause as { stderr?: string; message: string };
    throw new EmbeddedPostgresError(`initdb failed: ${(stderr || message).trim()}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(aside, home.dataDir);
}

function initdbArguments(dataDir: string, passwordFile: string, durable: boolean): string[] {
  return [
    ...["-D", dataDir],
    ...["-U", SUPERUSER],
    ...["-A", "scram-sha-256"], // other users of this machine can reach the loopback port as well
    `--pwfile=${passwordFile}`,
    ...["-E", "UTF8"],
    "--locale=C",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ];
}
