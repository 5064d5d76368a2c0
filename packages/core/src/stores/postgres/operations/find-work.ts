import type { InstanceKey } from "../../../engine/engine-store.ts";
import type { EarlierCall, InstanceWork, OpenCall } from "../../../engine/records.ts";
import { listOpenLetters } from "../dead-letters/find-letter.ts";
import { EFFECT_COLUMNS, type EffectRow, toEffect } from "../effects/effect-row.ts";
import type { Sql } from "../sql.ts";
import { listTimers } from "../timers/due-timers.ts";

const OPEN_CALLS = `
  SELECT ${EFFECT_COLUMNS} FROM sagascope.effect e
  WHERE machine_id = $1 AND subject = $2 AND status IN ('pending', 'dead') ORDER BY id`;

const LAST_CAUSE = `
  SELECT cause_id FROM sagascope.history
  WHERE machine_id = $1 AND subject = $2 AND cause_kind = 'event' ORDER BY revision DESC LIMIT 1`;

/** The step that a call's answer or failure led to says that it was over; an operator's answer counts as well. */
const EARLIER_CALLS = `
  SELECT e.*, EXISTS (
    SELECT 1 FROM sagascope.history h
    WHERE h.machine_id = e.machine_id AND h.subject = e.subject AND h.revision > e.revision AND h.revision <= $4
      AND h.event IN ('done.invoke.' || e.ref, 'error.platform.' || e.ref)) AS was_over
  FROM (
    SELECT DISTINCT ON (ref) ${EFFECT_COLUMNS} FROM sagascope.effect e
    WHERE machine_id = $1 AND subject = $2 AND kind = 'invoke' AND ref = ANY ($3::text[]) AND revision <= $4
    ORDER BY ref, revision DESC) e`;

interface EarlierRow extends EffectRow {
  readonly was_over: boolean;
}

/** Everything that an instance waits for, and what is open about it. */
export async function findWork(sql: Sql, project: string, key: InstanceKey): Promise<InstanceWork> {
  const names = [key.machineId, key.subject];
  const [calls, timers, letters, [cause]] = await Promise.all([
    sql.query<EffectRow>("list open service calls", OPEN_CALLS, names),
    listTimers(sql, key),
    listOpenLetters(sql, project, key),
    sql.query<{ cause_id: string }>("find the last cause", LAST_CAUSE, names),
  ]);
  return {
    calls: calls.map((row) => ({ ...toEffect(row), status: row.status as OpenCall["status"] })),
    timers,
    letters,
    ...(cause === undefined ? {} : { causeEventId: cause.cause_id }),
  };
}

/** Of each of these service calls the one asked for last up to a revision, and whether it was over by then. */
export async function findCalls(
  sql: Sql,
  { machineId, subject }: InstanceKey,
  refs: readonly string[],
  upToRevision: number,
): Promise<readonly EarlierCall[]> {
  if (refs.length === 0) return [];
  const values = [machineId, subject, refs, upToRevision];
  const rows = await sql.query<EarlierRow>("find service calls", EARLIER_CALLS, values);
  return rows.map((row) => ({ ...toEffect(row), wasOver: row.was_over }));
}
