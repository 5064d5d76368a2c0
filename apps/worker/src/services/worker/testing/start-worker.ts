import { type ChildProcess, spawn } from "node:child_process";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../../bin/sagascope.mjs", import.meta.url));
const CRASH_PROJECT = new URL("./crash-project.ts", import.meta.url);

/** A real worker in a process of its own. */
export interface WorkerProcess {
  readonly pid: number;
  /** Settles when it says that it works. */
  readonly started: Promise<void>;
  /** Settles with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  isRunning(): boolean;
  /** End it as a power cut would, and wait until it is gone. */
  kill(): Promise<void>;
  /** Ask it to stop. */
  terminate(): void;
  /** Everything it printed so far. */
  output(): string;
}

/** Start `sagascope worker` on a test project; @param settings - more of its environment */
export function startWorker(
  databaseUrl: string,
  servicesUrl: string,
  project: URL = CRASH_PROJECT,
  settings: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const child = spawn(execPath, [BIN, "worker"], {
    env: {
      ...env,
      ...settings,
      DATABASE_URL: databaseUrl,
      SAGASCOPE_PROJECT: fileURLToPath(project),
      TEST_SERVICES_URL: servicesUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? -1));
  });
  const started = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += chunk;
      if (text.includes("worker started")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void ended.then((how) => reject(new Error(`the worker ended with ${how}: ${text}`)));
  });
  started.catch(() => undefined); // told by whoever waits for it
  return {
    pid: child.pid ?? -1,
    started,
    ended,
    isRunning: () => isRunning(child),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    terminate: () => void child.kill("SIGTERM"),
    output: () => text,
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
