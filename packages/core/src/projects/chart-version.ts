import { createHash } from "node:crypto";
import { parseChart } from "../charts/parse-chart.ts";
import { structureHashOf } from "../charts/structure-hash.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JsonValue } from "../kernel/json.ts";

/** What a chart without a `version` is called. */
const NO_VERSION = "0.0.0";

/** A chart as it is registered, before the store gives it an id. */
export interface ChartVersion {
  readonly machineId: string;
  readonly version: string;
  readonly structureHash: string;
  /** Of the whole chart: meta and descriptions change documents, not structure. */
  readonly contentHash: string;
  readonly chart: JsonValue;
}

/**
 * Parse a chart and name its version. Two charts with one content hash are one version.
 *
 * @throws {InvalidChartError} if the chart is malformed
 */
export function chartVersionOf(source: unknown): ChartVersion {
  const chart = parseChart(source);
  const json = chart as unknown as JsonValue;
  return {
    machineId: chart.id,
    version: chart.version ?? NO_VERSION,
    structureHash: structureHashOf(chart),
    contentHash: createHash("sha256").update(canonicalJson(json)).digest("hex"),
    chart: json,
  };
}
