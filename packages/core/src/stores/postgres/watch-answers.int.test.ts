import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { type FaultProxy, startFaultProxy } from "../../testing/fault-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type EnginePools, openEnginePools } from "./engine-pools.ts";
import { fromPgPool, type SqlPool } from "./sql.ts";
import { watchAnswers } from "./watch-answers.ts";

const QUIET_MS = 200;
/** Soon sure that nobody is there. */
const IMPATIENT = { quietMs: QUIET_MS, probeMs: 1_000, connectMs: 2_000 };
/** Asks as soon, and waits for the answer on the busiest machine. */
const PATIENT = { quietMs: QUIET_MS, probeMs: 30_000 };

let database: TestDatabase;
let proxy: FaultProxy;
let pools: EnginePools | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { hostname, port } = new URL(database.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port || 5432) });
});
afterEach(async () => {
  proxy.hang(false);
  proxy.cut();
  await pools?.close();
  pools = undefined;
  await proxy.close();
});

function urlThroughProxy(): string {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  return url.href;
}
function openSql(patience: Parameters<typeof openEnginePools>[2]): SqlPool {
  pools = openEnginePools(urlThroughProxy(), () => undefined, patience);
  return fromPgPool(pools.work, { prepared: true });
}
const ask = (sql: SqlPool) => sql.query("ask", "SELECT $1::int AS n", [1]);
const STATEMENT = { operation: "ask", text: "SELECT $1::int", values: [1] };
const pause = () => database.pool.query("SELECT pg_sleep($1::float8)", [(QUIET_MS * 4) / 1_000]);

describe("a network that swallows what is sent", () => {
  it.each<[string, (sql: SqlPool) => Promise<unknown>]>([
    ["a statement", ask],
    ["a batch", (sql) => sql.batch("ask", [STATEMENT, STATEMENT])],
    ["a transaction", (sql) => sql.transaction("ask", (tx) => tx.query("ask", "SELECT 1 AS n"))],
  ])(
    "is an outage to %s that waits for its answer, and over when it is over",
    async (_what, run) => {
      const sql = openSql(IMPATIENT);
      await run(sql);
      proxy.hang(true);
      await expect(run(sql)).rejects.toThrow(StoreUnavailableError);
      proxy.hang(false);
      proxy.cut();
      await run(sql);
    },
  );

  it("is an outage to who has no connection yet", async () => {
    const sql = openSql(IMPATIENT);
    proxy.hang(true);
    await expect(ask(sql)).rejects.toThrow(StoreUnavailableError);
    await expect(sql.transaction("ask", async () => 1)).rejects.toThrow(StoreUnavailableError);
  });

  it("is found by a statement that is lost while others reach the server", async () => {
    const pool = new pg.Pool({ connectionString: urlThroughProxy() });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    const stop = watchAnswers(pool, database.url, PATIENT);
    const sql = fromPgPool(pool);
    await ask(sql);
    proxy.hang(true);
    await expect(ask(sql)).rejects.toThrow(StoreUnavailableError);
    stop();
    await pool.end();
  });

  it("is none where a statement takes long: the server is asked, and it is still at it", async () => {
    const seconds = (QUIET_MS * 6) / 1_000;
    const slept = await openSql(PATIENT).query("sleep", "SELECT 1 AS n FROM pg_sleep($1::float8)", [
      seconds,
    ]);
    expect(slept).toEqual([{ n: 1 }]);
  });

  it("is none where a transaction thinks for long between two statements", async () => {
    const found = await openSql(PATIENT).transaction("think", async (tx) => {
      await tx.query("ask", "SELECT 1 AS n");
      await pause();
      return tx.query("ask", "SELECT 2 AS n");
    });
    expect(found).toEqual([{ n: 2 }]);
  });
});
