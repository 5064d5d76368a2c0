import type { PrismaClient } from "@sagascope/database";

/** Where charts publish unless their project says otherwise. */
const DEFAULT_TOPIC = "events";
const SCANNED_MAX = 5_000; // of the newest envelopes; the table has no index on its machine

/**
 * The topic a machine publishes to. Projects declare it in code, which the console does not hold, so what was seen last
 * decides; before anything was, the default does.
 */
export async function findOutboundTopic(prisma: PrismaClient, machineId: string): Promise<string> {
  const rows = await prisma.$queryRaw<{ topic: string }[]>`
    SELECT topic
    FROM (SELECT seq, topic, machine_id, direction FROM sagascope.event ORDER BY seq DESC LIMIT ${SCANNED_MAX}) newest
    WHERE machine_id = ${machineId} AND direction = 'published'
    ORDER BY seq DESC
    LIMIT 1`;
  return rows[0]?.topic ?? DEFAULT_TOPIC;
}
