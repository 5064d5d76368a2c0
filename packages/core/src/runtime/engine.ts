import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { backoffMs } from "../dispatcher/backoff.ts";
import type { BatchResult } from "../dispatcher/batch.ts";
import { DEFAULT_CAUSATION_DEPTH_MAX } from "../dispatcher/causation-depth.ts";
import {
  createDispatcher,
  DEFAULT_LIMITS,
  type DispatcherLimits,
} from "../dispatcher/dispatcher.ts";
import { createMachineCatalog } from "../dispatcher/machine-catalog.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import { createEffectRunner } from "../effects/effect-runner.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import { runReplay } from "../operations/replayer.ts";
import type { Project } from "../projects/define-project.ts";
import { createCommandPoller } from "./command-poller.ts";
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
  const { project, stores, keys, logger } = options;
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const capture = createLetterCapture(project.machines, keys);
  const catalog = createMachineCatalog(
    project.machines,
    options.charts,
    stores.charts,
    (machineId) => (value) => capture.redact(value, machineId).value,
  );
  const env: PlanEnvironment = {
    project: project.name,
    machines: catalog,
    capture,
    clock: options.clock ?? systemClock,
    newId: () => newId(),
    causationDepthMax: project.causationDepthMax ?? DEFAULT_CAUSATION_DEPTH_MAX,
    retryDelayMs: (attempts) => backoffMs(attempts),
  };
  const prepareCharts = (ids: readonly number[]) => catalog.prepare(ids);
  const letters = {
    env,
    lanes: stores.lanes,
    commands: stores.commands,
    routes: project.routes,
    keys,
    prepareCharts,
  };

  const dispatcher = createDispatcher({
    env,
    store: stores.lanes,
    prepareCharts,
    relays: new Map((project.relays ?? []).map((relay) => [relay.name, relay.publish])),
    logger,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    runReplay: async ({ command }) => {
      const letter = await stores.commands.findLetter(command.target.letterId ?? "");
      return letter === undefined ? [] : runReplay(letters, command, letter);
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
  const claimEffects = async () => {
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
    ...letters,
    logger,
    dispatcher,
    onEffects: () => claims.runIn(0),
  });
  const repeated: readonly Repeated[] = [
    every(timings.balanceMs, () => shards.balance(), logger, "shards could not be balanced"),
    every(timings.effectLeaseMs / 3, () => effects.renew(), logger, "leases could not be renewed"),
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
    for (const task of repeated) task.stop();
    await listening?.close();
    await Promise.all([dispatcher.stop(), effects.stop(deadlineMs)]);
    await stores.workers.leave();
  };

  return {
    async start() {
      await stores.workers.register(registration);
      dispatcher.start(effects);
      listening = await stores.wakeUps.listen(
        () => {
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
      for (const task of repeated) task.start();
    },
    stop(deadlineMs = DEFAULT_STOP_MS) {
      stopping ??= stop(deadlineMs);
      return stopping;
    },
    counts: () => ({ ...dispatcher.counts(), shards: shards.held().length }),
  };
}

async function upkeep({ upkeep: store }: EngineStores): Promise<void> {
  await store.ensurePartitions();
  while ((await store.forgetExpiredReceipts()) > 0);
}
