import { newId } from "../../../../kernel/ids.ts";
import { checkOutgoing, type OutgoingMessage } from "../../../../outbox/outgoing.ts";
import type { Sql } from "../../sql.ts";
import { ms } from "./claim-conditions.ts";
import type { OutboxTable } from "./outbox-table.ts";

/**
 * Write messages in the caller's transaction, in one statement, whatever their number: a rolled-back transaction leaves nothing.
 * Consumers that listen are woken when it commits, once a topic; by what is published later nobody is, polling finds it when it is due.
 *
 * @param sql - bound to the caller's open transaction: `fromPg(client)` or `fromPrisma(tx)`
 * @returns their ids, in order; no messages are no statement
 * @throws {InvalidConfigError} if a delay or time cannot be used, or goes with a key
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function publishMessages(
  sql: Sql,
  outbox: OutboxTable,
  messages: readonly OutgoingMessage[],
): Promise<readonly string[]> {
  if (messages.length === 0) return [];
  checkOutgoing(messages);
  const rows = await sql.query<{ readonly id: string }>("publish messages", statementOf(outbox), [
    ...columnsOf(messages),
    messages.map(({ key }) => key ?? null),
    ...(hasMintedIds(outbox) ? [messages.map(() => newId())] : []),
    ...(outbox.notifyChannel === undefined ? [] : [outbox.notifyChannel]),
  ]);
  return rows.map(({ id }) => id);
}

/** $1 to $5 of a statement that writes messages: topics, payloads, headers, delays and times. */
export function columnsOf(messages: readonly OutgoingMessage[]): readonly unknown[] {
  return [
    messages.map(({ topic }) => topic),
    messages.map(({ payload }) => Buffer.from(payload).toString("base64")),
    messages.map(({ headers }) => JSON.stringify(headers)),
    messages.map(({ delayMs }) => delayMs ?? null),
    messages.map(({ deliverAt }) => deliverAt?.toISOString() ?? null),
  ];
}

/** When a message `m` is due: a wait counts from the write, not from its transaction's start. */
export const DUE = `coalesce(m.at::timestamptz, clock_timestamp() + ${ms("coalesce(m.delay, 0)")})`;

/** Tells listeners of the topics in `added`, once each, but not of what is due later. */
export function toldOf(channel: string): string {
  return `SELECT count(pg_notify(${channel}::text, topic)) AS count
    FROM (SELECT DISTINCT topic FROM added WHERE due <= clock_timestamp()) t`;
}

/** A serial number is the database's to give; any other id is ours. */
export function hasMintedIds({ idType }: OutboxTable): boolean {
  return idType === "uuid" || idType === "text";
}

/** What is published later counts as written when it is due: its age, and what is done by age, begin then. */
function statementOf(outbox: OutboxTable): string {
  const { table, columns: c, idType, payload, notifyChannel } = outbox;
  const minted = hasMintedIds(outbox);
  const given = `unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[]${minted ? ", $7::text[]" : ""})`;
  return `
    WITH added AS (
      INSERT INTO ${table} (${minted ? `${c.id}, ` : ""}${c.topic}, ${c.key}, ${c.payload}, ${c.headers}, ${c.availableAt}, ${c.createdAt})
      SELECT ${minted ? `m.id::${idType}, ` : ""}m.topic, m.key, ${payload.write("decode(m.payload, 'base64')")}, m.headers::jsonb, d.due, d.due
      FROM ${given} WITH ORDINALITY AS m (topic, payload, headers, delay, at, key${minted ? ", id" : ""}, n)
      CROSS JOIN LATERAL (SELECT ${DUE} AS due OFFSET 0) d
      ORDER BY m.n
      RETURNING ${c.id} AS id, ${c.topic} AS topic, ${c.availableAt} AS due
    )${notifyChannel === undefined ? "" : `, told AS (${toldOf(minted ? "$8" : "$7")})`}
    SELECT a.id::text AS id${notifyChannel === undefined ? "" : ", (SELECT count FROM told)::text AS told"}
    FROM added a ORDER BY a.id`;
}
