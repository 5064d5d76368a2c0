import type { BatchResult } from "../dispatcher/batch.ts";
import { createDispatcher } from "../dispatcher/dispatcher.ts";
import { DEFAULT_LIMITS, type DispatcherLimits } from "../dispatcher/dispatcher-limits.ts";
import { createEffectRunner } from "../effects/effect-runner.ts";
import { createLostCalls } from "../effects/lost-calls.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import type { FeedStores } from "../feeds/feed-stores.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import { groupCommits } from "../operations/group-commits.ts";
import { advanceJobs, hasMoved } from "../operations/jobs/advance-jobs.ts";
import { runCommand } from "../operations/run-command.ts";
import type { Project } from "../projects/define-project.ts";
import { abortEnded } from "./abort-ended.ts";
import { announceLetters } from "./announce-letters.ts";
import { createCommandPoller } from "./command-poller.ts";
import { createEngineFeeds } from "./engine-feeds.ts";
import { createEngineIntakes } from "./engine-intakes.ts";
import { createEngineParts } from "./engine-parts.ts";
import { every, type Repeated } from "./every.ts";
import { createProjectSinks } from "./project-sinks.ts";
import { promoteScheduled } from "./promote-scheduled.ts";
import { type EngineRetention, retentionOf } from "./retention-of.ts";
import { createShardKeeper } from "./shard-keeper.ts";
import { doUpkeep } from "./upkeep.ts";

/** How often the engine looks after itself. */
export interface EngineTimings {
  readonly balanceMs: number;
  readonly effectLeaseMs: number;
  readonly claimMs: number;
  readonly upkeepMs: number;
}

/** How often and how long where a worker is told nothing: leases of calls last 15 s, shards are shared out anew every 2.5 s. */
export const DEFAULT_TIMINGS: EngineTimings = {
  balanceMs: 2_500,
  effectLeaseMs: 15_000,
  claimMs: 1_000,
  upkeepMs: 600_000,
};

export const DEFAULT_EFFECT_CONCURRENCY = 256;
/** Between looks at a bulk replay that moves: letters end in milliseconds. */
const JOB_LOOK_MS = 50;
/** Between adding up what was counted; whoever reads counts meanwhile sees what is not added up yet, too. */
const FOLD_MS = 5_000;
/** A third of a minute, of each of which one record is kept: so that a worker that is late still meets it. */
const RECORD_MS = 20_000;
/** Reads add up what changed since: some thousand rows at the very most. */
const TALLY_MS = 15_000;
/** Time for the server to end what it was told by a session that broke, before its calls are looked for. */
const DOUBT_WAIT_MS = 500;

export interface EngineOptions {
  readonly project: Project;
  /** The registered current versions of the project's charts. */
  readonly charts: readonly ChartRecord[];
  readonly stores: EngineStores;
  /** For projects with feeds. */
  readonly feeds?: FeedStores;
  /** What is over and how long it is kept; undefined: everything is kept for ever. */
  readonly retention?: EngineRetention;
  /** Undefined: originals of dead letters are not kept. */
  readonly keys: SealKeyRing | undefined;
  readonly logger: Logger;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly clock?: Clock;
  readonly limits?: Partial<DispatcherLimits>;
  readonly timings?: Partial<EngineTimings>;
  readonly effectConcurrency?: number;
  readonly onResult?: (result: BatchResult) => void;
}

/** One worker's engine: dispatcher, effects, timers, feeds and operators' commands of one project. */
export interface Engine {
  /** @throws whatever keeps it from running; then it is stopped, and cannot be started again */
  start(): Promise<void>;
  /** Finish what is held within the deadline, hand back the rest. May be repeated. */
  stop(deadlineMs?: number): Promise<void>;
  counts(): { readonly held: number; readonly busy: number; readonly shards: number };
}

export const DEFAULT_STOP_MS = 10_000;

/**
 * Put an engine together.
 *
 * @throws {InvalidChartError} if a chart does not fit its logic
 * @throws {InvalidConfigError} if the project has feeds and the stores lack what they need
 */
