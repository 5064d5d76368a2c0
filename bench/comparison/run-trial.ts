import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Measurement } from "./measurement.ts";
import type { TrialAnswer, TrialOrder } from "./trial.ts";

const TRIAL = fileURLToPath(new URL("trial.ts", import.meta.url));
/** Loads our sources as the worker does, and all others as tsx does. */
const AS_WORKER = new URL("../../apps/worker/bin/typescript.mjs", import.meta.url).href;
/** Ten times what the slowest contender needs for the largest usual task. */
const TRIAL_MAX_MS = 600_000;

/**
 * Measure in a process of its own.
 *
 * @throws {Error} if it fails, ends without an answer or takes too long
 */
export async function runTrial(order: TrialOrder, signal: AbortSignal): Promise<Measurement> {
  const child = fork(TRIAL, [JSON.stringify(order)], {
    execArgv: ["--import", AS_WORKER],
    timeout: TRIAL_MAX_MS,
    killSignal: "SIGKILL",
    signal,
  });
  const answer = await new Promise<TrialAnswer>((resolve, reject) => {
    let received: TrialAnswer | undefined;
    child.once("message", (message) => {
      received = message as TrialAnswer;
    });
    child.once("error", reject);
    child.once("exit", (code, by) => {
      if (received !== undefined) return resolve(received);
      reject(new Error(`the trial ended without an answer (${by ?? `exit code ${code}`})`));
    });
  });
  if (answer.kind === "failed") throw new Error(answer.problem);
  return answer.measurement;
}
