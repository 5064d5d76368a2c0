import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../bin/sagascope.mjs", import.meta.url));

/** What a run of the real program left. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run `sagascope` as a user would, in a process of its own, on a database. */
export async function runCli(
  databaseUrl: string,
  argv: readonly string[],
  options: { readonly stdin?: string; readonly cwd?: string } = {},
): Promise<CliRun> {
  const child = spawn(execPath, [BIN, ...argv], {
    cwd: options.cwd,
    env: { ...env, DATABASE_URL: databaseUrl },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(options.stdin ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
}
