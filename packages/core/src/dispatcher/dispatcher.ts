import type { LaneStore } from "../engine/engine-store.ts";
import type { DeliveryRecord, EffectRecord } from "../engine/records.ts";
import type { ShardFence, StepCommit } from "../engine/step-commit.ts";
import type { Logger } from "../kernel/logger.ts";
import type { RelayPublish } from "../projects/project.ts";
import { type BatchResult, runBatch } from "./batch.ts";
import { createDeliveryClaim } from "./delivery-claim.ts";
import type { EffectCalls } from "./effect-calls.ts";
import { createLaneReader } from "./lane-reader.ts";
import { createLanes } from "./lanes.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { publishRelay } from "./publish-relay.ts";
import { settleResult } from "./settle-result.ts";
import { laneOf, type Work } from "./work.ts";

/** How much a dispatcher does at once. */
export interface DispatcherLimits {
  /** Deliveries held in memory. */
  readonly heldMax: number;
  /** Deliveries read at a time. */
  readonly readMax: number;
  /** Pieces of work in one transaction. */
  readonly batchMax: number;
  /** Transactions under way. */
  readonly batchesMax: number;
  /** Between looks for what no wake-up announced: rows that committed late, timers, a lost notification. */
  readonly sweepMs: number;
}

export const DEFAULT_LIMITS: DispatcherLimits = {
  heldMax: 2_000,
  readMax: 500,
  batchMax: 200,
  batchesMax: 2,
  sweepMs: 250,
};

/** Wait before work is tried again that could not be run here or now. */
const HOLD_MS = 500;
const OUTAGE_WAIT_MS = 500;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export interface DispatcherDependencies {
  readonly env: PlanEnvironment;
  readonly store: LaneStore;
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly relays: ReadonlyMap<string, RelayPublish>;
  readonly logger: Logger;
  readonly limits: DispatcherLimits;
  /** Runs a replay in its lane; returns the service calls it created. */
  readonly runReplay: (work: ReplayWork) => Promise<readonly EffectRecord[]>;
  /** Told of each piece of work that ended; a hook that throws changes nothing. */
  readonly onResult?: (result: BatchResult) => void;
}

type ReplayWork = Extract<Work, { readonly kind: "replay" }>;
type BatchWork = Exclude<Work, { readonly kind: "replay" }>;

/** The loop that reads deliveries and timers, keeps the lanes, and commits what they do. */
export interface Dispatcher {
  /** The shards held from now on; deliveries of others are forgotten. */
  setShards(shards: readonly ShardFence[]): void;
  /** Shards among these that no lane works on: safe to release. */
  idleAmong(shards: readonly number[]): readonly number[];
  /** There may be something new to read. */
  poke(): void;
  add(work: ReplayWork): void;
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
  const { store, limits, logger, env } = deps;
  const lanes = createLanes();
  const claim = createDeliveryClaim(store);
  const ready: BatchWork[] = []; // results of relays, whose lane is already theirs
  let shards: readonly ShardFence[] = [];
  let effects: EffectCalls | undefined;
  let batches = 0;
  let asides = 0; // relays and replays under way
  let isSuspectsTurn = true;
  let isAlone = false;
  let stopped = true;
  let outageUntilMs = 0;
  let sweepTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;
  let wakeAtMs = Number.POSITIVE_INFINITY;
  const waiters = new Set<() => void>();

  const nowMs = () => performance.now();
  const isQuiet = () => batches + asides + ready.length === 0;

  const pump = (): void => {
    if (!isAlone && nowMs() >= outageUntilMs && !suspectIsNext()) {
      startBatches();
      isSuspectsTurn ||= isQuiet();
      suspectIsNext();
    }
    scheduleDue();
    for (const check of waiters) check();
  };

  const startBatches = (): void => {
    while (batches < limits.batchesMax) {
      const works: Work[] = ready.splice(0, limits.batchMax);
      const only = stopped ? "results" : undefined;
      works.push(...lanes.takeReady(limits.batchMax - works.length, nowMs(), only));
      if (works.length === 0) break;
      isSuspectsTurn = true;
      batches += 1;
      void run(works).finally(() => {
        batches -= 1;
        if (lanes.hungry().length > 0 || reader.isHungry()) read(false);
        pump();
      });
    }
  };

  /**
   * A suspect waits until nothing else is under way and then runs by itself. Suspects and others take turns, so that
   * neither waits for all of the other.
   */
  const suspectIsNext = (): boolean => {
    const suspect = stopped || !isSuspectsTurn ? undefined : lanes.findSuspect(nowMs());
    if (suspect === undefined) return false;
    if (isQuiet()) {
      isAlone = true;
      isSuspectsTurn = false;
      void runAlone(suspect).finally(() => {
        isAlone = false;
        pump();
      });
    }
    return true;
  };

  const runAlone = async (suspect: DeliveryRecord): Promise<void> => {
    const work = lanes.take(suspect);
    logger.warn("a delivery is tried by itself, since a worker died with it", {
      lane: laneOf(work),
      deliveryId: suspect.id,
      deliveries: suspect.deliveries,
      attempts: suspect.attempts,
    });
    try {
      await claim.alone(suspect.id, async () => {
        if (suspect.kind === "relay") await offer(suspect);
        else await commitBatch([{ kind: "delivery", delivery: suspect }], async () => undefined);
      });
    } catch (error) {
      outage("a delivery could not be tried by itself", error);
      lanes.putBack(work, nowMs() + HOLD_MS);
    }
  };

