import type { PrismaClient } from "@sagascope/database";

/** A registered version of a machine's chart, without the chart. */
export interface ChartVersion {
  readonly chartId: number;
  readonly version: string;
  readonly structureHash: string;
  readonly registeredAt: Date;
  /** Instances that start now run on it. */
  readonly isCurrent: boolean;
}

const VERSIONS_MAX = 100;

/** The versions of a machine's chart, the newest first; `more` if there are older ones than are listed. */
export async function listVersions(
  prisma: PrismaClient,
  machineId: string,
): Promise<{ readonly rows: readonly ChartVersion[]; readonly more: boolean }> {
  const [versions, machine] = await Promise.all([
    prisma.machineVersion.findMany({
      where: { machineId },
      select: { id: true, version: true, structureHash: true, registeredAt: true },
      orderBy: { id: "desc" },
      take: VERSIONS_MAX + 1,
    }),
    prisma.machine.findUnique({ where: { machineId }, select: { chartId: true } }),
  ]);
  const rows = versions
    .slice(0, VERSIONS_MAX)
    .map(({ id, ...version }) => ({ chartId: id, ...version, isCurrent: id === machine?.chartId }));
  return { rows, more: versions.length > VERSIONS_MAX };
}
