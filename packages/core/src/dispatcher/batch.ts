import type { CommittedSteps, LaneStore, LoadedWork } from "../engine/engine-store.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { EffectRecord } from "../engine/records.ts";
import { SagascopeError } from "../kernel/errors.ts";
import type { OpenSpan } from "../kernel/tracing.ts";
import { dedupOf } from "./dedup.ts";
import { decodeForPlan } from "./delivery-work.ts";
import type { InstanceCache } from "./instance-cache.ts";
import { type LoadDependencies, type Loaded, load, loadUnknown } from "./load-batch.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { type PreparedWork, planWork, planWriteFailure } from "./plan-work.ts";
import type { RedeliveryWatch } from "./redelivery-watch.ts";
import { openHandling } from "./trace-work.ts";
import { laneKey, laneOf, type Work } from "./work.ts";

/** What became of one piece of work in the store. */
export type BatchResult =
  | {
      readonly kind: "committed";
      readonly work: Work;
      readonly plan: Plan;
      /** Begun before it was planned; absent while nobody traces. */
      readonly span?: OpenSpan;
    }
  /** Not run here or now; nothing was written. */
  | {
      readonly kind: "held";
      readonly work: Work;
      readonly why: string;
      /** This worker lacks the code for it. */
      readonly isElsewhere?: true;
    }
  /** Somebody else ended it first. */
  | { readonly kind: "gone"; readonly work: Work };

export interface BatchOutcome {
  readonly results: readonly BatchResult[];
  readonly effects: readonly EffectRecord[];
  /** Whether there is something new to read. */
  readonly hasDeliveries: boolean;
}

export interface BatchDependencies extends LoadDependencies {
  readonly env: PlanEnvironment;
  readonly store: LaneStore;
  readonly cache: InstanceCache;
  readonly redeliveries: RedeliveryWatch;
}

type LaneWork = PreparedWork["work"];

interface PlannedWork {
  readonly item: PreparedWork;
  readonly plan: Plan;
}

/** Tries of one piece of work whose row moved between reading and writing. */
const CONFLICT_TRIES_MAX = 3;

const NOTHING_WRITTEN: CommittedSteps = { effects: [], hasDeliveries: false };

/**
 * Load, plan and commit work of different lanes together: first on instances as they were last written here, and if that no
 * longer fits, on what the store holds. If it still cannot be committed, each piece is done alone, so that a bad one leaves the
 * others as they are.
 *
 * @param hold - recorded before anything is planned: what a crash from here on may have touched
 * @throws {StoreUnavailableError} if the store cannot be reached; nothing was counted
 */
export async function runBatch(
  deps: BatchDependencies,
  works: readonly LaneWork[],
  hold: () => Promise<void>,
): Promise<BatchOutcome> {
  const prepared = await Promise.all(works.map((work) => prepare(deps, work)));
  const [loaded] = await Promise.all([loadUnknown(deps, prepared), hold()]);
  const known = prepared.map((item) => ({ item, plan: planSafely(deps, item, loaded.work) }));
  try {
    const planned = await planAgainWhereDoubtful(deps, known, loaded);
    return await commit(deps, planned);
  } catch (error) {
    if (isOutage(error)) throw error;
    deps.redeliveries.seen();
    for (const { work } of prepared) deps.cache.drop(laneOf(work));
    const isDoubtful = error instanceof CommitConflictError && works.length > 1;
    return isDoubtful
      ? runOnFreshView(deps, prepared)
      : runEachAlone(deps, prepared, error, works.length === 1);
  }
}

async function commit(
  deps: BatchDependencies,
  planned: readonly PlannedWork[],
): Promise<BatchOutcome> {
  const commits = planned.flatMap(({ plan }) => plan.commit ?? []);
  const written = commits.length === 0 ? NOTHING_WRITTEN : await deps.store.commit(commits);
  deps.cache.keep(commits);
  return { ...written, results: planned.map(({ item, plan }) => resultOf(item, plan)) };
}

/**
 * Only a step compares revisions and meets receipts when it is written: what is decided otherwise must rest neither on a stale
 * instance nor on an inbox that was not asked.
 */
async function planAgainWhereDoubtful(
  deps: BatchDependencies,
  planned: readonly PlannedWork[],
  { fromCache, askedInbox }: Loaded,
): Promise<readonly PlannedWork[]> {
  const isDoubtful = ({ item, plan }: PlannedWork) =>
    plan.commit?.instance === undefined &&
    (fromCache.has(laneKey(laneOf(item.work))) || (!askedInbox && item.dedup?.kind === "key"));
  const doubtful = planned.filter(isDoubtful).map(({ item }) => item);
  if (doubtful.length === 0) return planned;
  const fresh = await load(deps, doubtful);
  return planned.map((known) =>
    isDoubtful(known) ? { item: known.item, plan: planSafely(deps, known.item, fresh) } : known,
  );
}

