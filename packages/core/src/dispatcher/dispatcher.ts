import type { EffectRunner } from "../effects/effect-runner.ts";
import type { LaneStore } from "../engine/engine-store.ts";
import type { DeliveryRecord, EffectRecord } from "../engine/records.ts";
import type { ShardFence, StepCommit } from "../engine/step-commit.ts";
import type { Logger } from "../kernel/logger.ts";
import type { RelayPublish } from "../projects/project.ts";
import { type BatchResult, runBatch } from "./batch.ts";
import { createLanes } from "./lanes.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
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
const RELAY_TIMEOUT_MS = 5_000;

export interface DispatcherDependencies {
  readonly env: PlanEnvironment;
  readonly store: LaneStore;
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly relays: ReadonlyMap<string, RelayPublish>;
  readonly logger: Logger;
  readonly limits: DispatcherLimits;
  /** Runs a replay in its lane; returns the service calls it created. */
  readonly runReplay: (work: Extract<Work, { kind: "replay" }>) => Promise<readonly EffectRecord[]>;
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
  add(work: Work): void;
  onEffectResult(effect: EffectRecord, outcome: EffectOutcome): void;
  /** Something is due then that only the store knows of. */
  wakeIn(delayMs: number): void;
  start(effects: EffectRunner): void;
  /** Take no more; finish what lanes are doing. */
  stop(): Promise<void>;
  counts(): { readonly held: number; readonly busy: number };
}

