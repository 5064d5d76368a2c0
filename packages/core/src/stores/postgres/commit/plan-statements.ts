import type { Settlement, StepCommit } from "../../../engine/step-commit.ts";
import { writeStepEvents } from "../outbox/write-step-events.ts";
import type { Statement } from "../statement.ts";
import { concludeCommands, finishCommands, noteCommandProgress } from "./finish-commands.ts";
import { endDeliveries, putDeliveriesBack } from "./settle-deliveries.ts";
import { cancelEffects, cutEffects, endEffects, startEffectsAgain } from "./settle-effects.ts";
import { createSnapshotTexts } from "./snapshot-text.ts";
import { writeCounts } from "./write-counts.ts";
import { resolveLetters, resolveLettersOfEffects, writeDeadLetters } from "./write-dead-letters.ts";
import { askedEffects, writeEffects } from "./write-effects.ts";
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
 * The statements that write commits of different lanes, one a kind of row whatever the number of commits. What led to the
 * commits ends first, and must be found as it was left; calls and timers of states that were left end before new ones begin.
 */
export function planStatements(
  committer: Committer,
  commits: readonly StepCommit[],
  replaceExpired: boolean,
): readonly Statement[] {
  const textOf = createSnapshotTexts();
  return [
    ...endCauses(committer, commits),
    ...writeReceipts(
      commits.flatMap(({ receipt }) => receipt ?? []),
      replaceExpired,
    ),
    ...createInstances(committer.project, textOf, commits),
    ...moveInstances(textOf, commits),
    ...writeHistory(committer.workerId, textOf, commits),
    ...writeStepEvents(commits.flatMap(({ events }) => events)),
    ...writeWaits(committer, commits),
    ...writeDeadLetters(commits.flatMap((commit) => commit.deadLetters)),
    ...writeCounts(committer.project, commits),
  ];
}

function endCauses({ project }: Committer, commits: readonly StepCommit[]): readonly Statement[] {
  const all = commits.flatMap((commit) => commit.settlements);
  return [
    ...endDeliveries(ofKind(all, "delivery-done")),
    ...putDeliveriesBack(ofKind(all, "delivery-retry")),
    ...endEffects([
      ...ofKind(all, "effect-done"),
      ...ofKind(all, "effect-failed"),
      ...ofKind(all, "effect-dead"),
    ]),
    ...startEffectsAgain(ofKind(all, "effect-again")),
    ...cutEffects(ofKind(all, "effect-cut")),
    ...endFiredTimers(firedTimersOf(commits)),
    ...finishCommands(ofKind(all, "command-finished")),
    ...noteCommandProgress(ofKind(all, "effect-again")),
    ...concludeCommands(ofKind(all, "command-concluded")),
    ...resolveLetters(ofKind(all, "letter-resolved")),
    ...resolveLettersOfEffects(project, ofKind(all, "letters-of-effect-resolved")),
  ];
}

function writeWaits(committer: Committer, commits: readonly StepCommit[]): readonly Statement[] {
  const { project, workerId, effectLeaseMs: leaseMs } = committer;
  return [
    ...cancelEffects(cancelledEffectsOf(commits)),
    ...writeEffects({ project, workerId, leaseMs }, askedEffects(commits)),
    ...cancelTimers(commits),
    ...writeTimers(project, commits),
  ];
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
