import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** What the global setup of the integration tests hands to every test file. */
export interface TestServer {
  /** A superuser's URL of the server's database `postgres`. */
  readonly adminUrl: string;
  /** A migrated database that nobody is connected to. */
  readonly template: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** A database of one test file's own. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** One more pool of connections to it. */
  openPool(max: number): pg.Pool;
  /** End the pools and drop the database, whoever is still connected to it. */
  drop(): Promise<void>;
}

/**
 * A database of its own for one test file, cloned from the migrated template (about 50 ms).
 *
 * @param options.migrated - `false` for an empty one, for tests of the migrations themselves
 */
export async function createTestDatabase(
  options: { migrated?: boolean } = {},
): Promise<TestDatabase> {
  const { adminUrl, template } = inject("testServer");
  const source = (options.migrated ?? true) ? template : "template0";
  const name = testDatabaseName(new Date());
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pools: pg.Pool[] = [];
  const openPool = (max?: number): pg.Pool => {
    const opened = new pg.Pool({
      connectionString: url.href,
      ...(max === undefined ? {} : { max }),
    });
    opened.on("error", () => undefined); // the drop ends sessions that are still closing
    opened.on("connect", (client) => client.on("error", () => undefined));
    pools.push(opened);
    return opened;
  };

  return {
    url: url.href,
    pool: openPool(),
    openPool,
    drop: async () => {
      await Promise.all(pools.map((opened) => opened.end()));
      await runAsAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The day is part of the name, so that what a killed run left behind can be told and dropped. */
function testDatabaseName(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  return `sagascope_test_${day}_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
