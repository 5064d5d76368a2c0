import { fromPrismaClient, measureOpenLetters, readCounts } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import { countOverdue } from "../attention/count-overdue.ts";
import { listStuckGroups } from "../attention/list-stuck-groups.ts";
import { countWorkersAlive } from "../workers/count-workers-alive.ts";
import { buildOverview, type Overview } from "./build-overview.ts";
import { countActiveInstances } from "./count-active-instances.ts";
import { measureDurations } from "./measure-durations.ts";
import { measureQueue } from "./measure-queue.ts";
import { bucketsOf, letterBucketsOf, type OverviewRange } from "./overview-range.ts";

const CAUSES_SHOWN = 6;

/** Everything the overview shows, read at about one moment: it is looked at, not counted on. */
export async function getOverview(
  prisma: PrismaClient,
  range: OverviewRange,
  now: Date,
): Promise<Overview> {
  const buckets = bucketsOf(range, now);
  const letterSpans = letterBucketsOf(range, now);
  const sql = fromPrismaClient(prisma);
  const [machines, active, counted, durations, stuck, overdue, letters, queue, workersAlive] =
    await Promise.all([
      prisma.machine.findMany({
        select: { machineId: true, machineVersion: { select: { version: true } } },
        orderBy: { machineId: "asc" },
      }),
      countActiveInstances(prisma),
      readCounts(sql, {
        grain: buckets.grain,
        since: new Date(buckets.sinceMs),
        bucketMs: buckets.bucketMs,
      }),
      measureDurations(prisma, new Date(buckets.sinceMs)),
      listStuckGroups(prisma),
      countOverdue(prisma),
      measureOpenLetters(
        sql,
        { since: new Date(letterSpans.sinceMs), bucketMs: letterSpans.bucketMs },
        CAUSES_SHOWN,
      ),
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
    letters,
    letterSpans: letterSpans.count,
    queue,
    workersAlive,
    at: now,
  });
}
