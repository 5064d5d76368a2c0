import { countOpenLetters, fromPg } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { countWorkersAlive } from "../workers/count-workers-alive.ts";

/** What the frame around every page shows. */
export interface ShellCounts {
  readonly projects: readonly string[];
  readonly instancesActive: number;
  readonly lettersOpen: number;
  readonly workersAlive: number;
}

/** Read what the frame around every page shows. */
export async function getShellCounts({
  prisma,
  pool,
}: {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
}): Promise<ShellCounts> {
  const [projects, instancesActive, lettersOpen, workersAlive] = await Promise.all([
    prisma.machine.findMany({
      distinct: "project",
      select: { project: true },
      orderBy: { project: "asc" },
    }),
    prisma.instance.count({ where: { status: "active" } }),
    countOpenLetters(fromPg(pool)),
    countWorkersAlive(prisma),
  ]);
  return {
    projects: projects.map(({ project }) => project),
    instancesActive,
    lettersOpen,
    workersAlive,
  };
}
