import { fromPrismaClient, readCounts } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import { countOverdue } from "../attention/count-overdue.ts";
import { listStuckGroups } from "../attention/list-stuck-groups.ts";
import { countWorkersAlive } from "../workers/count-workers-alive.ts";
import { buildOverview, type Overview } from "./build-overview.ts";
import { countActiveInstances } from "./count-active-instances.ts";
import { countCauses, listCauses } from "./list-causes.ts";
import { measureDurations } from "./measure-durations.ts";
import { measureQueue } from "./measure-queue.ts";
import { bucketsOf, type OverviewRange } from "./overview-range.ts";

const CAUSES_SHOWN = 6;

/** Everything the overview shows, read at about one moment: it is looked at, not counted on. */
export async function getOverview(
  prisma: PrismaClient,
  range: OverviewRange,
  now: Date,
): Promise<Overview> {
  const buckets = bucketsOf(range, now);
  const open = { resolvedAt: null };
  const [
    machines,
    active,
    counted,
    durations,
    stuck,
    overdue,
    letters,
    causes,
    causeCount,
    queue,
    workersAlive,
  ] = await Promise.all([
    prisma.machine.findMany({
      select: { machineId: true, machineVersion: { select: { version: true } } },
      orderBy: { machineId: "asc" },
    }),
    countActiveInstances(prisma),
    readCounts(fromPrismaClient(prisma), {
      grain: buckets.grain,
      since: new Date(buckets.sinceMs),
      bucketMs: buckets.bucketMs,
    }),
    measureDurations(prisma, new Date(buckets.sinceMs)),
    listStuckGroups(prisma),
    countOverdue(prisma),
    prisma.deadLetter.groupBy({ by: ["consumer"], where: open, _count: { _all: true } }),
    listCauses(prisma, buckets, CAUSES_SHOWN),
    countCauses(prisma),
    measureQueue(prisma),
    countWorkersAlive(prisma),
  ]);
  return buildOverview(buckets, {
    machines: machines.map(({ machineId, machineVersion }) => ({
      machineId,
      version: machineVersion.version,
    })),
    active,
    counted,
    durations,
    stuck,
    overdue,
    letters: letters.map(({ consumer, _count }) => ({ consumer, count: _count._all })),
    causes,
    causeCount,
    queue,
    workersAlive,
    at: now,
  });
}
