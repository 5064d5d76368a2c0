import type { ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { newId } from "../../../kernel/ids.ts";
import { withHandedOut } from "../../../operations/jobs/count-job.ts";
import type { Sql } from "../sql.ts";
import { passTurns, type Turn } from "./pass-turns.ts";

/** What was resolved meanwhile, or is gone, is passed over. The rest becomes commands like any other. */
const HAND_OUT = `
  WITH picked AS MATERIALIZED (
    SELECT i.ordinal, i.letter_id, i.lane, i.turn, l.subject, l.id IS NOT NULL AND l.resolved_at IS NULL AS is_open
    FROM sagascope.replay_item i LEFT JOIN sagascope.dead_letter l ON l.id = i.letter_id
    WHERE i.job_no = $1 AND i.state = 'ready' ORDER BY i.ordinal LIMIT $2
  ), named AS MATERIALIZED (
    SELECT p.*, ids.id AS command_id
    FROM (SELECT picked.*, row_number() OVER (ORDER BY ordinal) AS n FROM picked WHERE is_open) p
    JOIN unnest($3::text[]) WITH ORDINALITY AS ids (id, n) ON ids.n = p.n
  ), written AS (
    INSERT INTO sagascope.operator_command
      (id, project, kind, target, parameters, dry_run, force, reason, actor, shard)
    SELECT command_id, $4, $10, json_build_object('letterId', letter_id), json_build_object('jobId', $5::text),
           $6, $7, $8, $9, sagascope.shard_of(subject)
    FROM named
  ), marked AS (
    UPDATE sagascope.replay_item i
    SET state = CASE WHEN p.is_open THEN 'open' ELSE 'skipped' END, command_id = named.command_id
    FROM picked p LEFT JOIN named ON named.ordinal = p.ordinal
    WHERE i.job_no = $1 AND i.ordinal = p.ordinal
  )
  SELECT lane, turn, is_open AS "isOpen" FROM picked`;

interface PickedRow extends Turn {
  readonly isOpen: boolean;
}

/** Give the next letters to the workers. */
export async function handOut(
  sql: Sql,
  jobNo: number,
  job: ReplayJobRecord,
  limit: number,
): Promise<{ readonly job: ReplayJobRecord; readonly handedOut: number }> {
  if (limit <= 0) return { job, handedOut: 0 };
  const picked = await sql.query<PickedRow>("hand letters out", HAND_OUT, [
    jobNo,
    limit,
    Array.from({ length: limit }, () => newId()),
    job.project,
    job.id,
    job.dryRun,
    job.force,
    job.reason ?? null,
    job.actor,
    job.kind,
  ]);
  const skipped = picked.filter(({ isOpen }) => !isOpen);
  await passTurns(sql, jobNo, skipped);
  const handedOut = picked.length - skipped.length;
  return { job: withHandedOut(job, handedOut, skipped.length), handedOut };
}
