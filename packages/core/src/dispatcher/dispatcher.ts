import type { LaneStore } from "../engine/engine-store.ts";
import type { DeliveryRecord, EffectRecord } from "../engine/records.ts";
import type { ShardFence, StepCommit } from "../engine/step-commit.ts";
import type { Logger } from "../kernel/logger.ts";
import type { RelayDefinition } from "../projects/project.ts";
import { type BatchResult, runBatch } from "./batch.ts";
import { createConditions } from "./conditions.ts";
import { createDeliveryClaim } from "./delivery-claim.ts";
import { type DispatcherLimits, RELAY_RESULTS_MAX } from "./dispatcher-limits.ts";
import type { EffectCalls } from "./effect-calls.ts";
import { createInstanceCache } from "./instance-cache.ts";
import { createLaneReader } from "./lane-reader.ts";
import { createLanes } from "./lanes.ts";
import { onceATurn } from "./once-a-turn.ts";
import { createOutage } from "./outage.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { createRedeliveryWatch } from "./redelivery-watch.ts";
import { createRelayOffers } from "./relay-offers.ts";
import { isForgotten, settleResult } from "./settle-result.ts";
import { shardChangeOf } from "./shard-change.ts";
import { type BatchWork, type CommandWork, sortWork } from "./sort-work.ts";
import { createSuspectTurns } from "./suspect-turns.ts";
import { tellHook } from "./tell-hook.ts";
import { traceResults } from "./trace-work.ts";
import { tryAlone } from "./try-alone.ts";
import { createWakeTimer } from "./wake-timer.ts";
import { laneOf, type Work } from "./work.ts";

/** Wait before work is tried again that could not be run here or now. */
const HOLD_MS = 500;

export interface DispatcherDependencies {
  readonly env: PlanEnvironment;
  readonly store: LaneStore;
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly relays: ReadonlyMap<string, RelayDefinition>;
  readonly logger: Logger;
  readonly limits: DispatcherLimits;
  /** Carries out an operator's command in its lane; returns the service calls it created. */
  readonly runCommand: (work: CommandWork) => Promise<readonly EffectRecord[]>;
  /** Told of each piece of work that ended; a hook that throws changes nothing. */
  readonly onResult?: (result: BatchResult) => void;
}

/** The loop that reads deliveries and timers, keeps the lanes, and commits what they do. */
export interface Dispatcher {
  /** The shards held from now on; deliveries of others are forgotten. */
  setShards(shards: readonly ShardFence[]): void;
  /** Shards among these that no lane works on: safe to release. */
  idleAmong(shards: readonly number[]): readonly number[];
  /** There may be something new to read. */
  poke(): void;
  /** There may be something to do that is not read. */
  wake(): void;
  add(work: CommandWork): void;
  onEffectResult(effect: EffectRecord, outcome: EffectOutcome): void;
  /** Service calls that ended and whose results are not committed yet. */
  heldEffectIds(): readonly string[];
  start(effects: EffectCalls): void;
  /** Take no more work but results of service calls; settles when nothing else is under way. */
  drain(): Promise<void>;
  /** Settles when the results that were handed in are committed. */
  settled(): Promise<void>;
  counts(): { readonly held: number; readonly busy: number };
}

