import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import type { SearchHit } from "./search.ts";
import { escapeLike } from "./subject-patterns.ts";

/** Machines whose name holds the text; there are few, so they may be scanned. */
export async function findMachines(
  prisma: PrismaClient,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const machines = await prisma.machine.findMany({
    where: { machineId: { contains: escapeLike(text), mode: "insensitive" } },
    select: { machineId: true, registeredAt: true, machineVersion: { select: { version: true } } },
    orderBy: { machineId: "asc" },
    take: limit,
  });
  return machines.map(({ machineId, machineVersion }) => ({
    kind: "machine",
    id: machineId,
    title: machineId,
    subtitle: `machine, version ${machineVersion.version}`,
    href: paths.instances({ machine: machineId }),
    exact: machineId === text,
    at: undefined,
  }));
}
