import type { ReplayReport } from "@sagascope/core";
import { fieldsText } from "./table-text.ts";

/** What a replay would do or did, for a person at a terminal. */
export function reportText(kind: "replay" | "resolve", report: ReplayReport): string {
  const { before, after, outcome } = report;
  const states = (list: readonly string[] | undefined) => list?.join(", ") ?? "-";
  const fields: (readonly [string, string])[] = [
    [report.dryRun ? `dry run of a ${kind}` : kind, outcome],
    ["subject", report.subject],
    ...(report.machineId === undefined ? [] : [["machine", report.machineId] as const]),
    ...(after === undefined
      ? []
      : [["states", `${states(before?.states)} → ${states(after.states)}`] as const]),
    ...report.effects.map(({ src }) => ["calls", src] as const),
    ...report.publications.map(({ type }) => ["publishes", type] as const),
    ...report.branches.map((branch) => [`if it ${branch.when}`, states(branch.states)] as const),
    ...report.warnings.map((warning) => ["warning", warning] as const),
    ...report.refusals.map((refusal) => ["refused", refusal] as const),
  ];
  return fieldsText(fields);
}