export function createDispatcher(deps: DispatcherDependencies): Dispatcher {
  const { store, limits, logger, env } = deps;
  const lanes = createLanes();
  const ready: Work[] = []; // results whose lane is already theirs
  let shards: readonly ShardFence[] = [];
  let effects: EffectRunner | undefined;
  let cursor = 0n;
  let sweepFrom = 0n;
  let batches = 0;
  let reading = false;
  let readAgain = false;
  let stopped = true;
  let outageUntilMs = 0;
  let sweepTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let idle: (() => void) | undefined;

  const now = () => performance.now();

  const addDeliveries = (deliveries: readonly DeliveryRecord[]) => {
    for (const delivery of deliveries) {
      if (!lanes.add({ kind: "delivery", delivery })) continue;
      if (delivery.dueInMs > 0)
        lanes.putBack({ kind: "delivery", delivery }, now() + delivery.dueInMs);
    }
  };

  const read = async (afterId: bigint): Promise<readonly DeliveryRecord[]> => {
    const limit = Math.min(limits.readMax, limits.heldMax - lanes.heldDeliveries());
    if (limit <= 0 || shards.length === 0) return [];
    const exceptIds = lanes.heldDeliveryIds();
    return store.readDeliveries({ shards, afterId: afterId.toString(), exceptIds, limit });
  };

  /** New rows, by their ids. */
  const readNew = async (): Promise<boolean> => {
    const rows = await read(cursor);
    const last = rows.at(-1);
    if (last !== undefined) cursor = BigInt(last.id);
    addDeliveries(rows);
    return rows.length >= limits.readMax;
  };

  /** Rows below the cursor that are not held: committed late, skipped in a full lane, or of a shard just taken. */
  const sweep = async (): Promise<void> => {
    const rows = await read(sweepFrom);
    addDeliveries(rows);
    const last = rows.at(-1);
    sweepFrom = last !== undefined && rows.length >= limits.readMax ? BigInt(last.id) : 0n;
    if (last !== undefined && BigInt(last.id) > cursor) cursor = BigInt(last.id);
    const timers = await store.dueTimers(
      shards.map(({ shard }) => shard),
      limits.readMax,
    );
    for (const timer of timers) lanes.add({ kind: "timer", timer });
  };

  const fill = async (alsoSweep: boolean): Promise<void> => {
    if (reading || stopped) {
      readAgain = true;
      return;
    }
    reading = true;
    try {
      if (alsoSweep) await sweep();
      let more = true;
      while (more && !stopped && now() >= outageUntilMs) {
        readAgain = false;
        more = await readNew();
        pump();
        more = (more || readAgain) && lanes.heldDeliveries() < limits.heldMax;
      }
    } catch (error) {
      outage("deliveries could not be read", error);
    } finally {
      reading = false;
      pump();
    }
  };

  const pump = (): void => {
    while (batches < limits.batchesMax && now() >= outageUntilMs) {
      const works = [...ready.splice(0, limits.batchMax)];
      if (!stopped) works.push(...lanes.takeReady(limits.batchMax - works.length, now()));
      if (works.length === 0) break;
      batches += 1;
      void run(works).finally(() => {
        batches -= 1;
        refill();
        pump();
      });
    }
    scheduleDue();
    if (batches === 0 && ready.length === 0 && lanes.busyLanes() === 0) idle?.();
  };

  const refill = (): void => {
    const from = lanes.takeSkippedFrom();
    if (from !== undefined) {
      sweepFrom = from - 1n < sweepFrom || sweepFrom === 0n ? from - 1n : sweepFrom;
      void fill(true);
    } else if (readAgain && !reading) {
      void fill(false);
    }
  };

  const run = async (works: readonly Work[]): Promise<void> => {
    const batch: Exclude<Work, { kind: "replay" }>[] = [];
    for (const work of works) {
      if (work.kind === "replay") void runAside(work, () => replay(work));
      else if (work.kind === "delivery" && work.delivery.kind === "relay")
        void relay(work.delivery);
      else batch.push(work);
    }
    if (batch.length === 0) return;
    try {
      const hold = () => store.holdDeliveries(lanes.heldDeliveryIds(), false);
      const outcome = await runBatch(
        { env, store, prepareCharts: deps.prepareCharts },
        batch,
        hold,
      );
      for (const result of outcome.results) settle(result);
      effects?.start(outcome.effects);
    } catch (error) {
      outage("a batch could not be committed", error);
      for (const work of batch) retryLater(work);
    }
  };

  /** A result that could not be committed comes back as it is; anything else returns to its lane. */
  const retryLater = (work: Work): void => {
    if (work.kind === "relay-result") ready.push(work);
    else lanes.putBack(work, now() + HOLD_MS);
  };

  const settle = (result: BatchResult): void => {
    const { work } = result;
    notify(result);
    if (result.kind === "gone") lanes.finish(work);
    else if (result.kind === "held") hold(work, result.why);
    else settleCommitted(work, result.plan.commit);
  };

  const hold = (work: Work, why: string): void => {
    logger.warn("work is held", { lane: laneOf(work), why });
    if (work.kind === "timer")
      lanes.finish(work); // read again while it is due
    else lanes.putBack(asDelivery(work), now() + HOLD_MS);
  };

  const settleCommitted = (work: Work, commit: StepCommit | undefined): void => {
    const retry = commit?.settlements.find((settlement) => settlement.kind === "delivery-retry");
    if (retry !== undefined && (work.kind === "delivery" || work.kind === "relay-result")) {
      const { attempts, errors, delayMs } = retry;
      const delivery = { ...work.delivery, attempts, deliveries: attempts, errors };
      lanes.update(delivery);
      lanes.putBack({ kind: "delivery", delivery }, now() + delayMs);
      return;
    }
    lanes.finish(work);
    afterCommit(commit);
  };

  const afterCommit = (commit: StepCommit | undefined): void => {
    if (commit === undefined) return;
    if (commit.cancelledEffects.length > 0) {
      effects?.cancel(commit.machineId, commit.subject, commit.cancelledEffects);
    }
    for (const timer of commit.timers) wakeIn(timer.delayMs);
    if (commit.events.length > 0) void fill(false);
  };

  const notify = (result: BatchResult): void => {
    try {
      deps.onResult?.(result);
    } catch (error) {
      logger.warn("a hook threw", { error });
    }
  };

  const relay = async (delivery: DeliveryRecord): Promise<void> => {
    const outcome = await publish(deps.relays.get(delivery.sink), delivery);
    ready.push({ kind: "relay-result", delivery, outcome });
    pump();
  };

  const runAside = async (work: Work, task: () => Promise<void>): Promise<void> => {
    try {
      await task();
      lanes.finish(work);
    } catch (error) {
      logger.error("an operator's command failed", { lane: laneOf(work), error });
      lanes.finish(work);
    }
    pump();
  };

  const replay = async (work: Extract<Work, { kind: "replay" }>): Promise<void> => {
    effects?.start(await deps.runReplay(work));
    void fill(true);
  };

  const outage = (message: string, error: unknown): void => {
    outageUntilMs = now() + OUTAGE_WAIT_MS;
    logger.warn(message, { error });
    setTimeout(() => {
      if (!stopped) void fill(true);
    }, OUTAGE_WAIT_MS).unref();
  };

  const wakeIn = (delayMs: number): void => {
    const atMs = now() + delayMs;
    if (stopped || atMs >= wakeAtMs) return;
    wakeAtMs = atMs;
    clearTimeout(wakeTimer);
    wakeTimer = setTimeout(
      () => {
        wakeAtMs = Number.POSITIVE_INFINITY;
        void fill(true);
      },
      Math.min(delayMs + 1, 2 ** 31 - 1),
    );
    wakeTimer.unref();
  };

  const scheduleDue = (): void => {
    const next = lanes.nextDueMs(now());
    if (next !== undefined) wakeIn(Math.max(0, next - now()));
  };

  return {
    setShards(next) {
      const keep = new Set(next.map((fence) => `${fence.shard}:${fence.token}`));
      const lost = new Set(
        shards
          .filter((fence) => !keep.has(`${fence.shard}:${fence.token}`))
          .map(({ shard }) => shard),
      );
      const gained = next.length > shards.length - lost.size;
      shards = next;
      if (lost.size > 0) lanes.dropShards(lost);
      if (gained) {
        sweepFrom = 0n;
        void fill(true);
      }
    },
    idleAmong: (candidates) => candidates.filter((shard) => !lanes.isBusyIn(shard)),
    poke: () => void fill(false),
    add(work) {
      lanes.add(work);
      pump();
    },
    onEffectResult(effect, outcome) {
      lanes.add({ kind: "effect-result", effect, outcome });
      pump();
    },
    wakeIn,
    start(runner) {
      effects = runner;
      stopped = false;
      sweepTimer = setInterval(() => void fill(true), limits.sweepMs);
      void fill(true);
    },
    async stop() {
      stopped = true;
      clearInterval(sweepTimer);
      clearTimeout(wakeTimer);
      if (batches === 0 && ready.length === 0 && lanes.busyLanes() === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
    counts: () => ({ held: lanes.heldDeliveries(), busy: lanes.busyLanes() }),
  };
}

/** What a lane keeps of a relay's result is the delivery it was about. */
function asDelivery(work: Work): Work {
  return work.kind === "relay-result" ? { kind: "delivery", delivery: work.delivery } : work;
}

async function publish(
  relay: RelayPublish | undefined,
  delivery: DeliveryRecord,
): Promise<EffectOutcome> {
  if (relay === undefined) {
    return { kind: "failed", error: new Error(`this worker has no relay '${delivery.sink}'`) };
  }
  const signal = AbortSignal.timeout(RELAY_TIMEOUT_MS);
  try {
    const { topic, envelope, subject } = delivery;
    await Promise.race([
      relay({ topic, envelope, subject, signal }),
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
      ),
    ]);
    return { kind: "answered", output: null };
  } catch (error) {
    return { kind: "failed", error };
  }
}