/** Redeliveries and instances that moved show in a fresh view: most conflicts end here. */
async function runOnFreshView(
  deps: BatchDependencies,
  prepared: readonly PreparedWork[],
): Promise<BatchOutcome> {
  const fresh = await load(deps, prepared);
  const planned = prepared.map((item) => ({ item, plan: planSafely(deps, item, fresh) }));
  try {
    return await commit(deps, planned);
  } catch (error) {
    if (isOutage(error)) throw error;
    return runEachAlone(deps, prepared, error, false);
  }
}

async function runEachAlone(
  deps: BatchDependencies,
  prepared: readonly PreparedWork[],
  error: unknown,
  wasAlone: boolean,
): Promise<BatchOutcome> {
  const results: BatchResult[] = [];
  const effects: EffectRecord[] = [];
  let hasDeliveries = false;
  const first = wasAlone && !(error instanceof CommitConflictError) ? { error } : undefined;
  for (const [at, item] of prepared.entries()) {
    try {
      const outcome = await runAlone(deps, item, first);
      results.push(...outcome.results);
      effects.push(...outcome.effects);
      hasDeliveries ||= outcome.hasDeliveries;
    } catch (failure) {
      // What was committed before it stands, and its calls have to be run.
      if (at === 0 || !isOutage(failure)) throw failure;
      return {
        results: [...results, ...prepared.slice(at).map(heldByOutage)],
        effects,
        hasDeliveries,
      };
    }
  }
  return { results, effects, hasDeliveries };
}

function heldByOutage({ work }: PreparedWork): BatchResult {
  return { kind: "held", work, why: "the store is unavailable" };
}

async function runAlone(
  deps: BatchDependencies,
  item: PreparedWork,
  failure: { readonly error: unknown } | undefined,
): Promise<BatchOutcome> {
  let failed = failure;
  for (let tries = 0; tries < CONFLICT_TRIES_MAX; tries += 1) {
    const fresh = await load(deps, [item]);
    const plan =
      failed === undefined
        ? planSafely(deps, item, fresh)
        : planWriteFailure(deps.env, item, fresh, failed.error);
    try {
      return await commit(deps, [{ item, plan }]);
    } catch (error) {
      if (isOutage(error)) throw error;
      if (error instanceof CommitConflictError) continue;
      if (failed !== undefined) {
        return {
          ...NOTHING_WRITTEN,
          results: [{ kind: "held", work: item.work, why: String(error) }],
        };
      }
      failed = { error };
    }
  }
  return { ...NOTHING_WRITTEN, results: [{ kind: "gone", work: item.work }] };
}

/** Planning throws only for faults of our own; one of them must not stop the lanes beside it. */
function planSafely(deps: BatchDependencies, item: PreparedWork, loaded: LoadedWork): Plan {
  try {
    return planWork(deps.env, item, loaded);
  } catch (error) {
    return planWriteFailure(deps.env, item, loaded, error);
  }
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof SagascopeError &&
    error.fault === "infrastructure" &&
    !(error instanceof CommitConflictError)
  );
}

async function prepare(deps: BatchDependencies, work: LaneWork): Promise<PreparedWork> {
  const span = openHandling(work);
  const prepared = await readFor(deps, work);
  return span === undefined ? prepared : { ...prepared, span };
}

async function readFor(deps: BatchDependencies, work: LaneWork): Promise<PreparedWork> {
  if (work.kind === "delivery") {
    const decoded = decodeForPlan(work.delivery.envelope);
    return { work, decoded, dedup: dedupOf(deps.env.machines, laneOf(work), decoded) };
  }
  if (work.kind !== "effect-result" || work.outcome.kind === "answered") return { work };
  const causeEnvelope = await deps.store.findEnvelope(work.effect.causeEventId);
  return causeEnvelope === undefined ? { work } : { work, causeEnvelope };
}

function resultOf({ work, span }: PreparedWork, plan: Plan): BatchResult {
  if (plan.outcome !== "held") {
    return { kind: "committed", work, plan, ...(span === undefined ? {} : { span }) };
  }
  const { why = "held", isElsewhere } = plan;
  return { kind: "held", work, why, ...(isElsewhere === undefined ? {} : { isElsewhere }) };
}
