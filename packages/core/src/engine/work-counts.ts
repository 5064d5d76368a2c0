import type { Settlement, StepCommit } from "./step-commit.ts";

/**
 * What the engine counts of each machine (and relay), in the transaction that does it:
 *
 * - `started`, and how instances ended: `completed`, `compensated`, `failed`, `cancelled`
 * - `retriedRuns`: completed ones of which a step of the saga had to be tried again
 * - `steps` taken, `published` envelopes, `consumed` deliveries (whatever came of them)
 * - `retried`: deliveries that were put back for another try
 * - `deadLettered`: letters written, those that came back included
 * - `calls`: service calls asked for; `callsRetried`: tries that failed and were followed by another; `callsFailed`: calls
 *   that ended with an error
 */
export const WORK_COUNTED = [
  "started",
  "completed",
  "compensated",
  "failed",
  "cancelled",
  "retriedRuns",
  "steps",
  "published",
  "consumed",
  "retried",
  "deadLettered",
  "calls",
  "callsRetried",
  "callsFailed",
] as const;

export type WorkCounted = (typeof WORK_COUNTED)[number];

/** How often each thing happened. */
export type WorkCounts = Readonly<Record<WorkCounted, number>>;

const ENDS = ["completed", "compensated", "failed", "cancelled"] as const;

/** Counts of which all are zero. */
export function noWork(): Record<WorkCounted, number> {
  return Object.fromEntries(WORK_COUNTED.map((what) => [what, 0])) as Record<WorkCounted, number>;
}

/** What commits come to, by machine, in the order in which machines first appear; machines with nothing to count are left out. */
export function countWork(commits: readonly StepCommit[]): ReadonlyMap<string, WorkCounts> {
  const byMachine = new Map<string, Record<WorkCounted, number>>();
  for (const commit of commits) {
    const counts = byMachine.get(commit.machineId) ?? noWork();
    addCommit(counts, commit);
    byMachine.set(commit.machineId, counts);
  }
  for (const [machineId, counts] of byMachine) {
    if (WORK_COUNTED.every((what) => counts[what] === 0)) byMachine.delete(machineId);
  }
  return byMachine;
}

function addCommit(counts: Record<WorkCounted, number>, commit: StepCommit): void {
  if (commit.instance?.expectedRevision === 0) counts.started += 1;
  addEnd(counts, commit.instance);
  if (commit.history !== undefined) counts.steps += 1;
  counts.published += commit.events.length;
  counts.calls += commit.effects.length;
  counts.deadLettered += commit.deadLetters.length;
  for (const { kind } of commit.settlements) {
    const counted = COUNTED_SETTLEMENTS[kind];
    if (counted !== undefined) counts[counted] += 1;
  }
}

const COUNTED_SETTLEMENTS: Readonly<Partial<Record<Settlement["kind"], WorkCounted>>> = {
  "delivery-done": "consumed",
  "delivery-retry": "retried",
  "effect-failed": "callsFailed",
  "effect-dead": "callsFailed",
};

function addEnd(counts: Record<WorkCounted, number>, instance: StepCommit["instance"]): void {
  if (instance === undefined || instance.status === "active") return;
  const end = ENDS.find((phase) => phase === instance.phase);
  if (end !== undefined) counts[end] += 1;
  if (end === "completed" && wasRetried(instance.snapshot)) counts.retriedRuns += 1;
}

/** A saga counts the failures of each step that may be retried in its context, as `attempt_<step>`. */
function wasRetried(snapshot: unknown): boolean {
  const { context } = snapshot as { readonly context?: unknown };
  if (typeof context !== "object" || context === null) return false;
  return Object.entries(context).some(
    ([name, value]) => name.startsWith("attempt_") && typeof value === "number" && value > 0,
  );
}
