import type { Sql } from "../sql.ts";

const PASS_TURNS = `
  UPDATE sagascope.replay_item i SET state = 'ready'
  FROM unnest($2::int[], $3::int[]) AS t (lane, turn)
  WHERE i.job_no = $1 AND i.lane = t.lane AND i.turn = t.turn + 1 AND i.state = 'blocked'`;

const HOLD_BACK = `
  UPDATE sagascope.replay_item i SET state = 'held'
  FROM unnest($2::int[], $3::int[]) AS t (lane, turn)
  WHERE i.job_no = $1 AND i.lane = t.lane AND i.turn > t.turn AND i.state = 'blocked'
  RETURNING i.ordinal`;

/** A letter's place among those of its subject. */
export interface Turn {
  readonly lane: number;
  readonly turn: number;
}

/** The letter that follows each of these is ready. */
export async function passTurns(sql: Sql, jobNo: number, turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  await sql.query("pass turns", PASS_TURNS, [jobNo, ...columnsOf(turns)]);
}

/** No later letter of these subjects is replayed. @returns how many there were */
export async function holdBack(sql: Sql, jobNo: number, turns: readonly Turn[]): Promise<number> {
  if (turns.length === 0) return 0;
  return (await sql.query("hold letters back", HOLD_BACK, [jobNo, ...columnsOf(turns)])).length;
}

function columnsOf(turns: readonly Turn[]): readonly [readonly number[], readonly number[]] {
  return [turns.map(({ lane }) => lane), turns.map(({ turn }) => turn)];
}
