import type { InstanceKey, LaneStore, LoadedWork, ReceiptKey } from "../engine/engine-store.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { SagascopeError } from "../kernel/errors.ts";
import { dedupOf } from "./dedup.ts";
import type { Plan } from "./plan.ts";
import { decodeForPlan } from "./plan-delivery.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { type PreparedWork, planWork, planWriteFailure } from "./plan-work.ts";
import { laneOf, type Work } from "./work.ts";

/** What became of one piece of work in the store. */
export type BatchResult =
  | { readonly kind: "committed"; readonly work: Work; readonly plan: Plan }
  /** Not run here or now; nothing was written. */
  | { readonly kind: "held"; readonly work: Work; readonly why: string }
  /** Somebody else ended it first. */
  | { readonly kind: "gone"; readonly work: Work };

export interface BatchOutcome {
  readonly results: readonly BatchResult[];
  readonly effects: readonly EffectRecord[];
}

export interface BatchDependencies {
  readonly env: PlanEnvironment;
  readonly store: LaneStore;
  /** Make chart versions known to the catalog before planning. */
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
}

type LaneWork = PreparedWork["work"];

/** Tries of one piece of work whose row moved between reading and writing. */
const CONFLICT_TRIES_MAX = 3;

/**
 * Load, plan and commit work of different lanes together. If any part of the commit fails, each piece is done alone, so
 * that a bad one leaves the others as they are.
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
  const [loaded] = await Promise.all([load(deps, prepared), hold()]);
  const planned = prepared.map((item) => ({ item, plan: planSafely(deps, item, loaded) }));
  const commits = commitsOf(planned.map(({ plan }) => plan));
  try {
    const effects = commits.length === 0 ? [] : await deps.store.commit(commits);
    return { effects, results: planned.map(({ item, plan }) => resultOf(item, plan)) };
  } catch (error) {
    if (isOutage(error)) throw error;
    return runEachAlone(deps, prepared, error, works.length === 1);
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
  for (const item of prepared) {
    const first = wasAlone && !(error instanceof CommitConflictError) ? { error } : undefined;
    const outcome = await runAlone(deps, item, first);
    results.push(...outcome.results);
    effects.push(...outcome.effects);
  }
  return { results, effects };
}

async function runAlone(
  deps: BatchDependencies,
  item: PreparedWork,
  failure: { readonly error: unknown } | undefined,
): Promise<BatchOutcome> {
  let failed = failure;
  for (let tries = 0; tries < CONFLICT_TRIES_MAX; tries += 1) {
    const loaded = await load(deps, [item]);
    const plan =
      failed === undefined
        ? planSafely(deps, item, loaded)
        : planWriteFailure(deps.env, item, loaded, failed.error);
    try {
      const effects = plan.commit === undefined ? [] : await deps.store.commit([plan.commit]);
      return { effects, results: [resultOf(item, plan)] };
    } catch (error) {
      if (isOutage(error)) throw error;
      if (error instanceof CommitConflictError) continue;
      if (failed !== undefined) {
        return { effects: [], results: [{ kind: "held", work: item.work, why: String(error) }] };
      }
      failed = { error };
    }
  }
  return { effects: [], results: [{ kind: "gone", work: item.work }] };
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
  if (work.kind === "delivery") {
    const decoded = decodeForPlan(work.delivery.envelope);
    return { work, decoded, dedup: dedupOf(deps.env.machines, laneOf(work), decoded) };
  }
  if (work.kind !== "effect-result" || work.outcome.kind === "answered") return { work };
  const causeEnvelope = await deps.store.findEnvelope(work.effect.causeEventId);
  return causeEnvelope === undefined ? { work } : { work, causeEnvelope };
}

async function load(
  deps: BatchDependencies,
  prepared: readonly PreparedWork[],
): Promise<LoadedWork> {
  const lanes = prepared.flatMap(({ work }) =>
    work.kind === "relay-result" ? [] : [laneOf(work)],
  );
  const loaded = await deps.store.load(uniqueKeys(lanes), prepared.flatMap(receiptKeyOf));
  const chartIds = lanes.flatMap((lane) => loaded.instance(lane)?.chartId ?? []);
  await deps.prepareCharts([...new Set(chartIds)]);
  return loaded;
}

function uniqueKeys(lanes: readonly InstanceKey[]): readonly InstanceKey[] {
  return [...new Map(lanes.map((lane) => [`${lane.machineId}\0${lane.subject}`, lane])).values()];
}

function receiptKeyOf({ dedup }: PreparedWork): readonly ReceiptKey[] {
  return dedup?.kind === "key" ? [dedup.key] : [];
}

function commitsOf(plans: readonly Plan[]): readonly StepCommit[] {
  return plans.flatMap(({ commit }) => (commit === undefined ? [] : [commit]));
}

function resultOf({ work }: PreparedWork, plan: Plan): BatchResult {
  return plan.outcome === "held"
    ? { kind: "held", work, why: plan.why ?? "held" }
    : { kind: "committed", work, plan };
}
