import type { ChartStore } from "../engine/engine-store.ts";
import type { ChartRecord } from "../engine/records.ts";
import type { JsonValue } from "../kernel/json.ts";
import { machineIdOf } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { buildMachineRuntime, type MachineCatalog, type MachineLookup } from "./machine-runtime.ts";

/** A catalog that can learn versions it has not compiled yet. */
export interface LearningCatalog extends MachineCatalog {
  /** Load and compile the versions that are not known. A version that does not compile is known as missing, with why. */
  prepare(chartIds: readonly number[]): Promise<void>;
}

/**
 * Compile the current charts, and older versions when an instance needs them, with this worker's present logic.
 *
 * @throws {InvalidChartError} if a current chart does not fit its logic: such a worker must not start
 */
export function createMachineCatalog(
  definitions: readonly MachineDefinition[],
  current: readonly ChartRecord[],
  charts: ChartStore,
  redactFor: (machineId: string) => (value: JsonValue) => JsonValue,
): LearningCatalog {
  const byMachine = new Map(definitions.map((definition) => [machineIdOf(definition), definition]));
  const known = new Map<number, MachineLookup>();
  const currentIds = new Map(current.map((record) => [record.machineId, record.id]));
  for (const record of current) {
    const definition = byMachine.get(record.machineId);
    if (definition === undefined) continue;
    const runtime = buildMachineRuntime(record, definition, redactFor(record.machineId));
    known.set(record.id, { kind: "found", runtime });
  }

  const lookUp = (machineId: string, chartId: number | undefined): MachineLookup => {
    const found = chartId === undefined ? undefined : known.get(chartId);
    return found ?? { kind: "missing", why: absent(`machine '${machineId}'`) };
  };

  return {
    current: (machineId) => lookUp(machineId, currentIds.get(machineId)),
    version: lookUp,
    async prepare(chartIds) {
      for (const id of chartIds.filter((chartId) => !known.has(chartId))) {
        const record = await charts.findChart(id);
        if (record !== undefined) known.set(id, compileOlder(record, byMachine, redactFor));
      }
    },
  };
}

function compileOlder(
  record: ChartRecord,
  definitions: ReadonlyMap<string, MachineDefinition>,
  redactFor: (machineId: string) => (value: JsonValue) => JsonValue,
): MachineLookup {
  const definition = definitions.get(record.machineId);
  const name = `machine '${record.machineId}' version ${record.version}`;
  if (definition === undefined) return { kind: "missing", why: absent(name) };
  try {
    const runtime = buildMachineRuntime(record, definition, redactFor(record.machineId));
    return { kind: "found", runtime };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const why = `${name} does not run with the code of this worker (${problem}): ${REMEDY}`;
    return { kind: "missing", why };
  }
}

/** What an operator can do about a version whose code is gone. */
const REMEDY =
  "start a worker with the code of that version, or move the instance with 'sagascope instances migrate'";

function absent(name: string): string {
  return `${name} is not in this worker: start a worker of the project that defines it`;
}
