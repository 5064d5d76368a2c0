import type { BatchResult } from "../dispatcher/batch.ts";
import {
  createDispatcher,
  DEFAULT_LIMITS,
  type DispatcherLimits,
} from "../dispatcher/dispatcher.ts";
import { createEffectRunner } from "../effects/effect-runner.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import { runReplay } from "../operations/replayer.ts";
import type { Project } from "../projects/define-project.ts";
import { createCommandPoller } from "./command-poller.ts";
import { createEngineParts } from "./engine-parts.ts";
import { every, type Repeated } from "./every.ts";
import { createShardKeeper } from "./shard-keeper.ts";

/** How often the engine looks after itself. */
export interface EngineTimings {
  readonly balanceMs: number;
  readonly effectLeaseMs: number;
  readonly claimMs: number;
  readonly upkeepMs: number;
}

export const DEFAULT_TIMINGS: EngineTimings = {
  balanceMs: 2_500,
  effectLeaseMs: 15_000,
  claimMs: 1_000,
  upkeepMs: 600_000,
};

const DEFAULT_EFFECT_CONCURRENCY = 256;

export interface EngineOptions {
  readonly project: Project;
  /** The registered current versions of the project's charts. */
  readonly charts: readonly ChartRecord[];
  readonly stores: EngineStores;
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

/** One worker's engine: dispatcher, effects, timers and operators' commands of one project. */
export interface Engine {
  start(): Promise<void>;
  /** Finish what is held within the deadline, hand back the rest. May be repeated. */
  stop(deadlineMs?: number): Promise<void>;
  counts(): { readonly held: number; readonly busy: number; readonly shards: number };
}

const DEFAULT_STOP_MS = 10_000;

/**
 * Put an engine together.
 *
 * @throws {InvalidChartError} if a chart does not fit its logic
 */
export function createEngine(options: EngineOptions): Engine {
  const { stores, logger } = options;
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const { env, prepareCharts, relays, replays } = createEngineParts(options);

  const dispatcher = createDispatcher({
    env,
    store: stores.lanes,
    prepareCharts,
    relays,
    logger,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    runReplay: async ({ command }) => {
      const letter = await stores.commands.findLetter(command.target.letterId ?? "");
      return letter === undefined ? [] : runReplay(replays, command, letter);
    },
    ...(options.onResult === undefined ? {} : { onResult: options.onResult }),
  });
  const effects = createEffectRunner({
    env,
    store: stores.effects,
    logger,
    concurrency: options.effectConcurrency ?? DEFAULT_EFFECT_CONCURRENCY,
    onResult: (effect, outcome) => dispatcher.onEffectResult(effect, outcome),
    onPutOff: (delayMs) => claims.runIn(delayMs),
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
    ...replays,
    logger,
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
  const repeated: readonly Repeated[] = [
    balances,
    every(timings.claimMs, () => commands.poll(), logger, "commands could not be read"),
    every(timings.upkeepMs, () => upkeep(stores), logger, "upkeep failed"),
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
    const deadline = startDeadline(deadlineMs);
    for (const task of repeated) task.stop();
    await listening?.close();
    await Promise.race([dispatcher.drain(), deadline.reached]);
    // From here on others may take over: calls that still run end under their own leases.
    await leave(stores, logger);
    await effects.stop(deadline.leftMs());
    await Promise.race([dispatcher.settled(), deadline.reached]);
    await effects.stop(0); // what the last results asked for is handed on, too
    renewals.stop();
  };

  return {
    async start() {
      await stores.workers.register(registration);
      dispatcher.start(effects);
      listening = await stores.wakeUps.listen(
        (about) => {
          if (about === "workers") return balances.runIn(0);
          dispatcher.poke();
          commands.wake();
        },
        (backendPid) => {
          stores.workers.register({ ...registration, backendPid }).catch((error: unknown) => {
            logger.warn("worker could not be registered", { error });
          });
        },
      );
      await shards.balance();
      for (const task of [...repeated, renewals]) task.start();
    },
    stop(deadlineMs = DEFAULT_STOP_MS) {
      stopping ??= stop(deadlineMs);
      return stopping;
    },
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

async function upkeep({ upkeep: store }: EngineStores): Promise<void> {
  await store.ensurePartitions();
  while ((await store.forgetExpiredReceipts()) > 0);
}
