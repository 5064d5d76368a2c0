import { newId } from "../../../../kernel/ids.ts";
import { type OutgoingTimer, planTimers, type TimerOptions } from "../../../../outbox/outgoing.ts";
import type { Sql } from "../../sql.ts";
import type { OutboxTable } from "./outbox-table.ts";
import { columnsOf, DUE, hasMintedIds, toldOf } from "./publish-messages.ts";

interface SetRow {
  readonly topic: string;
  readonly timerId: string;
}

/**
 * Write messages that have a name on their topic, in the caller's transaction, in one statement. One that waits under the name is
 * replaced, or kept; one that somebody works on is replaced as well, so that its handler may set it anew for the next time. The table needs a
 * column for the names and an index of them: see `outboxTableSql`.
 *
 * @param sql - bound to the caller's open transaction: `fromPg(client)` or `fromPrisma(tx)`
 * @returns the timers that were written, in the order of their names; with `keep` not those that one of their name kept out
 * @throws {InvalidConfigError} if a name, delay or time cannot be used, or there is a key
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function setTimers(
  sql: Sql,
  outbox: OutboxTable,
  timers: readonly OutgoingTimer[],
  options: TimerOptions = {},
): Promise<readonly SetRow[]> {
  const planned = planTimers(timers, options);
  if (planned.length === 0) return [];
  const rows = await sql.query<SetRow>("set timers", statementOf(outbox, options), [
    ...columnsOf(planned),
    planned.map(({ timerId }) => timerId),
    ...(hasMintedIds(outbox) ? [planned.map(() => newId())] : []),
    ...(outbox.notifyChannel === undefined ? [] : [outbox.notifyChannel]),
  ]);
  return rows.map(({ topic, timerId }) => ({ topic, timerId }));
}

/**
 * Take back timers, in the caller's transaction. One that somebody works on, or died over, is left alone: it may have been delivered.
 *
 * @returns the names of those that will not be delivered
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function cancelTimers(
  sql: Sql,
  outbox: OutboxTable,
  topic: string,
  timerIds: readonly string[],
): Promise<readonly string[]> {
  if (timerIds.length === 0) return [];
  const { table, columns: c } = outbox;
  const text = `
    WITH waiting AS (
      SELECT ${c.id} AS id FROM ${table}
      WHERE ${c.topic} = $1 AND ${c.timerId} = ANY ($2::text[]) AND ${c.status} = 'pending' AND ${c.timerId} IS NOT NULL
        AND ${c.token} IS NULL
      ORDER BY ${c.timerId} FOR UPDATE
    )
    DELETE FROM ${table} o USING waiting w WHERE o.${c.id} = w.id RETURNING o.${c.timerId} AS "timerId"`;
  const rows = await sql.query<{ readonly timerId: string }>("cancel timers", text, [
    topic,
    timerIds,
  ]);
  return rows.map(({ timerId }) => timerId).sort();
}

/** Replaced in place: whoever holds it finds its token gone, and settles nothing. */
function statementOf(outbox: OutboxTable, { whereSet = "replace" }: TimerOptions): string {
  const { table, columns: c, idType, payload, notifyChannel } = outbox;
  const minted = hasMintedIds(outbox);
  const given = `unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[]${minted ? ", $7::text[]" : ""})`;
  const taken = [c.payload, c.headers, c.availableAt, c.createdAt];
  const renewed = `${taken.map((column) => `${column} = excluded.${column}`).join(", ")},
      ${c.token} = NULL, ${c.owner} = NULL, ${c.attempts} = 0, ${c.deliveries} = 0, ${c.firstFailedAt} = NULL, ${c.lastError} = NULL`;
  return `
    WITH added AS (
      INSERT INTO ${table} (${minted ? `${c.id}, ` : ""}${c.topic}, ${taken.join(", ")}, ${c.timerId})
      SELECT ${minted ? `m.id::${idType}, ` : ""}m.topic, ${payload.write("decode(m.payload, 'base64')")}, m.headers::jsonb, d.due, d.due, m.timer_id
      FROM ${given} WITH ORDINALITY AS m (topic, payload, headers, delay, at, timer_id${minted ? ", id" : ""}, n)
      CROSS JOIN LATERAL (SELECT ${DUE} AS due OFFSET 0) d
      ORDER BY m.n
      ON CONFLICT (${c.topic}, ${c.timerId}) WHERE ${c.status} = 'pending' AND ${c.timerId} IS NOT NULL
      DO ${whereSet === "keep" ? "NOTHING" : `UPDATE SET ${renewed}`}
      RETURNING ${c.topic} AS topic, ${c.timerId} AS timer_id, ${c.availableAt} AS due
    )${notifyChannel === undefined ? "" : `, told AS (${toldOf(minted ? "$8" : "$7")})`}
    SELECT a.topic, a.timer_id AS "timerId"${notifyChannel === undefined ? "" : ", (SELECT count FROM told)::text AS told"}
    FROM added a ORDER BY a.topic COLLATE "C", a.timer_id COLLATE "C"`;
}
