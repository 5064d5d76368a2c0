import type { CommandRecord } from "../engine/records.ts";
import type { InstanceActionKind } from "./instance-action.ts";
import type { OperationReport, ReplayReport } from "./replay-report.ts";

/** What an action on an instance came to, or in a dry run would come to. */
export type InstanceOutcome =
  | "processed"
  /** Nothing in the chart takes the event now: nothing moved. */
  | "ignored"
  /** A service call is being tried again; the outcome follows when it ends. */
  | "retrying"
  | "dead_lettered"
  /** The call was ended before its service answered. */
  | "cancelled"
  /** It was allowed, and could not be carried out. */
  | "failed"
  | "refused";

/** What is waited for: calls by name, timers by label. */
export interface WaitedFor {
  readonly calls: readonly { readonly src: string; readonly ref: string }[];
  readonly timers: readonly { readonly label: string }[];
}

/** The whole story of an action on an instance, dry or real. Everything in it is redacted. */
export interface InstanceReport extends OperationReport {
  readonly kind: InstanceActionKind;
  readonly machineId: string;
  readonly outcome: InstanceOutcome;
  /** The step that the instance is put back to. */
  readonly fromRevision?: number;
  /** Chart versions, where the instance changes its own. */
  readonly versions?: { readonly from: string; readonly to: string };
  /** Where active states go in the other version. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Calls and timers that end with it. */
  readonly ended: WaitedFor;
  /** Calls and timers that go on as they are. */
  readonly kept: WaitedFor;
  /** Letters that it resolves. */
  readonly resolves: readonly string[];
}

/** What came of an operator's request. */
export type CommandReport = ReplayReport | InstanceReport;

const NOTHING: WaitedFor = { calls: [], timers: [] };

/** A report that says nothing yet: the start of every other. */
export function emptyInstanceReport(
  { dryRun, target }: Pick<CommandRecord, "dryRun" | "target">,
  kind: InstanceActionKind,
  at: Date,
): InstanceReport {
  return {
    kind,
    machineId: target.machineId ?? "",
    subject: target.subject ?? "",
    dryRun,
    at: at.toISOString(),
    outcome: "refused",
    refusals: [],
    warnings: [],
    checks: [],
    transitions: [],
    effects: [],
    publications: [],
    timers: [],
    contextChanges: [],
    branches: [],
    moved: [],
    ended: NOTHING,
    kept: NOTHING,
    resolves: [],
  };
}
