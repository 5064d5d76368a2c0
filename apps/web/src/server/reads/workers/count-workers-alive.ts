import type { PrismaClient } from "@sagascope/database";

/** A worker says that it lives every few seconds; one that was silent for so long is taken for dead. */
export const WORKER_SILENCE_SECONDS = 15;

/** How many workers live, by the database's clock, which no column filter of Prisma can name. */
export async function countWorkersAlive(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ alive: number }[]>`
    SELECT count(*)::int AS alive
    FROM sagascope.worker
    WHERE stopped_at IS NULL
      AND heartbeat_at > clock_timestamp() - make_interval(secs => ${WORKER_SILENCE_SECONDS})`;
  return rows[0]?.alive ?? 0;
}
