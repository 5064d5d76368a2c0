import { type BatchResult, runBatch } from "../dispatcher/batch.ts";
import type { DeliveryClaim } from "../dispatcher/delivery-claim.ts";
import type { Lanes } from "../dispatcher/lanes.ts";
import { publishRelay } from "../dispatcher/publish-relay.ts";
import { settleResult } from "../dispatcher/settle-result.ts";
import type { Work } from "../dispatcher/work.ts";
import type { EffectRunner } from "../effects/effect-runner.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { DeliveryRecord } from "../engine/records.ts";
import type { Logger } from "../kernel/logger.ts";
import { runReplay } from "../operations/replayer.ts";
import type { ChangeSignal } from "./change-signal.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { LaneStock } from "./lane-stock.ts";
import type { Tally } from "./run-result.ts";
import type { ShardKeeper } from "./shard-keeper.ts";

const BATCH_MAX = 200;
const TIMERS_MAX = 500;
/** Wait before work is tried again that could not be run here or now. */
const HOLD_MS = 500;

type ReplayWork = Extract<Work, { readonly kind: "replay" }>;
type BatchWork = Exclude<Work, ReplayWork>;

/** What a round works with; lanes and calls live on from one round to the next. */
export interface RoundContext {
  readonly parts: EngineParts;
  readonly stores: EngineStores;
  readonly lanes: Lanes;
  readonly stock: LaneStock;
  readonly keeper: ShardKeeper;
  readonly claim: DeliveryClaim;
  readonly effects: EffectRunner;
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
  const shards = await takeStock(context);
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
async function takeStock(context: RoundContext): Promise<readonly number[]> {
  const { stores, lanes, effects, stock, keeper } = context;
  await keeper.balance();
  const shards = keeper.held();
  await effects.renew(lanes.heldEffectIds());
  await stock.take();
  for (const timer of await stores.lanes.dueTimers(shards, TIMERS_MAX)) {
    lanes.add({ kind: "timer", timer });
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
    if (work.kind === "replay") await replay(context, tally, work);
    else batch.push(work);
  }
  if (batch.length === 0) return true;
  try {
    const deliveries = batch.flatMap((work) => ("delivery" in work ? [work.delivery] : []));
    await inClaim(context, deliveries, () => commit(context, tally, batch));
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
  const offered = await Promise.all(batch.map((work) => offerIfRelay(parts, work)));
  const deps = { env, store: stores.lanes, prepareCharts };
  const outcome = await runBatch(deps, offered, async () => undefined);
  for (const result of outcome.results) {
    settleResult({ lanes, effects, nowMs: nowMs(), holdMs: HOLD_MS }, result);
    if (result.kind === "gone" && "delivery" in result.work) stock.discard();
    tally.add(result);
    notify(result);
  }
  effects.start(outcome.effects);
}

async function offerIfRelay({ relays }: EngineParts, work: BatchWork): Promise<BatchWork> {
  if (work.kind !== "delivery" || work.delivery.kind !== "relay") return work;
  const { delivery } = work;
  const outcome = await publishRelay(relays.get(delivery.sink), delivery);
  return { kind: "relay-result", delivery, outcome };
}

/** One that may have ended a worker is taken alone, and is said to be. */
async function inClaim(
  { claim }: RoundContext,
  deliveries: readonly DeliveryRecord[],
  task: () => Promise<void>,
): Promise<void> {
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

async function replay(context: RoundContext, tally: Tally, work: ReplayWork): Promise<void> {
  const { stores, parts, effects, lanes, logger } = context;
  const { command } = work;
  try {
    const letter = await stores.commands.findLetter(command.target.letterId ?? "");
    if (letter !== undefined) effects.start(await runReplay(parts.replays, command, letter));
  } catch (error) {
    // Left claimed: it is taken again when its lease ends.
    logger.warn("a command could not be performed", { commandId: command.id, error });
  }
  lanes.finish(work);
  tally.step();
}
