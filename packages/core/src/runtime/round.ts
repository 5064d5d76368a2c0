import { type BatchResult, runBatch } from "../dispatcher/batch.ts";
import type { DeliveryClaim } from "../dispatcher/delivery-claim.ts";
import { createInstanceCache } from "../dispatcher/instance-cache.ts";
import type { Lanes } from "../dispatcher/lanes.ts";
import { ALWAYS_EXPECTED } from "../dispatcher/redelivery-watch.ts";
import { createRelayRunner } from "../dispatcher/relay-runner.ts";
import { settleResult } from "../dispatcher/settle-result.ts";
import { timerAlone } from "../dispatcher/timer-alone.ts";
import type { TimerReader } from "../dispatcher/timer-reader.ts";
import { traceResults } from "../dispatcher/trace-work.ts";
import { isToRelay, type Work } from "../dispatcher/work.ts";
import type { EffectRunner } from "../effects/effect-runner.ts";
import type { LostCalls } from "../effects/lost-calls.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChangeSignal } from "../kernel/change-signal.ts";
import type { Logger } from "../kernel/logger.ts";
import { advanceJobs } from "../operations/jobs/advance-jobs.ts";
import { runCommand } from "../operations/run-command.ts";
import { abortEnded } from "./abort-ended.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { LaneStock } from "./lane-stock.ts";
import { promoteScheduled } from "./promote-scheduled.ts";
import type { Tally } from "./run-result.ts";
import type { ShardKeeper } from "./shard-keeper.ts";

const BATCH_MAX = 200;
/** Wait before work is tried again that could not be run here or now. */
const HOLD_MS = 500;
/** Others may have had a lane between two rounds: everything is read. */
const UNCACHED = { cache: createInstanceCache(0), redeliveries: ALWAYS_EXPECTED };

type CommandWork = Extract<Work, { readonly kind: "command" }>;
type BatchWork = Exclude<Work, CommandWork>;

/** What a round works with; lanes and calls live on from one round to the next. */
export interface RoundContext {
  readonly parts: EngineParts;
  readonly stores: EngineStores;
  readonly lanes: Lanes;
  readonly stock: LaneStock;
  readonly timers: TimerReader;
  readonly keeper: ShardKeeper;
  readonly claim: DeliveryClaim;
  readonly effects: EffectRunner;
  readonly lost: Pick<LostCalls<EngineStores>, "find">;
  readonly pollCommands: () => Promise<void>;
  /** Calls are under way of which something may come without a clock being moved. */
  readonly isAwaitingCalls: () => boolean;
  /** Raised when a call ends, or begins to wait for a clock to be moved. */
  readonly changes: ChangeSignal;
  readonly nowMs: () => number;
  readonly deliveriesMax: number;
  readonly logger: Logger;
  readonly notify: (result: BatchResult) => void;
}

/** One round: what is there when it begins, and what follows from it but for the envelopes it publishes. */
export async function runRound(context: RoundContext, tally: Tally): Promise<void> {
  const shards = await takeStock(context, tally);
  let room = context.deliveriesMax;
  for (;;) {
    const works = takeReady(context, room);
    room -= works.filter(({ kind }) => kind === "delivery").length;
    if (works.length > 0) {
      if (!(await perform(context, tally, works))) return;
    } else if (context.isAwaitingCalls()) {
      await context.changes.wait();
    } else if (!(await context.stock.refill()) && !(await claimCalls(context, shards))) {
      return;
    }
  }
}

/** @returns the shards held */
async function takeStock(context: RoundContext, tally: Tally): Promise<readonly number[]> {
  const { stores, lanes, timers, effects, lost, stock, keeper } = context;
  await promoteScheduled(stores.schedule);
  await keeper.balance();
  const shards = keeper.held();
  await effects.renew(lanes.heldEffectIds());
  effects.start(await lost.find([...effects.heldIds(), ...lanes.heldEffectIds()]));
  await stock.take();
  await timers.read(shards);
  if ((await advanceJobs(stores.jobs)).some(({ ended, handedOut }) => ended + handedOut > 0)) {
    tally.step();
  }
  await context.pollCommands();
  return shards;
}

/** @returns whether there were any */
async function claimCalls(
  { stores, effects }: RoundContext,
  shards: readonly number[],
): Promise<boolean> {
  const room = effects.room();
  const claimed = room === 0 ? [] : await stores.effects.claimEffects(shards, room);
  effects.start(claimed);
  return claimed.length > 0;
}

