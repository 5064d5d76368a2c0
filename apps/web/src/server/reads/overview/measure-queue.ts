import type { PrismaClient } from "@sagascope/database";

/** How the pipes stand at this moment. */
export interface QueueState {
  readonly waiting: number;
  /** How long the oldest envelope waits to be handled; absent when none does. */
  readonly oldestMs: number | null;
  /** Deliveries that failed at least once and wait for another try. */
  readonly retrying: number;
  readonly timersDueSoon: number;
  readonly callsUnderWay: number;
}

/** Measure the pipes by the database's clock; the tables hold only what is still to be done, so they are small. */
export async function measureQueue(prisma: PrismaClient): Promise<QueueState> {
  const rows = await prisma.$queryRaw<QueueState[]>`
    SELECT d.waiting, d."oldestMs", d.retrying,
      (SELECT count(*)::int FROM sagascope.timer
       WHERE due_at < clock_timestamp() + interval '5 minutes') AS "timersDueSoon",
      (SELECT count(*)::int FROM sagascope.effect WHERE status = 'pending') AS "callsUnderWay"
    FROM (
      SELECT count(*)::int AS waiting,
        (extract(epoch FROM clock_timestamp() - min(event_at)) * 1000)::float8 AS "oldestMs",
        (count(*) FILTER (WHERE attempts > 0))::int AS retrying
      FROM sagascope.delivery) AS d`;
  return rows[0] ?? { waiting: 0, oldestMs: null, retrying: 0, timersDueSoon: 0, callsUnderWay: 0 };
}
