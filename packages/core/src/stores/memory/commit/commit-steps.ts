import type { CommittedSteps } from "../../../engine/engine-store.ts";
import type { EffectRecord } from "../../../engine/records.ts";
import type { Settlement, StepCommit } from "../../../engine/step-commit.ts";
import { countWork } from "../../../engine/work-counts.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addCounts } from "../counts/add-counts.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import { insertStepEvents } from "../outbox/publish-events.ts";
import { concludeCommand, finishCommand, noteCommandProgress } from "./finish-commands.ts";
import { requireAll } from "./require-all.ts";
import { endDelivery, putDeliveryBack } from "./settle-deliveries.ts";
import { cancelEffects, cutEffect, endEffect, startEffectAgain } from "./settle-effects.ts";
import { writeEffects } from "./write-effects.ts";
import { writeHistory, writeInstance } from "./write-instance.ts";
import { resolveLetter, resolveLettersOfEffect, writeLetter } from "./write-letters.ts";
import { writeReceipt } from "./write-receipt.ts";
import { endFiredTimer, writeTimers } from "./write-timers.ts";

/**
 * Write commits of different lanes in one transaction. What led to them ends first and must be found as it was left.
 *
 * @throws {CommitConflictError} if part of a commit no longer fits; then nothing was written
 */
export function commitSteps(
  db: MemoryDatabase,
  worker: MemoryWorker,
  commits: readonly StepCommit[],
): CommittedSteps {
  return db.transaction(() => {
    for (const commit of commits) endCauses(db, worker, commit);
    const written = commits.map((commit) => writeStep(db, worker, commit));
    for (const [machineId, counts] of countWork(commits)) addCounts(db, machineId, counts);
    return {
      effects: written.flatMap(({ effects }) => effects),
      hasDeliveries: written.some(({ projects }) => projects.includes(worker.project)),
    };
  });
}

function endCauses(db: MemoryDatabase, { project }: MemoryWorker, commit: StepCommit): void {
  const all = commit.settlements;
  requireAll("delivery", ofKind(all, "delivery-done"), (done) => endDelivery(db, done));
  requireAll("delivery", ofKind(all, "delivery-retry"), (retry) => putDeliveryBack(db, retry));
  const ended = [
    ...ofKind(all, "effect-done"),
    ...ofKind(all, "effect-failed"),
    ...ofKind(all, "effect-dead"),
  ];
  requireAll("service call", ended, (settlement) => endEffect(db, settlement));
  const again = ofKind(all, "effect-again");
  requireAll("service call", again, (settlement) => startEffectAgain(db, settlement));
  requireAll("service call", ofKind(all, "effect-cut"), (cut) => cutEffect(db, cut));
  requireAll("timer", ofKind(all, "timer-fired"), (timer) => endFiredTimer(db, commit, timer));
  const finished = ofKind(all, "command-finished");
  requireAll("operator command", finished, (command) => finishCommand(db, command));
  requireAll("operator command", again, (command) => noteCommandProgress(db, command));
  for (const concluded of ofKind(all, "command-concluded")) concludeCommand(db, concluded);
  for (const letter of ofKind(all, "letter-resolved")) resolveLetter(db, letter);
  for (const resolved of ofKind(all, "letters-of-effect-resolved")) {
    resolveLettersOfEffect(db, project, resolved);
  }
}

function writeStep(
  db: MemoryDatabase,
  worker: MemoryWorker,
  commit: StepCommit,
): { readonly effects: readonly EffectRecord[]; readonly projects: readonly string[] } {
  writeReceipt(db, commit.receipt);
  writeInstance(db, worker, commit);
  writeHistory(db, worker, commit);
  const projects = insertStepEvents(db, commit.events);
  cancelEffects(db, commit, commit.cancelledEffects);
  const effects = writeEffects(db, worker, commit);
  writeTimers(db, worker, commit);
  for (const letter of commit.deadLetters) writeLetter(db, letter);
  appendAudit(db, commit.audit);
  return { effects, projects };
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
