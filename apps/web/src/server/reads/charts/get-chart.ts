import { type Chart, parseChart } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";
import { ChartNotFoundError } from "../errors.ts";

/** A registered chart version; it never changes. */
export interface ChartView {
  readonly chartId: number;
  readonly machineId: string;
  readonly version: string;
  readonly structureHash: string;
  readonly chart: Chart;
}

/** @throws {ChartNotFoundError} */
export async function getChart(prisma: PrismaClient, chartId: number): Promise<ChartView> {
  const row = await prisma.machineVersion.findUnique({ where: { id: chartId } });
  if (!row) throw new ChartNotFoundError(chartId);
  const { machineId, version, structureHash, chart } = row;
  return { chartId, machineId, version, structureHash, chart: parseChart(chart) };
}
