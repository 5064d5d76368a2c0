import { consumedEventsOf, parseChart, publicationsOf } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";

/** A machine in the list of documents. */
export interface DocumentRow {
  readonly machineId: string;
  readonly project: string;
  readonly version: string;
  readonly structureHash: string;
  readonly registeredAt: Date;
  readonly versions: number;
  /** Events that its chart understands, and types that it publishes. */
  readonly receives: number;
  readonly sends: number;
  readonly openLetters: number;
}

const MACHINES_MAX = 500;

/** Every machine with a document, by name; `more` if there are more than are listed. */
export async function listDocuments(
  prisma: PrismaClient,
): Promise<{ readonly rows: readonly DocumentRow[]; readonly more: boolean }> {
  const [machines, versions, letters] = await Promise.all([
    prisma.machine.findMany({
      include: { machineVersion: true },
      orderBy: { machineId: "asc" },
      take: MACHINES_MAX + 1,
    }),
    prisma.machineVersion.groupBy({ by: ["machineId"], _count: { _all: true } }),
    prisma.deadLetter.groupBy({
      by: ["consumer"],
      where: { resolvedAt: null },
      _count: { _all: true },
    }),
  ]);
  const rows = machines.slice(0, MACHINES_MAX).map(({ machineId, project, machineVersion }) => {
    const chart = parseChart(machineVersion.chart);
    return {
      machineId,
      project,
      version: machineVersion.version,
      structureHash: machineVersion.structureHash,
      registeredAt: machineVersion.registeredAt,
      versions: versions.find((each) => each.machineId === machineId)?._count._all ?? 0,
      receives: consumedEventsOf(chart).length,
      sends: new Set(publicationsOf(chart).map(({ type }) => type)).size,
      openLetters: letters.find(({ consumer }) => consumer === machineId)?._count._all ?? 0,
    };
  });
  return { rows, more: machines.length > MACHINES_MAX };
}
