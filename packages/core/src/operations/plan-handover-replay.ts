import { buildLetter } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { CommandRecord, LetterRecord } from "../engine/records.ts";
import { type Settlement, type StepCommit, settleOnly } from "../engine/step-commit.ts";
import { SagascopeError } from "../kernel/errors.ts";
import type { FarSide } from "./far-side.ts";
import { type Finding, finding, sumUp } from "./findings.ts";
import type { OperationDependencies } from "./operation-dependencies.ts";
import { auditEntry, type ReplayPlan, refusedCommit } from "./plan-replay.ts";
import { emptyReport, type ReplayReport } from "./replay-report.ts";

type Found = Extract<FarSide, { readonly kind: "found" }>;

/**
 * Hand the envelope of a relay's or feed's letter on again, by itself. Nobody can know beforehand what the far side says, so that a dry run
 * looks at everything but that. A real one asks the far side before it commits: if the worker dies in between, the
 * envelope goes out again under its id.
 */
export async function planHandoverReplay(
  { env, farSides }: Pick<OperationDependencies, "env" | "farSides">,
  command: CommandRecord,
  letter: LetterRecord,
): Promise<ReplayPlan> {
  if (letter.resolvedAt !== undefined && command.parameters.jobId !== undefined) {
    return dealtWith({ env }, command, letter);
  }
  const far = await farSides.find(letter);
  const findings = sumUp(lookAt(command, letter, far), command.force);
  const base: ReplayReport = {
    ...emptyReport(letter, command.dryRun, env.clock.now()),
    ...findings,
  };
  if (findings.refusals.length > 0 || far.kind === "none") {
    return { report: base, commit: refusedCommit(command, letter, base) };
  }
  const processed: ReplayReport = { ...base, outcome: "processed" };
  if (command.dryRun) return { report: processed, commit: undefined };
  try {
    await far.hand();
  } catch (error) {
    return handoverFailed({ env, command, letter, far, base }, error);
  }
  const done: Settlement[] = [
    { kind: "command-finished", commandId: command.id, status: "done", result: processed },
    { kind: "letter-resolved", letterId: letter.id, resolution: "replayed" },
  ];
  const commit = settle(letter, done, command, "processed", { to: far.name });
  return { report: processed, commit };
}

/** Of many letters, one that somebody else dealt with meanwhile is not handed on once more, forced or not. */
function dealtWith(
  { env }: Pick<OperationDependencies, "env">,
  command: CommandRecord,
  letter: LetterRecord,
): ReplayPlan {
  const empty = emptyReport(letter, command.dryRun, env.clock.now());
  const report: ReplayReport = { ...empty, outcome: "duplicate" };
  if (command.dryRun) return { report, commit: undefined };
  const finished: Settlement = {
    ...{ kind: "command-finished", commandId: command.id, status: "done", result: report },
  };
  return { report, commit: settle(letter, [finished], command, "duplicate", {}) };
}

function lookAt(command: CommandRecord, letter: LetterRecord, far: FarSide): readonly Finding[] {
  const needsReason = !command.dryRun && (command.reason ?? "").trim() === "";
  return [
    ...(needsReason ? [finding("Reason", "refusal", "a reason is required")] : []),
    far.kind === "none"
      ? finding("Far side", "refusal", far.why)
      : finding("Far side", "fine", `goes to ${far.name}, which is asked by a real replay only`),
    ...(letter.resolvedAt === undefined
      ? []
      : [finding("Letter", "forcible", "the letter is resolved: it would be handed on once more")]),
  ];
}

interface Failed {
  readonly env: OperationDependencies["env"];
  readonly command: CommandRecord;
  readonly letter: LetterRecord;
  readonly far: Found;
  readonly base: ReplayReport;
}

/** An outage of the far side is not the envelope's fault; anything else is one more occurrence of its letter. */
function handoverFailed({ env, command, letter, far, base }: Failed, thrown: unknown): ReplayPlan {
  const record = toErrorRecord(thrown, {
    attempt: 1,
    at: env.clock.now(),
    source: letter.consumer,
    scrub: (text) => env.capture.scrub(text),
  });
  const error = { name: record.name, message: record.message };
  const isOutage = thrown instanceof SagascopeError && thrown.fault === "infrastructure";
  if (isOutage) {
    const report = {
      ...base,
      error,
      refusals: [`${far.name} cannot be reached: ${error.message}`],
    };
    return { report, commit: refusedCommit(command, letter, report) };
  }
  const report: ReplayReport = { ...base, outcome: "dead_lettered", error };
  const decoded = decodeForPlan(far.text);
  const again = buildLetter(
    {
      project: env.project,
      ...{ consumer: letter.consumer, workKey: letter.workKey, source: letter.source },
      reason: "max_attempts",
      ...{ subject: letter.subject, topic: letter.topic, eventType: letter.eventType },
      ...(letter.envelopeId === undefined ? {} : { envelopeId: letter.envelopeId }),
      envelope: {
        ...(decoded.kind === "decoded" ? { decoded: decoded.envelope } : {}),
        ...{ wire: JSON.parse(far.text), text: far.text },
      },
      attempts: 1,
      errors: [record],
    },
    env.newId(),
    env.capture,
  );
  const finished: Settlement = {
    ...{ kind: "command-finished", commandId: command.id, status: "done", result: report },
  };
  const commit = settle(letter, [finished], command, "dead_lettered", { to: far.name });
  return { report, commit: { ...commit, deadLetters: [again] } };
}

function settle(
  letter: LetterRecord,
  settlements: readonly Settlement[],
  command: CommandRecord,
  outcome: string,
  detail: Readonly<Record<string, string>>,
): StepCommit {
  const lane = { machineId: letter.consumer, subject: letter.subject };
  return settleOnly(lane, settlements, { audit: [auditEntry(command, letter, outcome, detail)] });
}
