import type { CommittedSteps, LaneStore } from "../engine/engine-store.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { groupCalls } from "../kernel/group-calls.ts";

/** Requests in one transaction: what they hold up is the audit chain, which has one end. */
const TOGETHER_MAX = 100;

type Request = readonly StepCommit[];

/**
 * A store whose commits of operators' requests go together: those of one turn, and those that come while some are under way, share
 * a transaction. Each writes the audit chain, so that by themselves they would follow one another, disk and all. If what
 * goes together does not fit, each is done alone, so that one that fails leaves the others as they are.
 */
export function groupCommits(store: LaneStore): LaneStore {
  return {
    ...store,
    commit: groupCalls({
      run: (requests) => commitTogether(store, requests),
      choose: lanesApart,
      groupsMax: 1,
      isShared: (error) => error instanceof StoreUnavailableError,
    }),
  };
}

/** Commits of one transaction have different lanes; of one lane the first goes now. */
function lanesApart(waiting: readonly Request[]): readonly number[] {
  const lanes = new Set<string>();
  const chosen: number[] = [];
  for (const [at, request] of waiting.entries()) {
    const own = request.map(laneOf);
    if (chosen.length === TOGETHER_MAX || own.some((lane) => lanes.has(lane))) continue;
    for (const lane of own) lanes.add(lane);
    chosen.push(at);
  }
  return chosen;
}

/** @returns to each request its own calls */
async function commitTogether(
  store: LaneStore,
  requests: readonly Request[],
): Promise<readonly CommittedSteps[]> {
  const { effects, hasDeliveries } = await store.commit(requests.flat());
  return requests.map((request) => {
    const lanes = new Set(request.map(laneOf));
    return { effects: effects.filter((effect) => lanes.has(laneOf(effect))), hasDeliveries };
  });
}

function laneOf({ machineId, subject }: { machineId: string; subject: string }): string {
  return `${machineId}\0${subject}`;
}
