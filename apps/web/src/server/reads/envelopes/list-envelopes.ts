import type { PrismaClient } from "@sagascope/database";

/** An envelope of a subject, as a list shows it. */
export interface EnvelopeRow {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly correlationId: string;
  readonly machineId: string | null;
  readonly direction: string;
  readonly recordedAt: Date;
}

const ROWS_MAX = 200;

/** The newest envelopes of a subject, the newest first. */
export async function listEnvelopes(
  prisma: PrismaClient,
  subject: string,
): Promise<{ readonly rows: readonly EnvelopeRow[]; readonly more: boolean }> {
  const rows = await prisma.event.findMany({
    where: { subject },
    select: {
      id: true,
      type: true,
      source: true,
      correlationId: true,
      machineId: true,
      direction: true,
      recordedAt: true,
    },
    orderBy: { seq: "desc" },
    take: ROWS_MAX + 1,
  });
  return { rows: rows.slice(0, ROWS_MAX), more: rows.length > ROWS_MAX };
}
