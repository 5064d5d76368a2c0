import type pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { brokerFaultsContract } from "../../../../brokers/broker-faults.contract.ts";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../../../testing/fault-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import {
  BROKER_TABLE,
  openCalmPool,
  outboxBrokerOn,
} from "../../../../testing/test-outbox-broker.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";

/** One of its own is killed in the worker's tests, where Postgres can be started. */
const SHARED = "the server of the tests is everybody's";
/** What a user has to say for a server that does not answer: `pg` waits for ever by itself. */
const TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
const LEASE = { leaseMs: 3_000 };

describe("a broker on a table of Postgres, in trouble", () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let pool: pg.Pool;
  const settings = () => {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return { connectionString: url.href, ...TIMEOUTS };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(outboxTableSql(BROKER_TABLE));
    const { hostname, port } = new URL(database.url);
    proxy = await startFaultProxy({ host: hostname, port: Number(port || 5_432) });
    pool = openCalmPool(settings());
  });
  afterAll(async () => {
    await pool?.end();
    await proxy?.close();
    await database?.drop();
  });

  brokerFaultsContract({ restarts: SHARED }, () => ({
    connect: (options) => outboxBrokerOn(pool, { ...LEASE, ...options }),
    elsewhere: () => {
      const bench = new URL("../../../../testing/test-outbox-broker.ts", import.meta.url).href;
      return {
        imports: { openCalmPool: bench, outboxBrokerOn: bench },
        broker: `outboxBrokerOn(openCalmPool(${JSON.stringify(settings())}), ${JSON.stringify(LEASE)})`,
      };
    },
    ...faultsOf(proxy),
  }));
});
