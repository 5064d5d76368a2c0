import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { execPath } from "node:process";
import { sendSignal } from "./running-process.ts";

const FOLLOW_PARENT = new URL("../../../bin/follow-parent.mjs", import.meta.url).href;
const TELLING_LINES = 30;
const TELLING_CHARS = 300;

/** How a Node program is run as a child. */
export interface ProcessOptions {
  /** The program and its arguments, with Node's own options first. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes everything the program prints. */
  readonly logFile: string;
  /** Whether what is in the log stays; by default it is written anew. */
  readonly keepsLog?: boolean;
  /** How long it may take to stop before it is killed. */
  readonly stopMs?: number;
}

/** A Node program that runs as a child of ours. */
export interface RunningProcess {
  /** Settles once it has ended, with how; never rejects. */
  readonly ended: Promise<string>;
  /** Send SIGTERM, then after `stopMs` SIGKILL to it and its children, and wait until it is gone. */
  stop(): Promise<void>;
}

/**
 * Run a Node program that stops when we do, even when we are killed: it watches the channel to its parent. It gets a
 * process group of its own, so that Ctrl-C in a terminal reaches only us, who stop things in order.
 */
export function startProcess(options: ProcessOptions): RunningProcess {
  const { stopMs = 10_000 } = options;
  const child = spawnLogged(options);
  let running = true;
  const ended = whenEnded(child, options.logFile).finally(() => {
    running = false;
  });
  return {
    ended,
    stop: async () => {
      const { pid } = child;
      if (!running || pid === undefined) return void (await ended);
      sendSignal(pid, "SIGTERM");
      const killer = setTimeout(() => sendSignal(-pid, "SIGKILL"), stopMs);
      await ended;
      clearTimeout(killer);
    },
  };
}

function spawnLogged({ args, cwd, env, logFile, keepsLog = false }: ProcessOptions): ChildProcess {
  const log = openSync(logFile, keepsLog ? "a" : "w", 0o600);
  try {
    return spawn(execPath, ["--import", FOLLOW_PARENT, ...args], {
      cwd,
      env,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", log, log, "ipc"],
    });
  } finally {
    closeSync(log);
  }
}

function whenEnded(child: ChildProcess, logFile: string): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => {
      const how = signal ? `signal ${signal}` : `exit code ${code}`;
      const line = existsSync(logFile) ? tellingLine(readFileSync(logFile, "utf8")) : "";
      resolve(line === "" ? how : `${how}: ${line}`);
    });
  });
}

/** The line of a program's output that says most about why it ended. */
export function tellingLine(output: string): string {
  const lines = output.trim().split("\n").slice(-TELLING_LINES);
  const telling = lines.findLast((line) => /\b(error|fatal)\b/i.test(line)) ?? lines.at(-1) ?? "";
  return telling.trim().slice(0, TELLING_CHARS);
}
