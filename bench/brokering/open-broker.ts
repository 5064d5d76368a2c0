import { type Broker, brokerOfUrl, kafkaBroker, outboxBroker } from "@sagascope/core";
import {
  defineOutboxTable,
  fromPg,
  fromPgPool,
  outboxTableSql,
  postgresOutbox,
  publishMessages,
} from "@sagascope/core/postgres";
import pg from "pg";
import { isKafkaMissing, loadTestKafka } from "../../packages/core/src/testing/mock-kafka.ts";

/** A broker and whatever was opened for it. */
export interface OpenedBroker {
  readonly broker: Broker;
  close(): Promise<void>;
}

/**
 * The broker of a URL, as a user's setting opens it. Of Kafka with the client that `npm run kafka` has built here, if there is one; a
 * PostgreSQL is a table of messages.
 */
export function openBroker(url: string): OpenedBroker {
  const { protocol } = new URL(url);
  if (protocol.startsWith("postgres")) return openTable(url);
  const broker =
    protocol.startsWith("kafka") && !isKafkaMissing()
      ? kafkaBroker({ url, client: loadTestKafka(), groupProtocol: "consumer" })
      : brokerOfUrl(url);
  return { broker, close: () => broker.close() };
}

const TABLE = defineOutboxTable({ table: "bench_messages" });

/** Make the table of messages in a database that is empty. */
export async function createBrokerTable(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(outboxTableSql(TABLE));
  await pool.end();
}

function openTable(url: string): OpenedBroker {
  const pool = new pg.Pool({ connectionString: url });
  const sql = fromPg(pool, { prepared: true });
  const broker = outboxBroker({
    storage: postgresOutbox(fromPgPool(pool), TABLE),
    publish: (message) => publishMessages(sql, TABLE, [message]),
    pollMs: 20,
  });
  const close = async () => {
    await broker.close();
    await pool.end();
  };
  return { broker, close };
}
