import type { EffectCalls } from "../dispatcher/effect-calls.ts";
import { laneKey } from "../dispatcher/work.ts";
import type {
  CommittedSteps,
  EffectStore,
  InstanceKey,
  LaneChoice,
  LaneStore,
} from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";

/**
 * Finds calls that were leased to this worker by a commit or a claim whose answer never came: it holds them and does not know
 * of them. Without this they would wait for their lease to end, and a claim would have cost them a try.
 */
export interface LostCalls<Stores> {
  /** The stores, watched. Every commit and claim has to go through them. */
  readonly stores: Stores;
  /** The runner, watched. Every call that a commit or claim brought, or that was lost, has to be started through it. */
  startThrough<Runner extends Pick<EffectCalls, "start">>(runner: Runner): Runner;
  /**
   * Lease the lost ones again. A lane that is committing is looked at the next time, and a commit of a lane that is looked at
   * waits: what it creates must not be taken for lost. Not to be asked for beside a claim.
   *
   * @param knownIds - calls that run, wait to be run, or ended with a result that is not committed yet
   * @throws {StoreUnavailableError} if the store cannot be reached; then nothing is forgotten
   */
  find(knownIds: readonly string[]): Promise<readonly EffectRecord[]>;
}

interface WatchedStores {
  readonly lanes: LaneStore;
  readonly effects: EffectStore;
}

/** What a search looks at, and its end. */
interface Search {
  readonly lanes: LaneChoice;
  readonly ended: Promise<void>;
}

/** @param onDoubt - something may have been written whose answer did not come */
export function createLostCalls<Stores extends WatchedStores>(
  stores: Stores,
  onDoubt: () => void = () => undefined,
): LostCalls<Stores> {
  const { lanes, effects } = stores;
  const doubtful = new Map<string, InstanceKey>();
  const committing = new Set<readonly InstanceKey[]>();
  const onTheirWay = new Set<string>(); // ids that came with an answer, and are not started yet
  let isAnyDoubtful = false;
  let search: Search | undefined;

  const noteArrival = (arrived: readonly EffectRecord[]): readonly EffectRecord[] => {
    for (const { id } of arrived) onTheirWay.add(id);
    return arrived;
  };

  const doubt = (names: readonly InstanceKey[]): void => {
    for (const { machineId, subject } of names) {
      doubtful.set(laneKey({ machineId, subject }), { machineId, subject });
    }
  };

  const commit = async (commits: readonly StepCommit[]): Promise<CommittedSteps> => {
    while (search !== undefined && isAmong(commits, search.lanes)) await search.ended;
    committing.add(commits);
    try {
      const committed = await lanes.commit(commits);
      noteArrival(committed.effects);
      return committed;
    } catch (error) {
      const calling = commits.filter(asksForCalls);
      if (error instanceof StoreUnavailableError && calling.length > 0) {
        doubt(calling);
        onDoubt();
      }
      throw error;
    } finally {
      committing.delete(commits);
    }
  };

  const claimEffects: EffectStore["claimEffects"] = async (shards, limit) => {
    try {
      return noteArrival(await effects.claimEffects(shards, limit));
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        isAnyDoubtful = true;
        onDoubt();
      }
      throw error;
    }
  };

  /** @returns undefined if there is nothing to look for now */
  const nextSearch = (): LaneChoice | undefined => {
    const busy = [...committing].flat();
    if (isAnyDoubtful) return { kind: "except", names: busy };
    const busyKeys = new Set(busy.map(laneKey));
    const names = [...doubtful.values()].filter((name) => !busyKeys.has(laneKey(name)));
    return names.length === 0 ? undefined : { kind: "only", names };
  };

  const settleDoubt = ({ kind, names }: LaneChoice): void => {
    if (kind === "only") for (const name of names) doubtful.delete(laneKey(name));
    else {
      isAnyDoubtful = false;
      doubtful.clear();
      doubt(names); // were left out: the next search is for them
    }
  };

  return {
    stores: { ...stores, lanes: { ...lanes, commit }, effects: { ...effects, claimEffects } },
    startThrough: (runner) => ({
      ...runner,
      start(started) {
        for (const { id } of started) onTheirWay.delete(id);
        runner.start(started);
      },
    }),
    async find(knownIds) {
      const choice = nextSearch();
      if (choice === undefined) return [];
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      search = { lanes: choice, ended };
      try {
        const exceptIds = [...onTheirWay, ...knownIds];
        const found = await effects.reclaimEffects({ lanes: choice, exceptIds });
        settleDoubt(choice);
        return noteArrival(found);
      } finally {
        search = undefined;
        end();
      }
    },
  };
}

function asksForCalls({ effects, settlements }: StepCommit): boolean {
  return effects.length > 0 || settlements.some(({ kind }) => kind === "effect-again");
}

function isAmong(lanes: readonly InstanceKey[], { kind, names }: LaneChoice): boolean {
  const keys = new Set(names.map(laneKey));
  return lanes.some((lane) => keys.has(laneKey(lane)) === (kind === "only"));
}
