import type { InstanceReport, ReplayReport } from "@sagascope/core";
import { fieldsText } from "./table-text.ts";

type Field = readonly [name: string, value: string];

/** What a replay would do or did, for a person at a terminal. */
export function reportText(kind: "replay" | "resolve", report: ReplayReport): string {
  return fieldsText(fieldsOf(kind, report));
}

/** What an action on an instance would do or did, for a person at a terminal. */
export function instanceReportText(report: InstanceReport): string {
  const { fromRevision, versions, moved, ended, kept, resolves, timers, contextChanges } = report;
  return fieldsText([
    ...fieldsOf(report.kind, report),
    ...(fromRevision === undefined ? [] : [["back to", `revision ${fromRevision}`] as const]),
    ...(versions === undefined ? [] : [["version", `${versions.from} → ${versions.to}`] as const]),
    ...moved
      .filter(({ from, to }) => from !== to)
      .map(({ from, to }) => ["moves", `${from} → ${to}`] as const),
    ...timers.map(({ label, delayMs }) => ["sets timer", `${label} in ${delayMs} ms`] as const),
    ...ended.calls.map(({ ref }) => ["ends call", ref] as const),
    ...ended.timers.map(({ label }) => ["ends timer", label] as const),
    ...kept.calls.map(({ ref }) => ["keeps call", ref] as const),
    ...kept.timers.map(({ label }) => ["keeps timer", label] as const),
    ...contextChanges.map((change) => ["context", changeText(change)] as const),
    ...resolves.map((id) => ["resolves", `dead letter ${id}`] as const),
    ...(report.error === undefined ? [] : [["error", report.error.message] as const]),
  ]);
}

function changeText({ path, before, after }: InstanceReport["contextChanges"][number]): string {
  return `${path}: ${valueText(before)} → ${valueText(after)}`;
}

const VALUE_CHARS_MAX = 60;

function valueText(value: unknown): string {
  const text = value === undefined ? "-" : JSON.stringify(value);
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX - 1)}…` : text;
}

function fieldsOf(kind: string, report: ReplayReport | InstanceReport): readonly Field[] {
  const { before, after, outcome } = report;
  const states = (list: readonly string[] | undefined) => list?.join(", ") ?? "-";
  return [
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
}