export function createEngine(options: EngineOptions): Engine {
  const { logger } = options;
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const lost = createLostCalls(options.stores, () => claims.runIn(DOUBT_WAIT_MS));
  const stores = announceLetters(options.project, lost.stores, options.clock);
  const { env, prepareCharts, relays, ...parts } = createEngineParts({ ...options, stores });
  const operations = { ...parts.operations, lanes: groupCommits(stores.lanes) };
  const sinks = createProjectSinks(options.project, logger, options.onResult);

  const dispatcher = createDispatcher({
    env,
    store: stores.lanes,
    prepareCharts,
    relays,
    logger,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    runCommand: async ({ command }) =>
      abortEnded(effects, await runCommand(operations, command)).effects,
    onResult: sinks.onResult,
  });
  const runner = createEffectRunner({
    env,
    prepareCharts,
    store: stores.effects,
    logger,
    concurrency: options.effectConcurrency ?? DEFAULT_EFFECT_CONCURRENCY,
    onResult: (effect, outcome) => dispatcher.onEffectResult(effect, outcome),
    onPutOff: (delayMs) => claims.runIn(delayMs),
    onSuspect: () => dispatcher.wake(),
  });
  const effects = lost.startThrough(runner);
  const feeds = createEngineFeeds(options);
  const intakes = createEngineIntakes({
    ...{ project: options.project, stores, capture: env.capture, logger },
    clock: env.clock,
  });
  const shards = createShardKeeper(stores.workers, dispatcher);
  let renewedAtMs = performance.now();
  const renewEffects = async () => {
    await effects.renew(dispatcher.heldEffectIds());
    renewedAtMs = performance.now();
  };
  const claimEffects = async () => {
    // After an outage our own leases may have run out: what we hold is not to be claimed by us again.
    if (performance.now() - renewedAtMs > timings.effectLeaseMs / 2) await renewEffects();
    effects.start(await lost.find([...effects.heldIds(), ...dispatcher.heldEffectIds()]));
    const room = effects.room();
    const held = shards.held();
    if (room > 0 && held.length > 0) effects.start(await stores.effects.claimEffects(held, room));
  };
  const claims: Repeated = every(
    timings.claimMs,
    claimEffects,
    logger,
    "service calls could not be claimed",
  );
  const commands = createCommandPoller({
    ...operations,
    logger,
    heldShards: () => shards.held(),
    dispatcher,
    onEffects: () => claims.runIn(0),
  });
  const renewals: Repeated = every(
    timings.effectLeaseMs / 3,
    renewEffects,
    logger,
    "leases could not be renewed",
  );
  const balances: Repeated = every(
    timings.balanceMs,
    () => shards.balance(),
    logger,
    "shards could not be balanced",
  );
  const promotions: Repeated = every(
    timings.claimMs,
    async () => promotions.runIn((await promoteScheduled(stores.schedule)) ?? timings.claimMs),
    logger,
    "scheduled events could not be published",
  );
  const stopped = new AbortController();
  const jobs: Repeated = every(
    timings.claimMs,
    async () => {
      if ((await advanceJobs(stores.jobs)).some(hasMoved)) jobs.runIn(JOB_LOOK_MS);
    },
    logger,
    "bulk replays could not be looked at",
  );
  const upkeep = () => doUpkeep(stores.upkeep, options.project.letterRetention, logger);
  const repeated: readonly Repeated[] = [
    balances,
    promotions,
    every(timings.claimMs, () => commands.poll(), logger, "commands could not be read"),
    jobs,
    every(TALLY_MS, () => stores.upkeep.foldTallies(), logger, "tallies could not be folded"),
    every(timings.upkeepMs, () => upkeep(), logger, "upkeep failed"),
    every(FOLD_MS, () => stores.upkeep.foldCounts(), logger, "counts could not be added up"),
    every(RECORD_MS, () => stores.upkeep.recordPipes(), logger, "pipes could not be recorded"),
    retentionOf(options.retention, timings.upkeepMs, logger, stopped.signal),
    claims,
  ];
  const registration = {
    host: options.host,
    pid: options.pid,
    version: options.version,
    machines: options.charts.map(({ machineId, version }) => ({ machineId, version })),
  };
  let listening: { close(): Promise<void> } | undefined;
  let stopping: Promise<void> | undefined;

  const stop = async (deadlineMs: number): Promise<void> => {
    stopped.abort();
    const deadline = startDeadline(deadlineMs);
    const balanced = balances.stop();
    const quiet = Promise.all(repeated.map((task) => task.stop()));
    await listening?.close();
    const intakesStopped = intakes.stop(); // what it recorded meanwhile waits for another worker
    const feedsStopped = feeds.stop(deadline.leftMs());
    await Promise.race([dispatcher.drain(), deadline.reached]);
    await Promise.race([balanced, deadline.reached]); // one under way would take shards again
    // From here on others may take over: calls that still run end under their own leases.
    await leave(stores, logger);
    await effects.stop(deadline.leftMs());
    await Promise.race([dispatcher.settled(), deadline.reached]);
    await effects.stop(0); // what the last results asked for is handed on, too
    await Promise.race([sinks.settled(), deadline.reached]);
    await feedsStopped;
    await Promise.race([intakesStopped, deadline.reached]);
    await Promise.race([Promise.all([quiet, renewals.stop()]), deadline.reached]);
  };

  const begin = async (): Promise<void> => {
    await stores.workers.register(registration);
    dispatcher.start(effects);
    listening = await stores.wakeUps.listen(
      (about) => {
        if (about === "workers") return balances.runIn(0);
        if (typeof about === "object") return feeds.hint(about.topic);
        if (about !== "commands") dispatcher.poke();
        if (about === "deliveries") return;
        commands.wake();
        jobs.runIn(0);
      },
      (backendPid) => {
        feeds.hint(); // whatever was announced while nobody listened
        stores.workers.register({ ...registration, backendPid }).catch((error: unknown) => {
          logger.warn("worker could not be registered", { error });
        });
      },
    );
    await shards.balance();
    for (const task of [...repeated, renewals]) task.start();
    await feeds.start();
    intakes.start();
  };
  const end = (deadlineMs: number): Promise<void> => {
    stopping ??= stop(deadlineMs);
    return stopping;
  };

  return {
    async start() {
      try {
        await begin();
      } catch (error) {
        await end(0); // nothing of it may run on by itself
        throw error;
      }
    },
    stop: (deadlineMs = DEFAULT_STOP_MS) => end(deadlineMs),
    counts: () => ({ ...dispatcher.counts(), shards: shards.held().length }),
  };
}

async function leave({ workers }: EngineStores, logger: Logger): Promise<void> {
  try {
    await workers.leave();
  } catch (error) {
    logger.warn("could not leave: others take over when the leases run out", { error });
  }
}

function startDeadline(ms: number) {
  const atMs = performance.now() + ms;
  const reached = new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
  return { reached, leftMs: () => Math.max(0, atMs - performance.now()) };
}