  const run = async (works: readonly Work[]): Promise<void> => {
    const batch: BatchWork[] = [];
    for (const work of works) {
      if (work.kind === "replay") void aside(() => replay(work));
      else if (work.kind === "delivery" && work.delivery.kind === "relay") {
        void aside(() => relay(work.delivery));
      } else batch.push(work);
    }
    if (batch.length === 0) return;
    const ids = batch.flatMap((work) => (work.kind === "delivery" ? [work.delivery.id] : []));
    try {
      await commitBatch(batch, () => claim.begin(ids));
    } catch (error) {
      outage("a batch could not be committed", error);
      for (const work of batch) retryLater(work);
    } finally {
      claim.end(ids);
    }
  };

  const commitBatch = async (batch: readonly BatchWork[], hold: () => Promise<void>) => {
    const { prepareCharts } = deps;
    const outcome = await runBatch({ env, store, prepareCharts }, batch, hold);
    for (const result of outcome.results) settle(result);
    effects?.start(outcome.effects);
  };

  /** A result that could not be committed comes back as it is; anything else returns to its lane. */
  const retryLater = (work: BatchWork): void => {
    if (work.kind === "relay-result") ready.push(work);
    else lanes.putBack(work, nowMs() + HOLD_MS);
  };

  const settle = (result: BatchResult): void => {
    const { work } = result;
    notify(result);
    if (result.kind === "held") {
      logger.warn("work is held", { lane: laneOf(work), why: result.why });
    }
    settleResult({ lanes, effects, nowMs: nowMs(), holdMs: HOLD_MS }, result);
    // What follows in its lane is read again, in order.
    if (result.kind === "gone" && "delivery" in work) reader.discard();
    if (result.kind === "committed") afterCommit(result.plan.commit);
  };

  const afterCommit = (commit: StepCommit | undefined): void => {
    if (commit === undefined) return;
    for (const timer of commit.timers) wakeIn(timer.delayMs);
    if (commit.events.length > 0) read(false);
  };

  const notify = (result: BatchResult): void => {
    try {
      deps.onResult?.(result);
    } catch (error) {
      logger.warn("a hook threw", { error });
    }
  };

  const aside = async (task: () => Promise<void>): Promise<void> => {
    asides += 1;
    await task();
    asides -= 1;
    pump();
  };

  const relay = async (delivery: DeliveryRecord): Promise<void> => {
    try {
      await claim.begin([delivery.id]);
      await offer(delivery);
    } catch (error) {
      outage("a relay could not begin", error);
      lanes.putBack({ kind: "delivery", delivery }, nowMs() + HOLD_MS);
    } finally {
      claim.end([delivery.id]);
    }
  };

  const offer = async (delivery: DeliveryRecord): Promise<void> => {
    const outcome = await publishRelay(deps.relays.get(delivery.sink), delivery);
    ready.push({ kind: "relay-result", delivery, outcome });
  };

  const replay = async (work: ReplayWork): Promise<void> => {
    try {
      effects?.start(await deps.runReplay(work));
    } catch (error) {
      logger.error("an operator's command failed", { lane: laneOf(work), error });
    }
    lanes.finish(work);
    read(true);
  };

  const outage = (message: string, error: unknown): void => {
    outageUntilMs = nowMs() + OUTAGE_WAIT_MS;
    logger.warn(message, { error });
    setTimeout(() => {
      read(true);
      pump();
    }, OUTAGE_WAIT_MS + 1).unref();
  };

  const reader = createLaneReader({
    store,
    lanes,
    limits,
    nowMs,
    onRead: pump,
    onOutage: (error) => outage("deliveries could not be read", error),
  });

  const read = (sweep: boolean): void => {
    if (!stopped && nowMs() >= outageUntilMs) reader.read(sweep);
  };

  const wakeIn = (delayMs: number): void => {
    const atMs = nowMs() + delayMs;
    if (atMs >= wakeAtMs) return;
    wakeAtMs = atMs;
    clearTimeout(wakeTimer);
    const wake = () => {
      wakeAtMs = Number.POSITIVE_INFINITY;
      read(true);
      pump();
    };
    wakeTimer = setTimeout(wake, Math.min(delayMs + 1, LONGEST_TIMEOUT_MS));
    wakeTimer.unref();
  };

  const scheduleDue = (): void => {
    const next = lanes.nextDueMs(nowMs());
    if (next !== undefined) wakeIn(Math.max(0, next - nowMs()));
  };

  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isSo()) return;
        waiters.delete(check);
        resolve();
      };
      waiters.add(check);
      check();
    });

  return {
    setShards(next) {
      const nameOf = ({ shard, token }: ShardFence) => `${shard}:${token}`;
      const kept = new Set(next.map(nameOf));
      const lost = shards.filter((fence) => !kept.has(nameOf(fence)));
      const gained = next.length > shards.length - lost.length;
      if (lost.length === 0 && !gained) return;
      shards = next;
      lanes.dropShards(new Set(lost.map(({ shard }) => shard)));
      reader.setShards(next, gained);
    },
    idleAmong: (candidates) => candidates.filter((shard) => !lanes.isBusyIn(shard)),
    poke: () => read(false),
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
      return until(() => isQuiet() && !isAlone);
    },
    settled: () => until(() => isQuiet() && lanes.heldEffectIds().length === 0),
    counts: () => ({ held: lanes.heldDeliveries(), busy: lanes.busyLanes() }),
  };
}
