import type { PrismaClient } from "@sagascope/database";

/** A row of the outbox that waits: an envelope that one sink has not had yet. */
export interface WaitingRow {
  readonly id: string;
  /** `out` was announced by the instance, `in` waits to be handled by it. */
  readonly direction: "out" | "in";
  readonly sink: string;
  readonly eventId: string;
  readonly type: string;
  readonly revision: number | null;
  readonly correlationId: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
}

const ROWS_MAX = 50;

/**
 * The rows of the outbox that an instance waits for, oldest first: what it announced and is not handed on yet, and what
 * came for it and is not handled yet. `more` if there are more than are listed.
 */
export async function listWaiting(
  prisma: PrismaClient,
  { machineId, subject }: { readonly machineId: string; readonly subject: string },
): Promise<{ readonly rows: readonly WaitingRow[]; readonly more: boolean }> {
  const rows = await prisma.$queryRaw<WaitingRow[]>`
    SELECT d.id::text AS id, d.sink, d.attempts, d.due_at AS "dueAt", d.created_at AS "createdAt",
      e.id AS "eventId", e.type, e.revision, e.correlation_id AS "correlationId",
      CASE WHEN d.sink = ${machineId} THEN 'in' ELSE 'out' END AS direction
    FROM sagascope.delivery AS d
    JOIN sagascope.event AS e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
    WHERE d.project IN (SELECT DISTINCT project FROM sagascope.subscription)
      AND d.shard = sagascope.shard_of(${subject})
      AND d.subject = ${subject}
      AND (d.sink = ${machineId} OR (e.machine_id = ${machineId} AND e.direction = 'published'))
    ORDER BY d.id
    LIMIT ${ROWS_MAX + 1}`;
  return { rows: rows.slice(0, ROWS_MAX), more: rows.length > ROWS_MAX };
}
