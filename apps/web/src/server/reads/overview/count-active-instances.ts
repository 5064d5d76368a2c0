import type { PrismaClient } from "@sagascope/database";

/** Active instances of one machine. */
export interface ActiveCount {
  readonly machineId: string;
  readonly inFlight: number;
  readonly compensating: number;
  /** Those with a service call under way. */
  readonly calling: number;
}

/** Count the active instances by machine. */
export async function countActiveInstances(prisma: PrismaClient): Promise<ActiveCount[]> {
  const [phases, calls] = await Promise.all([
    prisma.instance.groupBy({
      by: ["machineId", "phase"],
      where: { status: "active" },
      _count: { _all: true },
    }),
    prisma.effect.groupBy({
      by: ["machineId", "subject"],
      where: { status: "pending" },
      orderBy: { machineId: "asc" },
      take: CALLS_MAX,
    }),
  ]);
  const machines = [...new Set(phases.map(({ machineId }) => machineId))];
  return machines.map((machineId) => {
    const own = phases.filter((row) => row.machineId === machineId);
    return {
      machineId,
      inFlight: sum(own),
      compensating: sum(own.filter((row) => row.phase === "compensating")),
      calling: calls.filter((row) => row.machineId === machineId).length,
    };
  });
}

const CALLS_MAX = 50_000; // only the split of a bar depends on it

function sum(rows: readonly { readonly _count: { readonly _all: number } }[]): number {
  return rows.reduce((total, row) => total + row._count._all, 0);
}
