import { CommitConflictError } from "../engine/errors.ts";
import type { CommandRecord, EffectRecord } from "../engine/records.ts";
import { type StepCommit, settleOnly } from "../engine/step-commit.ts";
import { instanceTarget } from "./command-request.ts";
import { INSTANCE_ACTIONS } from "./instance-action.ts";
import { type CommandReport, emptyInstanceReport } from "./instance-report.ts";
import type { OperationDependencies } from "./operation-dependencies.ts";
import { planInstanceCommand } from "./plan-instance-command.ts";
import { planLetterCommand } from "./plan-letter-command.ts";
import { emptyReport } from "./replay-report.ts";

/** What carrying out a request led to besides its answer. */
export interface CommandOutcome {
  /** Calls that its commit created, leased to this worker. */
  readonly effects: readonly EffectRecord[];
  /** What it committed; absent when it only answered. */
  readonly commit?: StepCommit;
}

/** What a request says and, if it is a real one, writes. */
interface CommandPlan {
  readonly report: CommandReport;
  readonly commit: StepCommit | undefined;
  readonly isUnderWay?: true;
}

const CONFLICT_TRIES_MAX = 3;
const NOTHING: CommandOutcome = { effects: [] };

/**
 * Plan a request on what the store holds now and, if it is a real one, commit it with its settlement and its audit. A second
 * execution of the same request changes nothing: its commit finds the request settled.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached: the request stays claimed until its lease ends
 */
export async function runCommand(
  deps: OperationDependencies,
  command: CommandRecord,
): Promise<CommandOutcome> {
  for (let tries = 0; tries < CONFLICT_TRIES_MAX; tries += 1) {
    const plan = await planCommand(deps, command);
    if (plan.isUnderWay) return NOTHING;
    if (plan.commit === undefined) {
      const { outcome } = plan.report;
      const status = outcome === "refused" || outcome === "failed" ? outcome : "done";
      await deps.commands.finishCommand(command.id, status, plan.report);
      return NOTHING;
    }
    const outcome = await tryCommit(deps, plan.commit);
    if (outcome !== undefined) return outcome;
  }
  await giveUp(deps, command);
  return NOTHING;
}

function planCommand(deps: OperationDependencies, command: CommandRecord): Promise<CommandPlan> {
  const kind = INSTANCE_ACTIONS.find((action) => action === command.kind);
  return kind === undefined
    ? planLetterCommand(deps, command)
    : planInstanceCommand(deps, command, kind);
}

/** @returns undefined if part of it no longer fits */
async function tryCommit(
  deps: OperationDependencies,
  commit: StepCommit,
): Promise<CommandOutcome | undefined> {
  try {
    const { effects } = await deps.lanes.commit([commit]);
    return { effects, commit };
  } catch (error) {
    if (error instanceof CommitConflictError) return undefined;
    throw error;
  }
}

/** Somebody settled the request meanwhile, or the instance moves faster than we can plan: then say so. */
async function giveUp(deps: OperationDependencies, command: CommandRecord): Promise<void> {
  const refusals = ["the instance kept moving: try again"];
  const { machineId = "", subject = "", letterId = "" } = command.target;
  const kind = INSTANCE_ACTIONS.find((action) => action === command.kind);
  const now = deps.env.clock.now();
  const result: CommandReport = {
    ...(kind === undefined
      ? emptyReport({ id: letterId, subject }, command.dryRun, now)
      : emptyInstanceReport(command, kind, now)),
    refusals,
  };
  const audit = {
    actor: command.actor,
    action: command.kind,
    target: kind === undefined ? `dead letter ${letterId}` : instanceTarget({ machineId, subject }),
    ...(command.reason === undefined ? {} : { reason: command.reason }),
    outcome: "failed",
    detail: { commandId: command.id, refusals },
  };
  await tryCommit(
    deps,
    settleOnly(
      { machineId, subject },
      [{ kind: "command-finished", commandId: command.id, status: "failed", result }],
      { audit: [audit] },
    ),
  );
}
