import type { EffectRecord } from "../../../engine/records.ts";
import type { Settlement, StepCommit } from "../../../engine/step-commit.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { insertEvents } from "../outbox/publish-events.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { changeHint } from "./change-hint.ts";
import { finishCommands } from "./finish-commands.ts";
import { settleDeliveries } from "./settle-deliveries.ts";
import { cancelEffects, endEffects, startEffectsAgain } from "./settle-effects.ts";
import { resolveLetters, writeDeadLetters } from "./write-dead-letters.ts";
import { writeEffects } from "./write-effects.ts";
import { writeHistory } from "./write-history.ts";
import { writeInstances } from "./write-instances.ts";
import { writeReceipts } from "./write-receipts.ts";
import { endFiredTimers, writeTimers } from "./write-timers.ts";

/** Who commits, and for how long it holds the calls that the commit creates. */
export interface Committer {
  readonly project: string;
  readonly workerId: string;
  readonly effectLeaseMs: number;
}

/**
 * Write commits of different lanes in one transaction. What ends the causes comes first and must find every row as it was;
 * a mismatch throws and nothing is written.
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
    await settle(sql, committer, commits);
    await writeReceipts(sql, present(commits.map((commit) => commit.receipt)));
    await writeInstances(sql, committer.project, commits);
    await writeHistory(sql, committer.workerId, commits);
    await insertEvents(
      sql,
      commits.flatMap((commit) => commit.events),
      "published",
    );
    await cancelEffects(sql, namedRefs(commits, "cancelledEffects"));
    const owner = { ...committer, leaseMs: committer.effectLeaseMs };
    const effects = await writeEffects(sql, owner, commits);
    await writeTimers(sql, committer.project, commits);
    await writeDeadLetters(
      sql,
      commits.flatMap((commit) => commit.deadLetters),
    );
    await appendAudit(
      sql,
      commits.flatMap((commit) => commit.audit),
    );
    await hint(sql, commits);
    return effects;
  });
}

async function settle(
  sql: Sql,
  committer: Committer,
  commits: readonly StepCommit[],
): Promise<void> {
  const all = commits.flatMap((commit) => commit.settlements);
  await settleDeliveries(sql, ofKind(all, "delivery-done"), ofKind(all, "delivery-retry"));
  await endEffects(sql, [
    ...ofKind(all, "effect-done"),
    ...ofKind(all, "effect-failed"),
    ...ofKind(all, "effect-dead"),
  ]);
  await startEffectsAgain(sql, ofKind(all, "effect-again"));
  await endFiredTimers(
    sql,
    commits.flatMap(({ machineId, subject, settlements }) =>
      ofKind(settlements, "timer-fired").map((timer) => ({ machineId, subject, ...timer })),
    ),
  );
  await finishCommands(sql, all);
  await resolveLetters(sql, committer.project, all);
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

function namedRefs(commits: readonly StepCommit[], field: "cancelledEffects") {
  return commits.flatMap(({ machineId, subject, [field]: refs }) =>
    refs.map((ref) => ({ machineId, subject, ref })),
  );
}

function present<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => item !== undefined);
}

async function hint(sql: Sql, commits: readonly StepCommit[]): Promise<void> {
  const payload = changeHint(commits);
  if (payload === undefined) return;
  await sql.query("hint at changes", "SELECT pg_notify('sagascope_change', $1)", [payload]);
}
