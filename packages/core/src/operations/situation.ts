import type { MachineLookup } from "../dispatcher/machine-runtime.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandRecord, InstanceRecord, InstanceWork } from "../engine/records.ts";
import { type AuditEntry, type StepCommit, settleOnly } from "../engine/step-commit.ts";
import type { StepResult } from "../instances/step-result.ts";
import type { JsonObject } from "../kernel/json.ts";
import { instanceTarget } from "./command-request.ts";
import { type Finding, finding, sumUp } from "./findings.ts";
import type { InstanceAction } from "./instance-action.ts";
import { emptyInstanceReport, type InstanceReport, type WaitedFor } from "./instance-report.ts";

/** An operator's request about an instance, with what had to be read for it. */
export interface Situation<Action extends InstanceAction = InstanceAction> {
  readonly env: PlanEnvironment;
  readonly command: CommandRecord;
  readonly action: Action;
  readonly instance: InstanceRecord;
  /** The chart version that it runs on, compiled, or why this worker cannot. */
  readonly lookup: MachineLookup;
  readonly work: InstanceWork;
}

/** What a request says and, if it is a real one, writes. */
export interface InstancePlan {
  readonly report: InstanceReport;
  /** Absent when there is nothing to write but the answer. */
  readonly commit: StepCommit | undefined;
  /** The request was carried out before and waits for its call: there is nothing to answer yet. */
  readonly isUnderWay?: true;
}

/** What every action looks at first. */
export function commonFindings({ command, action, instance }: Situation): readonly Finding[] {
  const { ifRevision } = action;
  const reason = (command.reason ?? "").trim();
  return [
    ...(command.dryRun || reason !== ""
      ? []
      : [finding("Reason", "refusal", "a reason is required")]),
    ...(ifRevision === undefined || ifRevision === instance.revision
      ? []
      : [
          finding(
            "Revision",
            "refusal",
            `the instance is at revision ${instance.revision} by now, not at ${ifRevision}: look again`,
          ),
        ]),
  ];
}

/** Whether the instance takes anything more. */
export function activeFinding({ instance }: Situation): Finding {
  const { status, states } = instance;
  return status === "active"
    ? finding("Instance", "fine", `the instance is in '${states.join("', '")}'`)
    : finding("Instance", "refusal", `the instance is ${status}`);
}

/** Whether this worker has the chart version. */
export function versionFinding(lookup: MachineLookup): Finding {
  return lookup.kind === "found"
    ? finding("Version", "fine", `on version ${lookup.runtime.version}`)
    : finding("Version", "refusal", lookup.why);
}

/** The start of an action's report, with what was found. */
export function reportOf(
  { env, command, action, instance, lookup }: Situation,
  findings: readonly Finding[],
): InstanceReport {
  return {
    ...emptyInstanceReport(command, action.kind, env.clock.now()),
    ...(lookup.kind === "found" ? { machineVersion: lookup.runtime.version } : {}),
    before: { revision: instance.revision, states: instance.states },
    ...sumUp(findings, false),
  };
}

/** A refused real request is kept in the audit too; a refused dry run only answers. */
export function refusedPlan(
  command: CommandRecord,
  report: InstanceReport,
  outcome: "refused" | "failed" = "refused",
): InstancePlan {
  const told = { ...report, outcome };
  if (command.dryRun) return { report: told, commit: undefined };
  const detail: JsonObject = told.error === undefined ? {} : { error: told.error.message };
  const commit = settleOnly(laneOf(report), [
    { kind: "command-finished", commandId: command.id, status: outcome, result: told },
  ]);
  const audit = auditOf(command, told, { refusals: told.refusals, ...detail });
  return { report: told, commit: { ...commit, audit: [audit] } };
}

/** A real request ends with its commit; of a dry run only the answer is left. */
export function donePlan(
  command: CommandRecord,
  report: InstanceReport,
  commit: StepCommit,
  detail: JsonObject = {},
): InstancePlan {
  if (command.dryRun) return { report, commit: undefined };
  const finished = {
    kind: "command-finished" as const,
    commandId: command.id,
    status: "done" as const,
    result: report,
  };
  return {
    report,
    commit: {
      ...commit,
      settlements: [...commit.settlements, finished],
      audit: [auditOf(command, report, detail), ...lettersAudit(command, report)],
    },
  };
}

/** The history of a letter tells who closed it, too. */
function lettersAudit(command: CommandRecord, report: InstanceReport): readonly AuditEntry[] {
  return report.resolves.map((id) => ({
    ...auditOf(command, report, {}),
    target: `dead letter ${id}`,
    outcome: "resolved",
  }));
}

/** What the audit keeps of how a request ended. */
export function auditOf(
  command: CommandRecord,
  report: InstanceReport,
  detail: JsonObject,
): AuditEntry {
  const { machineId, subject, before, after } = report;
  return {
    actor: command.actor,
    action: report.kind,
    target: instanceTarget(report),
    ...(command.reason === undefined ? {} : { reason: command.reason }),
    outcome: report.outcome,
    detail: {
      commandId: command.id,
      machineId,
      subject,
      ...(before === undefined ? {} : { revision: before.revision, from: before.states }),
      ...(after === undefined ? {} : { to: after.states }),
      ...detail,
    },
  };
}

/** Open calls and timers whose states a step leaves. */
export function endedBy(step: StepResult, work: InstanceWork): WaitedFor {
  const { stoppedEffects, stoppedTimers } = step;
  return {
    calls: work.calls
      .filter(({ kind, ref }) => kind === "invoke" && stoppedEffects.includes(ref))
      .map(({ src, ref }) => ({ src, ref })),
    timers: work.timers
      .filter(({ ref }) => stoppedTimers.includes(ref))
      .map(({ label }) => ({ label })),
  };
}

/** What a step that threw says. */
export function failureOf(
  { env, instance }: Pick<Situation, "env" | "instance">,
  error: unknown,
): InstanceReport["error"] {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { name, message } =
    cause instanceof Error ? cause : { name: "Error", message: String(cause) };
  return { name, message: env.capture.scrub(message, instance.machineId, instance.snapshot) };
}

/** Why a step is taken that an operator asked for. What follows it is caused by the envelope the instance took last. */
export function causeOf(
  { command, instance, work }: Situation,
  event: string,
): {
  readonly kind: "command";
  readonly id: string;
  readonly event: string;
  readonly causeEventId: string;
  readonly causeDepth: number;
  readonly correlationId: string;
} {
  return {
    kind: "command",
    id: command.id,
    event,
    causeEventId: work.causeEventId ?? instance.correlationId,
    causeDepth: 0, // a person began it: no machines that feed each other
    correlationId: instance.correlationId,
  };
}

function laneOf({ machineId, subject }: InstanceReport) {
  return { machineId, subject };
}
