import { type Broker, type BrokerOptions, outboxBroker } from "@sagascope/core";
import {
  defineOutboxTable,
  fromPg,
  fromPgPool,
  outboxTableSql,
  postgresOutbox,
  publishMessages,
} from "@sagascope/core/postgres";
import pg from "pg";

const TABLE = defineOutboxTable({ table: "messages" });
/** What a user has to say for a server that does not answer: `pg` waits for ever by itself. */
const TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };

/** Makes the table that the broker works on. */
export const TABLE_SQL = outboxTableSql(TABLE);

/** A broker on a table of messages, whose connections may break. */
export function openTableBroker(connectionString: string, options: BrokerOptions = {}): Broker {
  const pool = new pg.Pool({ connectionString, ...TIMEOUTS });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const sql = fromPg(pool);
  const broker = outboxBroker({
    storage: postgresOutbox(fromPgPool(pool), TABLE),
    publish: (message) => publishMessages(sql, TABLE, [message]),
    ...{ pollMs: 20, leaseMs: 3_000 },
    ...options,
  });
  return {
    ...broker,
    close: async (how) => {
      await broker.close(how);
      if (!pool.ending) await pool.end(); // it may be closed again
    },
  };
}
