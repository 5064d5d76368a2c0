import { parseChart } from "../charts/parse-chart.ts";
import { structureHashOf } from "../charts/structure-hash.ts";
import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { createMachineCatalog } from "../dispatcher/machine-catalog.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import { createIdMinter } from "../kernel/ids.ts";
import type { JsonValue } from "../kernel/json.ts";
import { generateSealKey, parseSealKeys } from "../kernel/seal/seal-key-ring.ts";
import { dataChecksOf, declaredChecksOf } from "../projects/data-schemas.ts";
import type { Project } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { manualClock } from "./manual-clock.ts";

/** Everything planning needs, for tests of the pure part: version 1, 2, … of the machines are chart ids 1, 2, … */
export function testPlanEnvironment(
  machines: readonly MachineDefinition[],
  project = "test",
  declared: Pick<Project, "routes" | "schemas"> = { routes: [], schemas: {} },
): PlanEnvironment {
  const clock = manualClock();
  const keys = parseSealKeys(`k1:${generateSealKey()}`);
  const capture = createLetterCapture({ machines }, keys);
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
      {
        findChart: async (id) => records.find((record) => record.id === id),
        findVersion: async (machineId, version) =>
          records.findLast(
            (record) => record.machineId === machineId && record.version === version,
          ),
      },
      () => (value) => value,
    ),
    capture,
    clock,
    newId: createIdMinter({ clock }),
    dataCheck: dataChecksOf({ ...declared, machines }),
    declaredCheck: declaredChecksOf({ ...declared, machines }),
    causationDepthMax: 100,
    relayAttemptsMax: () => 5,
    retryDelayMs: (attempts) => attempts * 100,
  };
}
