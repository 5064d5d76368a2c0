import type { BatchResult } from "../dispatcher/batch.ts";
import { createDeliveryClaim } from "../dispatcher/delivery-claim.ts";
import { createLanes } from "../dispatcher/lanes.ts";
import { createTimerReader } from "../dispatcher/timer-reader.ts";
import { createEffectRunner } from "../effects/effect-runner.ts";
import { createLostCalls } from "../effects/lost-calls.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { createChangeSignal } from "../kernel/change-signal.ts";
import { systemClock } from "../kernel/clock.ts";
import { InvalidConfigError } from "../kernel/errors.ts";
import { announceLetters } from "./announce-letters.ts";
import { createCommandPoller } from "./command-poller.ts";
import { createEngineParts, type EnginePartsOptions } from "./engine-parts.ts";
import { NotQuietError } from "./errors.ts";
import { handleEnvelope } from "./handle-envelope.ts";
import { createLaneStock } from "./lane-stock.ts";
import { createProjectSinks } from "./project-sinks.ts";
import { type RoundContext, runRound } from "./round.ts";
import {
  createTally,
  EMPTY_RESULT,
  type HandleOutcome,
  isQuiet,
  joinResults,
  type RunResult,
} from "./run-result.ts";
import { createShardKeeper } from "./shard-keeper.ts";

/** Service calls at once in a run by hand. */
export const DEFAULT_CONCURRENCY = 16;
export const DEFAULT_DELIVERIES_MAX = 1_000;
export const DEFAULT_ROUNDS_MAX = 1_000;
/** Deliveries held, and as many due timers. */
const HELD_MAX = 10_000;
const TIMERS_READ_MAX = 500;

/** Service calls that wait for a simulated clock: nothing comes of them before it moves. */
export interface Sleepers {
  count(): number;
  /** @param listener - called whenever a call begins to wait */
  onSleep(listener: () => void): void;
}

/** The clock decides what waits in the lanes; the stores' own decides what they hand out. */
export interface OnceRunnerOptions extends EnginePartsOptions {
  /** Service calls at once; default 16. */
  readonly concurrency?: number;
  /** Envelopes handled in one run; default 1,000. */
  readonly deliveriesMax?: number;
  readonly sleepers?: Sleepers;
  /** Ids of envelopes that were recorded since the last call and that nobody takes. */
  readonly takeIgnored?: () => readonly string[];
  /** Told of each piece of work that ended; a hook that throws changes nothing. */
  readonly onResult?: (result: BatchResult) => void;
}

/**
 * Drives an engine's work by hand: the same plans, lanes, commits and service calls as the worker's loop, but only when
 * asked to, and until what was asked for is done. For a task runner, a cron job, and unit tests.
 */
export interface OnceRunner {
  /**
   * Do what is due now: the envelopes that wait, service calls, timers, operators' commands, and what follows from them
   * but for envelopes that they publish. Waits for the service calls, unless all of them wait for a simulated clock.
   * Asked for while it runs, it runs again afterwards.
   *
   * @throws {StoreUnavailableError} if not even the shards can be read; an outage later ends the run, nothing is counted
   */
  runOnce(): Promise<RunResult>;
  /**
   * Record one envelope, or a text that claims to be one, and run once. A text that is none, or an envelope that cannot be
   * stored, is a dead letter. Its lane's order, inbox and leases hold as for any other: a lane that another worker holds is
   * left to it.
   *
   * @param topic - default: the first topic on which a route takes its type, else the project's first
   * @returns the least fortunate outcome if several take it
   * @throws {StoreUnavailableError} if it could not be recorded; never on account of the envelope
   */
  handle(envelope: Envelope | string, topic?: string): Promise<HandleOutcome>;
  /**
   * Run again and again until a run finds nothing to do.
   *
   * @throws {NotQuietError} if there is still something to do after `maxRounds` runs
   * @throws {InvalidConfigError} if `maxRounds` is no integer of at least 1
   */
  runUntilQuiet(options?: { readonly maxRounds?: number }): Promise<RunResult>;
  /** When work waits in the lanes until a time, that time; the stores know of more. */
  nextDueMs(): number | undefined;
}

