import type { EffectRecord } from "../../../engine/records.ts";
import type { Settlement, StepCommit } from "../../../engine/step-commit.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { insertEvents } from "../outbox/publish-events.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { changeHint } from "./change-hint.ts";
import { concludeCommands, finishCommands, noteCommandProgress } from "./finish-commands.ts";
import { endDeliveries, putDeliveriesBack } from "./settle-deliveries.ts";
import { cancelEffects, endEffects, startEffectsAgain } from "./settle-effects.ts";
import { resolveLetters, resolveLettersOfEffects, writeDeadLetters } from "./write-dead-letters.ts";
import { writeEffects } from "./write-effects.ts";
import { writeHistory } from "./write-history.ts";
import { createInstances, moveInstances } from "./write-instances.ts";
import { writeReceipts } from "./write-receipts.ts";
import { cancelTimers, endFiredTimers, writeTimers } from "./write-timers.ts";

/** Who commits, and for how long it holds the calls that the commit creates. */
export interface Committer {
  readonly project: string;
  readonly workerId: string;
  readonly effectLeaseMs: number;
}

/**
 * Write commits of different lanes in one transaction. Whatever no longer fits throws, and nothing is written.
 *
 * The statements are sent in the order in which they stand here, without waiting for each other's answers: on a pipelined
 * connection they cost one round trip together.
 *
 * @returns the service calls created, leased to this worker
 * @throws {CommitConflictError} if part of a commit no longer fits
 */
export function commitSteps(
  pool: SqlPool,
  committer: Committer,
  commits: readonly StepCommit[],
): Promise<readonly EffectRecord[]> {
  return pool.transaction("commit steps", async (sql) => {
    const ended = endCauses(sql, committer, commits);
    const written = writeSteps(sql, committer, commits);
    const [effects] = await Promise.all([written, ended]);
    await writeDeadLetters(
      sql,
      commits.flatMap((commit) => commit.deadLetters),
    );
    await appendAudit(
      sql,
      commits.flatMap((commit) => commit.audit),
    );
    return effects;
  });
}

/** What led to the commits ends here, and must be found as it was left. */
function endCauses(
  sql: Sql,
  { project }: Committer,
  commits: readonly StepCommit[],
): Promise<unknown> {
  const all = commits.flatMap((commit) => commit.settlements);
  return Promise.all([
    endDeliveries(sql, ofKind(all, "delivery-done")),
    putDeliveriesBack(sql, ofKind(all, "delivery-retry")),
    endEffects(sql, [
      ...ofKind(all, "effect-done"),
      ...ofKind(all, "effect-failed"),
      ...ofKind(all, "effect-dead"),
    ]),
    startEffectsAgain(sql, ofKind(all, "effect-again")),
    endFiredTimers(sql, firedTimersOf(commits)),
    finishCommands(sql, ofKind(all, "command-finished")),
    noteCommandProgress(sql, ofKind(all, "effect-again")),
    concludeCommands(sql, ofKind(all, "command-concluded")),
    resolveLetters(sql, ofKind(all, "letter-resolved")),
    resolveLettersOfEffects(sql, project, ofKind(all, "letters-of-effect-resolved")),
  ]);
}

async function writeSteps(
  sql: Sql,
  committer: Committer,
  commits: readonly StepCommit[],
): Promise<readonly EffectRecord[]> {
  const { project, workerId, effectLeaseMs: leaseMs } = committer;
  const receipts = commits.flatMap(({ receipt }) => (receipt === undefined ? [] : [receipt]));
  const [, , , , , , effects] = await Promise.all([
    writeReceipts(sql, receipts),
    createInstances(sql, project, commits),
    moveInstances(sql, commits),
    writeHistory(sql, workerId, commits),
    insertEvents(
      sql,
      commits.flatMap(({ events }) => events),
      "published",
    ),
    cancelEffects(sql, cancelledEffectsOf(commits)),
    writeEffects(sql, { project, workerId, leaseMs }, commits),
    cancelTimers(sql, commits),
    writeTimers(sql, project, commits),
    hint(sql, commits),
  ]);
  return effects;
}

function ofKind<Kind extends Settlement["kind"]>(
  settlements: readonly Settlement[],
  kind: Kind,
): readonly Extract<Settlement, { readonly kind: Kind }>[] {
  return settlements.filter(
    (settlement): settlement is Extract<Settlement, { readonly kind: Kind }> =>
      settlement.kind === kind,
  );
}

function firedTimersOf(commits: readonly StepCommit[]) {
  return commits.flatMap(({ machineId, subject, settlements }) =>
    ofKind(settlements, "timer-fired").map((timer) => ({ machineId, subject, ...timer })),
  );
}

function cancelledEffectsOf(commits: readonly StepCommit[]) {
  return commits.flatMap(({ machineId, subject, cancelledEffects }) =>
    cancelledEffects.map((ref) => ({ machineId, subject, ref })),
  );
}

async function hint(sql: Sql, commits: readonly StepCommit[]): Promise<void> {
  const payload = changeHint(commits);
  if (payload === undefined) return;
  await sql.query("hint at changes", "SELECT pg_notify('sagascope_change', $1)", [payload]);
}
