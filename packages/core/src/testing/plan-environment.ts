import { parseChart } from "../charts/parse-chart.ts";
import { structureHashOf } from "../charts/structure-hash.ts";
import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { createMachineCatalog } from "../dispatcher/machine-catalog.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import { createIdMinter } from "../kernel/ids.ts";
import type { JsonValue } from "../kernel/json.ts";
import { generateSealKey, parseSealKeys } from "../kernel/seal/seal-key-ring.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { manualClock } from "./manual-clock.ts";

/** Everything planning needs, for tests of the pure part: version 1, 2, … of the machines are chart ids 1, 2, … */
export function testPlanEnvironment(
  machines: readonly MachineDefinition[],
  project = "test",
): PlanEnvironment {
  const clock = manualClock();
  const keys = parseSealKeys(`k1:${generateSealKey()}`);
  const capture = createLetterCapture(machines, keys);
  const records = machines.map(({ chart: source }, index) => {
    const chart = parseChart(source);
    return {
      id: index + 1,
      machineId: chart.id,
      version: chart.version ?? "0.0.0",
      structureHash: structureHashOf(chart),
      chart: chart as unknown as JsonValue,
    };
  });
  return {
    project,
    machines: createMachineCatalog(
      machines,
      records,
      { findChart: async (id) => records.find((record) => record.id === id) },
      () => (value) => value,
    ),
    capture,
    clock,
    newId: createIdMinter({ clock }),
    causationDepthMax: 100,
    retryDelayMs: (attempts) => attempts * 100,
  };
}