/**
 * The worker has to be registered with the stores.
 *
 * @throws {InvalidChartError} if a chart does not fit its logic
 * @throws {InvalidConfigError} if `concurrency` or `deliveriesMax` is no integer of at least 1
 */
export function createOnceRunner(options: OnceRunnerOptions): OnceRunner {
  const sinks = createProjectSinks(options.project, options.logger, options.onResult);
  const context = createRoundContext(options, sinks.onResult);
  let last: Promise<unknown> = Promise.resolve();

  const round = async (): Promise<RunResult> => {
    const tally = createTally();
    for (const id of options.takeIgnored?.() ?? []) tally.ignore(id);
    await runRound(context, tally);
    // The process may end after a run. On a simulated clock a sink may wait for it to be moved, which is up to the test.
    if (options.sleepers === undefined) await sinks.settled();
    return tally.result();
  };
  /** A round that began in between would settle what another handed in. */
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
  const runOnce = () => inTurn(round);

  const { parts, stores } = context;
  const handling = {
    ...{ project: options.project, stores, capture: parts.env.capture },
    ...{ clock: parts.env.clock, round },
  };

  return {
    runOnce,
    handle: (envelope, topic) => inTurn(() => handleEnvelope(handling, envelope, topic)),
    async runUntilQuiet({ maxRounds = DEFAULT_ROUNDS_MAX } = {}) {
      requireCount("maxRounds", maxRounds);
      let total = EMPTY_RESULT;
      for (let rounds = 0; rounds < maxRounds; rounds += 1) {
        const result = await runOnce();
        total = joinResults(total, result);
        if (isQuiet(result)) return total;
      }
      throw new NotQuietError(maxRounds);
    },
    nextDueMs: () => context.lanes.nextDueMs(context.nowMs()),
  };
}

function createRoundContext(
  options: OnceRunnerOptions,
  notify: RoundContext["notify"],
): RoundContext {
  const { logger, clock = systemClock, timers, random, sleepers } = options;
  const { concurrency = DEFAULT_CONCURRENCY, deliveriesMax = DEFAULT_DELIVERIES_MAX } = options;
  requireCount("concurrency", concurrency);
  requireCount("deliveriesMax", deliveriesMax);
  const lost = createLostCalls(options.stores);
  const stores = announceLetters(options.project, lost.stores, options.clock);
  const parts = createEngineParts({ ...options, stores });
  const nowMs = () => clock.now().getTime();
  const changes = createChangeSignal();
  const lanes = createLanes();
  const effects = createEffectRunner({
    env: parts.env,
    prepareCharts: parts.prepareCharts,
    store: stores.effects,
    logger,
    concurrency,
    onResult: (effect, outcome) => lanes.add({ kind: "effect-result", effect, outcome }),
    onPutOff: () => undefined,
    onEnded: changes.raise,
    ...(timers === undefined ? {} : { timers }),
    ...(random === undefined ? {} : { random }),
  });
  const commands = createCommandPoller({
    ...parts.operations,
    logger,
    heldShards: () => keeper.held(),
    dispatcher: lanes,
    onEffects: () => undefined,
  });
  const stock = createLaneStock(stores.lanes, lanes, nowMs, HELD_MAX);
  const keeper = createShardKeeper(stores.workers, {
    idleAmong: (shards) => shards.filter((shard) => !lanes.isBusyIn(shard)),
    setShards: stock.setShards,
  });
  sleepers?.onSleep(changes.raise);
  return {
    parts,
    stores,
    lanes,
    stock,
    timers: createTimerReader(stores.lanes, lanes, { readMax: TIMERS_READ_MAX, heldMax: HELD_MAX }),
    keeper,
    claim: createDeliveryClaim(stores.lanes),
    lost,
    effects: lost.startThrough(effects),
    pollCommands: commands.poll,
    isAwaitingCalls: () => concurrency - effects.room() > (sleepers?.count() ?? 0),
    changes,
    nowMs,
    deliveriesMax,
    logger,
    notify,
  };
}

function requireCount(setting: string, value: unknown): void {
  if (Number.isInteger(value) && (value as number) >= 1) return;
  const found = JSON.stringify(value);
  throw new InvalidConfigError(setting, `must be an integer of at least 1, got ${found}`);
}
