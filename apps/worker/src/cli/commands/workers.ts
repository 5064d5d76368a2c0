import type { WorkerView } from "@sagascope/core/postgres";
import { currentActor } from "../actor.ts";
import { ageText } from "../age-text.ts";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

/** `sagascope workers list` */
export const workersList: Command = {
  summary: "List workers: what they hold, and when they were last heard of.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { listWorkers } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const workers = await withDatabase(invocation, (sql) => listWorkers(sql));
    invocation.output.result({ count: workers.length, workers }, workersText(workers));
  },
};

/** `sagascope workers hand-back` */
export const workersHandBack: Command = {
  summary: "Take from a dead worker what it holds, so that others go on with it at once.",
  usage: "WORKER [--reason TEXT --yes]",
  options: { reason: { type: "string" }, yes: { type: "boolean" } },
  help: {
    reason: "why; kept in the audit",
    yes: "really do it; without it, what would be handed back is only said",
  },
  run: async (invocation) => {
    const { handBackLeases } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { options, positionals, output } = invocation;
    const { WORKER: workerId } = argumentsOf(positionals, ["WORKER"]);
    const dryRun = options.yes !== true;
    const reason = textOf(options, "reason") ?? "";
    if (!dryRun && reason.trim() === "") throw new UsageError("--reason is required: it is kept");
    const held = await withDatabase(invocation, (sql) =>
      handBackLeases(sql, { workerId, dryRun, reason, actor: currentActor() }),
    );
    const { shards, deliveries, calls } = held;
    output.result(
      { workerId, dryRun, ...held },
      `${dryRun ? "WOULD hand back" : "handed back"} ${shards} shards, ${deliveries} deliveries, ${calls} service calls`,
    );
  },
};

function workersText(workers: readonly WorkerView[]): string {
  return tableText(
    ["WORKER", "PROJECT", "SHARDS", "HEARTBEAT", "VERSION", "STATE"],
    workers.map((worker) => [
      worker.id,
      worker.project,
      `${worker.shards}/${worker.shardsInAll}`,
      ageText(worker.now.getTime() - worker.heartbeatAt.getTime()),
      worker.version,
      worker.stoppedAt === null ? "runs" : "stopped",
    ]),
    "no workers",
  );
}
