import pg from "pg";
import type { Broker } from "../brokers/broker.ts";
import type { BrokerOptions } from "../brokers/create-broker.ts";
import { outboxBroker } from "../outbox/outbox-broker.ts";
import { defineOutboxTable } from "../stores/postgres/outbox/table/outbox-table.ts";
import { postgresOutbox } from "../stores/postgres/outbox/table/postgres-outbox.ts";
import { publishMessages } from "../stores/postgres/outbox/table/publish-messages.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";

/** The table that a test's broker on Postgres works on. */
export const BROKER_TABLE = defineOutboxTable({ table: "messages" });

/** A broker on that table, by a pool that belongs to somebody else. */
export function outboxBrokerOn(
  pool: pg.Pool,
  options: BrokerOptions & { readonly leaseMs?: number } = {},
): Broker {
  const sql = fromPg(pool);
  return outboxBroker({
    storage: postgresOutbox(fromPgPool(pool), BROKER_TABLE),
    publish: (message) => publishMessages(sql, BROKER_TABLE, [message]),
    pollMs: 20,
    ...options,
  });
}

/** A pool whose broken connections end nothing. */
export function openCalmPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
