import type pg from "pg";
import {
  defineOutboxTable,
  type OutboxTable,
  type OutboxTableOptions,
} from "../stores/postgres/outbox/table/outbox-table.ts";
import { outboxTableSql } from "../stores/postgres/outbox/table/outbox-table-sql.ts";
import { postgresOutbox } from "../stores/postgres/outbox/table/postgres-outbox.ts";
import { publishMessages } from "../stores/postgres/outbox/table/publish-messages.ts";
import { cancelTimers, setTimers } from "../stores/postgres/outbox/table/set-timers.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import type {
  OutboxContractOptions,
  OutboxLaterUnderTest,
  StoredMessage,
} from "./outbox-contract-bench.ts";

/** A table of messages of one database for the contract, emptied for each test; it is created if need be. */
export function postgresOutboxContract(
  poolOf: () => pg.Pool,
  options: OutboxTableOptions,
): OutboxContractOptions & { readonly makeStorage: () => Promise<OutboxLaterUnderTest> } {
  const table = defineOutboxTable(options);
  let created: Promise<unknown> | undefined;
  return {
    holds: table.payloadType === "bytea" ? "bytes" : "json",
    async makeStorage() {
      const pool = poolOf();
      created ??= createIfMissing(pool, table);
      await created;
      const { deadLetterTable } = table;
      const tables = [table.table, ...(deadLetterTable === undefined ? [] : [deadLetterTable])];
      await pool.query(`TRUNCATE ${tables.join(", ")}`);
      return underTest(pool, table);
    },
  };
}

async function createIfMissing(pool: pg.Pool, table: OutboxTable): Promise<void> {
  const { rows } = await pool.query("SELECT to_regclass($1) AS found", [table.table]);
  if (rows[0].found === null) await pool.query(outboxTableSql(table));
}

function underTest(pool: pg.Pool, table: OutboxTable): OutboxLaterUnderTest {
  const { columns: c } = table;
  const shift = "$1::float8 * interval '1 ms'";
  return {
    storage: () => postgresOutbox(fromPgPool(pool), table),
    async add(...messages) {
      const ids: string[] = [];
      for (const message of messages) {
        ids.push(...(await publishMessages(fromPg(pool), table, [message])));
      }
      return ids;
    },
    setTimers: (timers, options) => setTimers(fromPg(pool), table, timers, options),
    cancelTimers: (topic, timerIds) => cancelTimers(fromPg(pool), table, topic, timerIds),
    async now() {
      const { rows } = await pool.query<{ readonly now: Date }>("SELECT clock_timestamp() AS now");
      return rows[0]?.now ?? new Date();
    },
    look: (id) => lookAt(pool, table, id),
    async passTime(ms) {
      await pool.query(
        `UPDATE ${table.table} SET ${c.availableAt} = ${c.availableAt} - ${shift}, ${c.createdAt} = ${c.createdAt} - ${shift},
           ${c.firstFailedAt} = ${c.firstFailedAt} - ${shift}`,
        [ms],
      );
    },
    close: async () => undefined,
  };
}

async function lookAt(
  pool: pg.Pool,
  table: OutboxTable,
  id: string,
): Promise<StoredMessage | undefined> {
  const { columns: c } = table;
  const columns = `${c.attempts} AS attempts, ${c.deliveries} AS deliveries, ${c.lastError} AS "lastError"`;
  const found = await pool.query<StoredMessage>(
    `SELECT ${columns}, ${c.status} AS state,
       (extract(epoch FROM ${c.availableAt} - clock_timestamp()) * 1000)::float8 AS "waitsForMs"
     FROM ${table.table} WHERE ${c.id}::text = $1`,
    [id],
  );
  if (found.rows[0] !== undefined || table.deadLetterTable === undefined) return found.rows[0];
  const dead = await pool.query<StoredMessage>(
    `SELECT ${columns}, 'dead' AS state, 0 AS "waitsForMs" FROM ${table.deadLetterTable} WHERE ${c.id}::text = $1`,
    [id],
  );
  return dead.rows[0];
}
