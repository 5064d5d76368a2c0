import type { Dedup } from "../dispatcher/dedup.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { Plan } from "../dispatcher/plan.ts";
import { planDelivery } from "../dispatcher/plan-delivery.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandRecord, InstanceRecord, LetterRecord } from "../engine/records.ts";
import { type Settlement, type StepCommit, settleOnly } from "../engine/step-commit.ts";
import type { JsonObject } from "../kernel/json.ts";
import { checkReplay, type ReplayOriginal } from "./check-replay.ts";
import { describeStep } from "./describe-step.ts";
import type { LetterEdit } from "./edited-original.ts";
import { emptyReport, type ReplayOutcome, type ReplayReport } from "./replay-report.ts";

/** An envelope's letter to be replayed, with all that had to be read for it. */
export interface EnvelopeReplay {
  readonly command: CommandRecord;
  readonly letter: LetterRecord;
  readonly original: ReplayOriginal;
  /** Where the envelope goes: the machine that gave it up, or the one a route names by now. */
  readonly target: ReplayTarget;
  readonly instance: InstanceRecord | undefined;
  readonly receipt: { readonly fingerprint: string } | undefined;
  readonly dedup: Dedup;
  /** What was changed in the envelope before it goes. */
  readonly edit?: LetterEdit;
}

/** The machine a letter's envelope goes to. */
export type ReplayTarget =
  | { readonly kind: "machine"; readonly machine: string; readonly event?: string }
  | { readonly kind: "none"; readonly why: string };

/** What a replay says and, if it is a real one, writes. */
export interface ReplayPlan {
  readonly report: ReplayReport;
  readonly commit: StepCommit | undefined;
  /** The request was carried out before and waits for its call: there is nothing to answer yet. */
  readonly isUnderWay?: true;
}

const OUTCOMES: Readonly<Record<Plan["outcome"], ReplayOutcome>> = {
  processed: "processed",
  duplicate: "duplicate",
  ignored: "ignored",
  retry: "dead_lettered",
  dead_lettered: "dead_lettered",
  held: "refused",
};

/**
 * Run a letter's envelope through the pipeline that production runs, on today's chart and snapshot. A dry run is this
 * function without its commit. One try only: a replay that fails again is one more occurrence of its letter.
 */
export function planEnvelopeReplay(env: PlanEnvironment, replay: EnvelopeReplay): ReplayPlan {
  const { command, letter, original, target } = replay;
  const now = env.clock.now();
  const base = emptyReport(letter, command.dryRun, now);
  const checks = checkReplay(env, replay);
  if (checks.refusals.length > 0 || original.kind === "none" || target.kind === "none") {
    const report = { ...base, ...checks };
    return { report, commit: refusedCommit(command, letter, report) };
  }
  const text = original.text;
  const plan = planDelivery(
    env,
    {
      decoded: decodeForPlan(text),
      delivery: {
        sink: target.machine,
        subject: letter.subject,
        topic: letter.topic ?? "",
        envelope: text,
        event: target.event,
        attempts: 0,
        errors: [],
      },
      instance: replay.instance,
      receipt: replay.receipt,
      dedup: replay.dedup,
      attemptsMax: 1,
    },
    { done: [], retry: () => [] },
  );
  const report: ReplayReport = {
    ...base,
    ...checks,
    outcome: OUTCOMES[plan.outcome],
    ...(plan.why === undefined ? {} : { refusals: [plan.why] }),
    ...(replay.edit === undefined
      ? {}
      : { edit: { envelopeId: replay.edit.envelope.id, changes: replay.edit.changes } }),
    machineId: target.machine,
    ...describeStep(env, target.machine, replay.instance, plan),
  };
  return { report, commit: command.dryRun ? undefined : realCommit(replay, plan, report) };
}

/** As much of a letter as names it. */
type LetterName = Pick<LetterRecord, "id" | "consumer" | "subject" | "envelopeId">;

/** A refused real replay is kept in the audit too; a refused dry run only answers. */
export function refusedCommit(
  command: CommandRecord,
  letter: LetterName,
  report: ReplayReport,
): StepCommit | undefined {
  if (command.dryRun) return undefined;
  const settlement: Settlement = {
    kind: "command-finished",
    commandId: command.id,
    status: "refused",
    result: report,
  };
  return settleOnly({ machineId: letter.consumer, subject: letter.subject }, [settlement], {
    audit: [auditEntry(command, letter, "refused", { refusals: report.refusals })],
  });
}

function realCommit(replay: EnvelopeReplay, plan: Plan, report: ReplayReport): StepCommit {
  const { command, letter } = replay;
  const resolved = plan.outcome === "processed" || plan.outcome === "duplicate";
  const lane = { machineId: report.machineId ?? letter.consumer, subject: letter.subject };
  const settlements: Settlement[] = [
    {
      kind: "command-finished",
      commandId: command.id,
      status: plan.outcome === "held" ? "refused" : "done",
      result: report,
    },
    ...(resolved
      ? [
          {
            kind: "letter-resolved" as const,
            letterId: letter.id,
            resolution: resolutionOf(replay),
          },
        ]
      : []),
  ];
  const detail = {
    forced: command.force,
    warnings: report.warnings,
    ...(report.edit === undefined ? {} : { edit: JSON.parse(JSON.stringify(report.edit)) }),
  };
  const commit = plan.commit ?? settleOnly(lane, []);
  return {
    ...commit,
    events: [...recordOf(replay, report), ...commit.events],
    settlements,
    audit: [auditEntry(command, letter, report.outcome, detail)],
  };
}

/** An edited envelope is an event of its own: it is recorded, on a topic that nobody takes, since one machine alone is to have it. */
function recordOf({ edit, letter }: EnvelopeReplay, report: ReplayReport): StepCommit["events"] {
  if (edit === undefined) return [];
  const revision = (report.before?.revision ?? 0) + 1;
  return [{ topic: `${letter.topic ?? ""}.edited`, revision, envelope: edit.envelope }];
}

function resolutionOf({ edit }: EnvelopeReplay): string {
  return edit === undefined ? "replayed" : "replayed edited";
}

/** What the audit keeps of how a replay ended. */
export function auditEntry(
  command: CommandRecord,
  letter: LetterName,
  outcome: string,
  detail: JsonObject,
): StepCommit["audit"][number] {
  return {
    actor: command.actor,
    action: command.kind,
    target: `dead letter ${letter.id}`,
    ...(command.reason === undefined ? {} : { reason: command.reason }),
    outcome,
    detail: {
      commandId: command.id,
      ...(typeof command.parameters.jobId === "string" ? { jobId: command.parameters.jobId } : {}),
      subject: letter.subject,
      ...(letter.envelopeId === undefined ? {} : { envelopeId: letter.envelopeId }),
      ...detail,
    },
  };
}
