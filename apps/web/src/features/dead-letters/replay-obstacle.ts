import type { DryRun } from "./use-dry-run.ts";

/** Why the button cannot be pressed yet, as a short sentence; undefined if it can. */
export function replayObstacle(form: {
  readonly way: "replay" | "resolve";
  readonly reason: string;
  readonly dryRun: Pick<DryRun, "answer" | "isRunning">;
  readonly isUnderWay: boolean;
}): string | undefined {
  const { way, reason, dryRun, isUnderWay } = form;
  if (isUnderWay) return "Under way.";
  if (way === "replay") {
    const report = dryRun.answer?.report;
    if (dryRun.isRunning || report === undefined) return "Waits for the dry run.";
    if (report.outcome === "refused") return "The dry run was refused.";
  }
  return reason.trim() === "" ? "Give a reason." : undefined;
}
