import { defaultEventName, type InboundRoute } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";

const ROUTES_MAX = 1_000;

/** What brings a machine its events: the project's subscriptions, in a fixed order. */
export async function listInboundRoutes(
  prisma: PrismaClient,
  machineId: string,
): Promise<InboundRoute[]> {
  const rows = await prisma.subscription.findMany({
    where: { sink: machineId, kind: "queue", type: { not: "*" } },
    select: { topic: true, type: true, event: true },
    orderBy: [{ topic: "asc" }, { type: "asc" }],
    take: ROUTES_MAX,
  });
  return rows.map(({ topic, type, event }) => ({
    topic,
    type,
    event: event ?? defaultEventName(type),
  }));
}
