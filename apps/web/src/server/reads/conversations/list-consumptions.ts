import type { PrismaClient } from "@sagascope/database";

/** What a machine did with an envelope. */
export interface ConsumptionView {
  readonly eventId: string;
  readonly machineId: string;
  readonly subject: string;
  readonly revision: number;
  readonly at: Date;
  readonly event: string;
  readonly states: readonly string[];
  readonly phase: string;
}

const ROWS_MAX = 4_000;

/** The steps that these envelopes caused. */
export async function listConsumptions(
  prisma: PrismaClient,
  eventIds: readonly string[],
): Promise<ConsumptionView[]> {
  if (eventIds.length === 0) return [];
  const rows = await prisma.history.findMany({
    where: { causeKind: "event", causeId: { in: [...eventIds] } },
    select: {
      causeId: true,
      machineId: true,
      subject: true,
      revision: true,
      at: true,
      event: true,
      states: true,
      phase: true,
    },
    orderBy: { at: "asc" },
    take: ROWS_MAX,
  });
  return rows.map(({ causeId, ...row }) => ({ ...row, eventId: causeId }));
}
