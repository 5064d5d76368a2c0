import type { PrismaClient } from "@sagascope/database";
import { type ShownError, shownErrors } from "../redacted.ts";

/** A service call or side-effect action of an instance. */
export interface CallView {
  readonly id: string;
  readonly revision: number;
  readonly ref: string;
  readonly kind: string;
  readonly src: string;
  readonly status: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** When it is tried again, if it waits. */
  readonly dueAt: Date;
  readonly leasedUntil: Date | null;
  readonly leasedBy: string | null;
  readonly errors: readonly ShownError[];
  /** A result came after the chart had gone on. */
  readonly late: boolean;
}

const CALLS_MAX = 200;

/** The newest calls of an instance, oldest first. */
export async function listCalls(
  prisma: PrismaClient,
  machineId: string,
  subject: string,
): Promise<{ readonly rows: readonly CallView[]; readonly more: boolean }> {
  const rows = await prisma.effect.findMany({
    where: { machineId, subject },
    orderBy: { id: "desc" },
    take: CALLS_MAX + 1,
  });
  const kept = rows.slice(0, CALLS_MAX).reverse();
  return {
    more: rows.length > CALLS_MAX,
    rows: kept.map((row) => ({
      id: String(row.id),
      revision: row.revision,
      ref: row.ref,
      kind: row.kind,
      src: row.src,
      status: row.status,
      attempts: row.attempts,
      createdAt: row.createdAt,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
      dueAt: row.dueAt,
      leasedUntil: row.leasedUntil,
      leasedBy: row.leasedBy,
      errors: shownErrors(row.errors, (row.call as { context?: unknown } | null)?.context),
      late: row.late !== null,
    })),
  };
}
