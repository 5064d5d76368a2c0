import type { Dedup } from "../dispatcher/dedup.ts";
import type { Plan } from "../dispatcher/plan.ts";
import { decodeForPlan, planDelivery } from "../dispatcher/plan-delivery.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandRecord, InstanceRecord, LetterRecord } from "../engine/records.ts";
import { type Settlement, type StepCommit, settleOnly } from "../engine/step-commit.ts";
import { checkReplay, type ReplayOriginal } from "./check-replay.ts";
import { describeStep } from "./describe-step.ts";
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
}

/** The machine a letter's envelope goes to. */
export type ReplayTarget =
  | { readonly kind: "machine"; readonly machine: string; readonly event?: string }
  | { readonly kind: "none"; readonly why: string };

/** What a replay says and, if it is a real one, writes. */
export interface ReplayPlan {
  readonly report: ReplayReport;
  readonly commit: StepCommit | undefined;
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
    machineId: target.machine,
    ...describeStep(env, target.machine, replay.instance, plan),
  };
  return { report, commit: command.dryRun ? undefined : realCommit(replay, plan, report) };
}

/** A refused real replay is kept in the audit too; a refused dry run only answers. */
export function refusedCommit(
  command: CommandRecord,
  letter: LetterRecord,
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
      ? [{ kind: "letter-resolved" as const, letterId: letter.id, resolution: "replayed" }]
      : []),
  ];
  const detail = { forced: command.force, warnings: report.warnings };
  return {
    ...(plan.commit ?? settleOnly(lane, [])),
    settlements,
    audit: [auditEntry(command, letter, report.outcome, detail)],
  };
}

/** What the audit keeps of how a replay ended. */
export function auditEntry(
  command: CommandRecord,
  letter: LetterRecord,
  outcome: string,
  detail: Readonly<Record<string, string | boolean | readonly string[]>>,
): StepCommit["audit"][number] {
  return {
    actor: command.actor,
    action: command.kind,
    target: `dead letter ${letter.id}`,
    ...(command.reason === undefined ? {} : { reason: command.reason }),
    outcome,
    detail: {
      commandId: command.id,
      subject: letter.subject,
      ...(letter.envelopeId === undefined ? {} : { envelopeId: letter.envelopeId }),
      ...detail,
    },
  };
}