export function createDispatcher(deps: DispatcherDependencies): Dispatcher {
  const { store, limits, logger, env, prepareCharts } = deps;
  const lanes = createLanes();
  const cache = createInstanceCache();
  const redeliveries = createRedeliveryWatch(() => performance.now());
  const claim = createDeliveryClaim(store);
  const ready: BatchWork[] = []; // results of relays, whose lane is already theirs
  let shards: readonly ShardFence[] = [];
  let effects: EffectCalls | undefined;
  let batches = 0;
  let isReadAsked = false;
  let asides = 0; // claims of relays and commands under way
  let stopped = true;
  let sweepTimer: NodeJS.Timeout | undefined;
  const conditions = createConditions();

  const nowMs = () => performance.now();
  const isQuiet = () => batches + asides + offers.underWay() + ready.length === 0;

  const pumpNow = (): void => {
    if (!suspects.isAlone() && outage.isOver() && !suspectIsNext()) {
      startBatches();
      if (isQuiet()) suspects.othersHadTheirs();
      suspectIsNext();
    }
    scheduleDue();
    conditions.check();
  };

  /** What one turn of the event loop brings goes together. */
  const pump = onceATurn(pumpNow);

  const startBatches = (): void => {
    while (batches === 0 || (batches < limits.batchesMax && isWorthOneMore())) {
      const works: Work[] = ready.splice(0, RELAY_RESULTS_MAX);
      const only = stopped ? "results" : undefined;
      works.push(...lanes.takeReady(limits.batchMax - works.length, nowMs(), only));
      if (works.length === 0) break;
      suspects.othersHadTheirs();
      batches += 1;
      void run(works).finally(() => {
        batches -= 1;
        if (isReadAsked || lanes.hungry(nowMs()).length > 0 || reader.isHungry()) read(false);
        pumpNow();
      });
    }
  };

  const isWorthOneMore = () => ready.length + lanes.ableLanes(nowMs()) >= limits.besideMin;

  const suspectIsNext = (): boolean => !stopped && suspects.isNext();

  const run = async (works: readonly Work[]): Promise<void> => {
    const { commands, toOffer, batch } = sortWork(works);
    for (const work of commands) void aside(() => command(work));
    if (toOffer.length > 0) void aside(() => relay(toOffer));
    if (batch.length === 0) return;
    const ids = batch.flatMap((work) => (work.kind === "delivery" ? [work.delivery.id] : []));
    try {
      await commitBatch(batch, () => claim.begin(ids));
    } catch (error) {
      failed("a batch could not be committed", error);
      for (const work of batch) retryLater(work);
    } finally {
      claim.end(ids);
    }
  };

  const commitBatch = async (batch: readonly BatchWork[], hold: () => Promise<void>) => {
    const outcome = await runBatch({ env, store, prepareCharts, cache, redeliveries }, batch, hold);
    traceResults(outcome.results);
    for (const result of outcome.results) settle(result);
    effects?.start(outcome.effects);
    if (outcome.hasDeliveries) poke();
  };

  const commitAlone = (one: BatchWork) => commitBatch([one], async () => undefined);

  /** A result that could not be committed comes back as it is; anything else returns to its lane. */
  const retryLater = (work: BatchWork): void => {
    if (work.kind === "relay-result") ready.push(work);
    else lanes.putBack(work, nowMs() + HOLD_MS);
  };

  const settle = (result: BatchResult): void => {
    const { work } = result;
    tellHook(deps.onResult, logger, result);
    if (result.kind === "held") {
      logger.warn("work is held", { lane: laneOf(work), why: result.why });
    }
    settleResult({ lanes, effects, nowMs: nowMs(), holdMs: HOLD_MS }, result);
    // What follows in its lane is read again, in order.
    if (isForgotten(result)) reader.discard();
    if (result.kind === "committed") wakeForTimers(result.plan.commit);
  };

  const wakeForTimers = (commit: StepCommit | undefined): void => {
    for (const timer of commit?.timers ?? []) wakeTimer.wakeIn(timer.delayMs);
  };

  const aside = async (task: () => Promise<void>): Promise<void> => {
    asides += 1;
    await task();
    asides -= 1;
    pump();
  };

  /** Handed to the far sides once the store knows: what comes of each is committed with whatever else is ready by then. */
  const relay = async (deliveries: readonly DeliveryRecord[]): Promise<void> => {
    try {
      await offers.offer(deliveries);
    } catch (error) {
      failed("a relay could not begin", error);
      for (const delivery of deliveries) {
        lanes.putBack({ kind: "delivery", delivery }, nowMs() + HOLD_MS);
      }
    }
  };

  const offers = createRelayOffers({
    relays: deps.relays,
    claim,
    onResult: (result) => {
      ready.push(result);
      pump();
    },
  });

  const suspects = createSuspectTurns({
    lanes,
    nowMs,
    isQuiet,
    nextCall: () => effects?.nextSuspect(),
    tryAlone: (suspect) => tryAlone({ store, claim, offers, logger, handle: commitAlone }, suspect),
    onFailure: (work, error) => {
      failed(`a ${work.kind} could not be tried by itself`, error);
      lanes.putBack(work, nowMs() + HOLD_MS);
    },
    onEnd: pump,
  });

  const command = async (work: CommandWork): Promise<void> => {
    try {
      effects?.start(await deps.runCommand(work));
    } catch (error) {
      logger.error("an operator's command failed", { lane: laneOf(work), error });
    }
    cache.drop(work.lane);
    lanes.finish(work);
    read(true);
  };

  const readAndPump = (): void => {
    read(true);
    pump();
  };

  const outage = createOutage(nowMs, readAndPump);

  const failed = (message: string, error: unknown): void => {
    outage.begin();
    logger.warn(message, { error });
  };

  const reader = createLaneReader({
    store,
    lanes,
    claim,
    cache,
    limits,
    nowMs,
    onRead: pump,
    onOutage: (error) => failed("deliveries could not be read", error),
  });

  /** What is new is read when the transaction under way has ended: until then it could not begin anyway. */
  const poke = (): void => {
    if (batches > 0) isReadAsked = true;
    else read(false);
  };

  const read = (sweep: boolean): void => {
    isReadAsked = false;
    if (!stopped && outage.isOver()) reader.read(sweep);
  };

  const wakeTimer = createWakeTimer(nowMs, readAndPump);

  const scheduleDue = (): void => {
    const next = lanes.nextDueMs(nowMs());
    if (next !== undefined) wakeTimer.wakeIn(Math.max(0, next - nowMs()));
  };

  return {
    setShards(next) {
      const { lost, hasGained } = shardChangeOf(shards, next);
      if (lost.length === 0 && !hasGained) return;
      shards = next;
      lanes.dropShards(new Set(lost.map(({ shard }) => shard)));
      if (lost.length > 0) cache.clear();
      reader.setShards(next, hasGained);
    },
    idleAmong: (candidates) => candidates.filter((shard) => !lanes.isBusyIn(shard)),
    poke,
    wake: pump,
    add(work) {
      lanes.add(work);
      pump();
    },
    onEffectResult(effect, outcome) {
      lanes.add({ kind: "effect-result", effect, outcome });
      pump();
    },
    heldEffectIds: () => lanes.heldEffectIds(),
    start(runner) {
      effects = runner;
      stopped = false;
      sweepTimer = setInterval(() => read(true), limits.sweepMs);
      read(true);
    },
    drain() {
      stopped = true;
      reader.stop();
      clearInterval(sweepTimer);
      return conditions.until(() => isQuiet() && !suspects.isAlone());
    },
    settled: () => conditions.until(() => isQuiet() && lanes.heldEffectIds().length === 0),
    counts: () => ({ held: lanes.heldDeliveries(), busy: lanes.busyLanes() }),
  };
}
