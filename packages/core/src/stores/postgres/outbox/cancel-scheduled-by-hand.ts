import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";

/** One event that a person takes back, and why. */
export interface ScheduledCancellation {
  readonly topic: string;
  readonly key: string;
  readonly actor: string;
  /** Kept in the audit. */
  readonly reason: string | undefined;
}

/** What was taken back: enough to schedule it anew, but for its data. */
export interface CancelledEvent {
  readonly envelopeId: string;
  readonly type: string;
  readonly subject: string;
  /** When it would have been published. */
  readonly dueAt: Date;
}

const CANCEL = `
  DELETE FROM sagascope.scheduled_event WHERE topic = $1 AND key = $2
  RETURNING id AS "envelopeId", type, subject, due_at AS "dueAt"`;

/**
 * Take back one scheduled event because somebody asks for it; the audit says so in the same transaction. An application that takes
 * back what it scheduled itself uses `cancelScheduled`, in a transaction of its own and without an audit entry.
 *
 * @returns undefined if nothing waits under the key: it was published, or never set. Nothing is audited then
 * @throws {ReplayRefusedError} if no reason is given
 */
export async function cancelScheduledByHand(
  pool: SqlPool,
  { topic, key, actor, reason }: ScheduledCancellation,
): Promise<CancelledEvent | undefined> {
  const kept = checkedReason("scheduled cancel", reason);
  return pool.transaction("cancel a scheduled event", async (sql) => {
    const [cancelled] = await sql.query<CancelledEvent>("cancel by hand", CANCEL, [topic, key]);
    if (cancelled === undefined) return undefined;
    const { envelopeId, type, subject, dueAt } = cancelled;
    const detail = { topic, key, envelopeId, type, subject, dueAt: dueAt.toISOString() };
    const target = `scheduled:${topic}/${key}`;
    const entry = { actor, action: "scheduled cancel", target, ...kept, outcome: "cancelled" };
    await appendAudit(sql, [{ ...entry, detail }]);
    return cancelled;
  });
}
