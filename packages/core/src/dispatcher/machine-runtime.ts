import { type CompiledMachine, compileChart } from "../charts/compile-chart.ts";
import { DEAD_LETTER_TAG } from "../charts/dead-letter-tag.ts";
import { type ChartGraph, chartGraph } from "../charts/graph.ts";
import { matchesEvent } from "../charts/matches-event.ts";
import { parseChart } from "../charts/parse-chart.ts";
import type { ChartRecord } from "../engine/records.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { MachineDefinition } from "../projects/project.ts";

/** One registered chart version, compiled with this worker's logic and ready to run. */
export interface MachineRuntime {
  readonly machineId: string;
  readonly chartId: number;
  readonly version: string;
  readonly compiled: CompiledMachine;
  readonly graph: ChartGraph;
  readonly definition: MachineDefinition;
  /** State paths tagged `dead-letter`: entering one leaves a letter. */
  readonly deadLetterStates: ReadonlySet<string>;
  /** Invoke ids whose failure the chart answers by itself. */
  readonly handledErrors: ReadonlySet<string>;
  /** Keys of its transitions on events, wildcards included, sorted: what none of them matches is unknown to it. */
  readonly eventKeys: readonly string[];
}

/** The machine to run a piece of work on, or why this worker cannot. */
export type MachineLookup =
  | { readonly kind: "found"; readonly runtime: MachineRuntime }
  | { readonly kind: "missing"; readonly why: string };

/**
 * Finds machines: the current version for a new instance, the version it started with for a running one.
 * Synchronous, since planning is pure: versions are loaded before.
 */
export interface MachineCatalog {
  current(machineId: string): MachineLookup;
  version(machineId: string, chartId: number): MachineLookup;
}

const ERROR_PREFIX = "error.platform.";

/**
 * Compile a registered chart version with the logic of a definition.
 *
 * @throws {InvalidChartError} if a name of the chart is missing from the logic
 */
export function buildMachineRuntime(
  record: ChartRecord,
  definition: MachineDefinition,
  redact: (value: JsonValue) => JsonValue,
): MachineRuntime {
  const compiled = compileChart(parseChart(record.chart), definition.logic, { redact });
  const graph = chartGraph(compiled.chart);
  return {
    machineId: record.machineId,
    chartId: record.id,
    version: record.version,
    compiled,
    graph,
    definition,
    deadLetterStates: new Set(
      graph.states.filter(({ tags }) => tags.includes(DEAD_LETTER_TAG)).map(({ path }) => path),
    ),
    handledErrors: new Set(
      graph.transitions
        .filter(({ kind }) => kind === "error")
        .map(({ event }) => event.slice(ERROR_PREFIX.length)),
    ),
    eventKeys: eventKeysOf(graph),
  };
}

/** Whether a machine has a transition on an event, in whatever state. */
export function takesEvent({ eventKeys }: Pick<MachineRuntime, "eventKeys">, event: string) {
  return eventKeys.some((key) => matchesEvent(event, key));
}

function eventKeysOf({ transitions }: ChartGraph): readonly string[] {
  const keys = transitions.flatMap(({ kind, event }) => (kind === "event" ? [event] : []));
  return [...new Set(keys)].sort();
}
