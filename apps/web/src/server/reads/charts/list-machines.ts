import type { PrismaClient } from "@sagascope/database";

/** A machine by name, with the version that instances start on now. */
export interface MachineName {
  readonly machineId: string;
  readonly project: string;
  readonly version: string;
}

const MACHINES_MAX = 500;

/** Registered machines by name, and how many there are in all. */
export interface MachineNames {
  readonly machines: readonly MachineName[];
  readonly count: number;
}

/** The registered machines; the first of them where there are very many. */
export async function listMachines(prisma: PrismaClient): Promise<MachineNames> {
  const found = await prisma.machine.findMany({
    select: { machineId: true, project: true, machineVersion: { select: { version: true } } },
    orderBy: { machineId: "asc" },
    take: MACHINES_MAX + 1,
  });
  const machines = found
    .slice(0, MACHINES_MAX)
    .map(({ machineId, project, machineVersion: { version } }) => ({
      ...{ machineId, project, version },
    }));
  return {
    machines,
    count: found.length > MACHINES_MAX ? await prisma.machine.count() : found.length,
  };
}
