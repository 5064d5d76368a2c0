import type { Command } from "../command.ts";
import { getDatabaseUrl } from "../database-url.ts";

/** `sagascope worker` */
export const worker: Command = {
  summary: "Run the project's machines, effects and timers until stopped.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { runWorker } = await import("../../services/worker/run-worker.ts");
    const databaseUrl = getDatabaseUrl(invocation);
    await runWorker({ ...invocation.env, databaseUrl }, invocation.signal);
  },
};
