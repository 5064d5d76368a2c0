import type { PrismaClient } from "@sagascope/database";

/** A machine by name, with the version that instances start on now. */
export interface MachineName {
  readonly machineId: string;
  readonly project: string;
  readonly version: string;
}

const MACHINES_MAX = 500;

/** Every registered machine, by name. */
export async function listMachines(prisma: PrismaClient): Promise<MachineName[]> {
  const machines = await prisma.machine.findMany({
    select: { machineId: true, project: true, machineVersion: { select: { version: true } } },
    orderBy: { machineId: "asc" },
    take: MACHINES_MAX,
  });
  return machines.map(({ machineId, project, machineVersion }) => ({
    machineId,
    project,
    version: machineVersion.version,
  }));
}
