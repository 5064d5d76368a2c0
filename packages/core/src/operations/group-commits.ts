import type { CommittedSteps, LaneStore } from "../engine/engine-store.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";

/** Requests in one transaction: what they hold up is the audit chain, which has one end. */
const TOGETHER_MAX = 100;

interface Waiting {
  readonly commits: readonly StepCommit[];
  resolve(committed: CommittedSteps): void;
  reject(error: unknown): void;
}

/**
 * A store whose commits of operators' requests go together: those that come while one is under way wait for it, and then share
 * a transaction. Each writes the audit chain, so that by themselves they would follow one another, disk and all. If what
 * goes together does not fit, each is done alone, so that one that fails leaves the others as they are.
 */
export function groupCommits(store: LaneStore): LaneStore {
  const waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await commitTogether(store, takeLanesApart(waiting));
    isRunning = false;
  };

  return {
    ...store,
    commit: (commits) =>
      new Promise((resolve, reject) => {
        waiting.push({ commits, resolve, reject });
        if (!isRunning) void run();
      }),
  };
}

/** Commits of one transaction have different lanes; of one lane the first goes now. */
function takeLanesApart(waiting: Waiting[]): readonly Waiting[] {
  const lanes = new Set<string>();
  const taken: Waiting[] = [];
  for (let at = 0; at < waiting.length && taken.length < TOGETHER_MAX; ) {
    const next = waiting[at];
    const own = next?.commits.map(laneOf) ?? [];
    if (next === undefined || own.some((lane) => lanes.has(lane))) {
      at += 1;
      continue;
    }
    for (const lane of own) lanes.add(lane);
    taken.push(next);
    waiting.splice(at, 1);
  }
  return taken;
}

async function commitTogether(store: LaneStore, group: readonly Waiting[]): Promise<void> {
  try {
    const { effects, hasDeliveries } = await store.commit(group.flatMap(({ commits }) => commits));
    for (const { commits, resolve } of group) {
      const lanes = new Set(commits.map(laneOf));
      resolve({ effects: effects.filter((effect) => lanes.has(laneOf(effect))), hasDeliveries });
    }
  } catch (error) {
    const isOutage = error instanceof StoreUnavailableError;
    if (isOutage || group.length === 1) for (const { reject } of group) reject(error);
    else for (const one of group) await commitTogether(store, [one]);
  }
}

function laneOf({ machineId, subject }: { machineId: string; subject: string }): string {
  return `${machineId}\0${subject}`;
}
