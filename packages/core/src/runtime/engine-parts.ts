import { choreographyOfProject } from "../choreography/choreography-of-project.ts";
import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { backoffMs } from "../dispatcher/backoff.ts";
import { DEFAULT_CAUSATION_DEPTH_MAX } from "../dispatcher/causation-depth.ts";
import { createMachineCatalog } from "../dispatcher/machine-catalog.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { ReplayerDependencies } from "../operations/replayer.ts";
import type { Project } from "../projects/define-project.ts";
import type { RelayPublish } from "../projects/project.ts";

/** What an engine is made of, whoever drives it. */
export interface EnginePartsOptions {
  readonly project: Project;
  /** The registered current versions of the project's charts. */
  readonly charts: readonly ChartRecord[];
  readonly stores: EngineStores;
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
  readonly replays: ReplayerDependencies;
  readonly relays: ReadonlyMap<string, RelayPublish>;
}

/**
 * Compile a project's machines and say how its work is planned.
 *
 * @throws {InvalidChartError} if a chart does not fit its logic
 */
export function createEngineParts(options: EnginePartsOptions): EngineParts {
  const { project, stores, keys, random, logger } = options;
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
    newId: options.newId ?? (() => newId()),
    causationDepthMax: project.causationDepthMax ?? DEFAULT_CAUSATION_DEPTH_MAX,
    retryDelayMs: (attempts) => backoffMs(attempts, random),
  };
  warnOfCircles(project, logger);
  const prepareCharts = (ids: readonly number[]) => catalog.prepare(ids);
  const { lanes, commands } = stores;
  return {
    env,
    prepareCharts,
    replays: { env, lanes, commands, routes: project.routes, keys, prepareCharts },
    relays: new Map((project.relays ?? []).map((relay) => [relay.name, relay.publish])),
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