/** @param room - deliveries that may still be handled; without any, only the results of calls are */
function takeReady(context: RoundContext, room: number): readonly Work[] {
  const { lanes, nowMs, isAwaitingCalls } = context;
  if (room <= 0) return lanes.takeReady(BATCH_MAX, nowMs(), "results");
  const ready = lanes.takeReady(Math.min(room, BATCH_MAX), nowMs());
  if (ready.length > 0 || isAwaitingCalls()) return ready;
  const suspect = lanes.findSuspect(nowMs());
  return suspect === undefined ? [] : [lanes.take(suspect)];
}

/** @returns false if the stores are out of reach */
async function perform(
  context: RoundContext,
  tally: Tally,
  works: readonly Work[],
): Promise<boolean> {
  const batch: BatchWork[] = [];
  for (const work of works) {
    if (work.kind === "command") await carryOut(context, tally, work);
    else batch.push(work);
  }
  if (batch.length === 0) return true;
  try {
    await inClaim(context, batch, () => commit(context, tally, batch));
    return true;
  } catch (error) {
    context.logger.warn("a batch could not be committed", { error });
    putAllOff(context, tally, batch);
    return false;
  }
}

async function commit(
  context: RoundContext,
  tally: Tally,
  batch: readonly BatchWork[],
): Promise<void> {
  const { parts, stores, lanes, stock, effects, nowMs, notify } = context;
  const { env, prepareCharts } = parts;
  const offered = await offerRelays(parts, batch);
  const deps = { env, store: stores.lanes, prepareCharts, ...UNCACHED };
  const outcome = await runBatch(deps, offered, async () => undefined);
  traceResults(outcome.results);
  for (const result of outcome.results) {
    settleResult({ lanes, effects, nowMs: nowMs(), holdMs: HOLD_MS }, result);
    if (result.kind === "gone" && "delivery" in result.work) stock.discard();
    tally.add(result);
    notify(result);
  }
  effects.start(outcome.effects);
}

/** Envelopes for relays are offered first, and stand for what came of it. */
function offerRelays(
  { relays }: EngineParts,
  batch: readonly BatchWork[],
): Promise<readonly BatchWork[]> {
  const others = batch.filter((work) => !isToRelay(work));
  const deliveries = batch.filter(isToRelay).map(({ delivery }) => delivery);
  return new Promise((resolve) => {
    const offered: BatchWork[] = [];
    const settle = () => {
      if (offered.length === deliveries.length) resolve([...others, ...offered]);
    };
    const runner = createRelayRunner(relays, (delivery, outcome) => {
      offered.push({ kind: "relay-result", delivery, outcome });
      settle();
    });
    runner.offer(deliveries);
    settle();
  });
}

/** One that may have ended a worker is taken alone, and is said to be. */
async function inClaim(
  { claim, stores }: RoundContext,
  batch: readonly BatchWork[],
  task: () => Promise<void>,
): Promise<void> {
  const [only] = batch;
  if (only?.kind === "timer" && only.timer.deliveries > 1) {
    return timerAlone(stores.lanes, only.timer, task);
  }
  const deliveries = batch.flatMap((work) => ("delivery" in work ? [work.delivery] : []));
  const [first] = deliveries;
  if (first !== undefined && first.deliveries > first.attempts) return claim.alone(first.id, task);
  const ids = deliveries.map(({ id }) => id);
  await claim.begin(ids);
  try {
    await task();
  } finally {
    claim.end(ids);
  }
}

/** An outage is nobody's fault: nothing is counted, all of it is tried again. */
function putAllOff(
  { lanes, nowMs }: RoundContext,
  tally: Tally,
  batch: readonly BatchWork[],
): void {
  for (const work of batch) {
    lanes.putBack(work, nowMs() + HOLD_MS);
    if (work.kind === "delivery") tally.putOff(work.delivery);
  }
}

async function carryOut(context: RoundContext, tally: Tally, work: CommandWork): Promise<void> {
  const { parts, effects, lanes, logger } = context;
  const { command } = work;
  try {
    effects.start(abortEnded(effects, await runCommand(parts.operations, command)).effects);
  } catch (error) {
    // Left claimed: it is taken again when its lease ends.
    logger.warn("a command could not be performed", { commandId: command.id, error });
  }
  lanes.finish(work);
  tally.step();
}
