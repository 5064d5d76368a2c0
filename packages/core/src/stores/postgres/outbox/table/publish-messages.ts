import type { Message } from "../../../../envelope/messages/message.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Sql } from "../../sql.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** What of a message is written; `createMessage` makes it of an application's own object. */
export type OutgoingMessage = Pick<Message, "topic" | "key" | "payload" | "headers">;

/**
 * Write messages in the caller's transaction, in one statement, whatever their number: a rolled-back transaction leaves nothing.
 * Consumers that listen are woken when it commits, once a topic.
 *
 * @param sql - bound to the caller's open transaction: `fromPg(client)` or `fromPrisma(tx)`
 * @returns their ids, in order; no messages are no statement
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function publishMessages(
  sql: Sql,
  outbox: OutboxTable,
  messages: readonly OutgoingMessage[],
): Promise<readonly string[]> {
  if (messages.length === 0) return [];
  const rows = await sql.query<{ readonly id: string }>("publish messages", statementOf(outbox), [
    messages.map(({ topic }) => topic),
    messages.map(({ key }) => key ?? null),
    messages.map(({ payload }) => Buffer.from(payload).toString("base64")),
    messages.map(({ headers }) => JSON.stringify(headers)),
    ...(hasMintedIds(outbox) ? [messages.map(() => newId())] : []),
    ...(outbox.notifyChannel === undefined ? [] : [outbox.notifyChannel]),
  ]);
  return rows.map(({ id }) => id);
}

/** A serial number is the database's to give; any other id is ours. */
function hasMintedIds({ idType }: OutboxTable): boolean {
  return idType === "uuid" || idType === "text";
}

function statementOf(outbox: OutboxTable): string {
  const { table, columns: c, idType, payload, notifyChannel } = outbox;
  const minted = hasMintedIds(outbox);
  const channel = minted ? "$6" : "$5";
  const given = `unnest($1::text[], $2::text[], $3::text[], $4::text[]${minted ? ", $5::text[]" : ""})`;
  const told = `SELECT count(pg_notify(${channel}::text, topic)) AS count FROM (SELECT DISTINCT topic FROM added) t`;
  return `
    WITH added AS (
      INSERT INTO ${table} (${minted ? `${c.id}, ` : ""}${c.topic}, ${c.key}, ${c.payload}, ${c.headers})
      SELECT ${minted ? `m.id::${idType}, ` : ""}m.topic, m.key, ${payload.write("decode(m.payload, 'base64')")}, m.headers::jsonb
      FROM ${given} WITH ORDINALITY AS m (topic, key, payload, headers${minted ? ", id" : ""}, n)
      ORDER BY m.n
      RETURNING ${c.id} AS id, ${c.topic} AS topic
    )${notifyChannel === undefined ? "" : `, told AS (${told})`}
    SELECT a.id::text AS id${notifyChannel === undefined ? "" : ", (SELECT count FROM told)::text AS told"}
    FROM added a ORDER BY a.id`;
}
