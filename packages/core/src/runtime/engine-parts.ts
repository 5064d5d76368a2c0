import { choreographyOfProject } from "../choreography/choreography-of-project.ts";
import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { backoffMs } from "../dispatcher/backoff.ts";
import { DEFAULT_CAUSATION_DEPTH_MAX } from "../dispatcher/causation-depth.ts";
import { createMachineCatalog } from "../dispatcher/machine-catalog.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import { relayAttemptsMax } from "../dispatcher/relay-runner.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import type { FeedStores } from "../feeds/feed-stores.ts";
import { type Clock, systemClock, systemTimers, type Timers } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { OperationDependencies } from "../operations/operation-dependencies.ts";
import { dataChecksOf, declaredChecksOf } from "../projects/data-schemas.ts";
import type { Project } from "../projects/define-project.ts";
import type { RelayDefinition } from "../projects/project.ts";
import { createFarSides } from "./far-sides.ts";

/** What an engine is made of, whoever drives it. */
export interface EnginePartsOptions {
  readonly project: Project;
  /** The registered current versions of the project's charts. */
  readonly charts: readonly ChartRecord[];
  readonly stores: EngineStores;
  /** For letters of feeds. */
  readonly feeds?: FeedStores;
  /** Limits calls of far sides in time. */
  readonly timers?: Timers;
  /** Undefined: originals of dead letters are not kept. */
  readonly keys: SealKeyRing | undefined;
  /** Told of machines that feed each other without end, as their charts stand. */
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Chance within [0, 1), for the waits between tries. */
  readonly random?: () => number;
}

/** How work is planned and where it comes from: the same for the worker's loop and for a run by hand. */
export interface EngineParts {
  readonly env: PlanEnvironment;
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly operations: OperationDependencies;
  readonly relays: ReadonlyMap<string, RelayDefinition>;
}

/**
 * Compile a project's machines and say how its work is planned.
 *
 * @throws {InvalidChartError} if a chart does not fit its logic
 */
export function createEngineParts(options: EnginePartsOptions): EngineParts {
  const { project, stores, keys, random, logger } = options;
  const capture = createLetterCapture(project, keys);
  const catalog = createMachineCatalog(
    project.machines,
    options.charts,
    stores.charts,
    (machineId) => (value) => capture.redact(value, machineId).value,
  );
  const relays = new Map((project.relays ?? []).map((relay) => [relay.name, relay]));
  const env: PlanEnvironment = {
    project: project.name,
    machines: catalog,
    capture,
    clock: options.clock ?? systemClock,
    newId: options.newId ?? (() => newId()),
    dataCheck: dataChecksOf(project),
    declaredCheck: declaredChecksOf(project),
    causationDepthMax: project.causationDepthMax ?? DEFAULT_CAUSATION_DEPTH_MAX,
    relayAttemptsMax: (relay) => relayAttemptsMax(relays.get(relay)),
    retryDelayMs: (attempts) => backoffMs(attempts, random),
  };
  warnOfCircles(project, logger);
  const prepareCharts = (ids: readonly number[]) => catalog.prepare(ids);
  const { lanes, commands, charts } = stores;
  const { feeds, timers = systemTimers } = options;
  const farSides = createFarSides({ project, lanes, feeds, keys, timers });
  return {
    env,
    prepareCharts,
    operations: {
      ...{ env, lanes, commands, charts, farSides, keys, prepareCharts },
      routes: project.routes,
    },
    relays,
  };
}

/** A warning only: guards may end what the charts do not, and the limit on causation depth ends the rest. */
function warnOfCircles(project: Project, logger: Logger): void {
  for (const { links } of choreographyOfProject(project).cycles.filter(
    (cycle) => cycle.isEndless,
  )) {
    const types = links.map(({ from, type }) => `${from} says ${type}`);
    logger.warn("machines feed each other in a circle", { circle: types });
  }
}
