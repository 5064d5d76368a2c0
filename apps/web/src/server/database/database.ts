import { type AnswerPatience, STEADY_CONNECTION, watchAnswers } from "@sagascope/core/postgres";
import { makePrisma, type PrismaClient } from "@sagascope/database";
import pg from "pg";
import { env } from "../env.ts";

/** The console's two doors to one pool of connections. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

const CONNECTIONS_MAX = 10; // a web process reads; more would only queue inside Postgres
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000; // no page may hold the database longer

/** Kept on the global object: a hot reload evaluates this module again, and must not open a second pool. */
const holder = globalThis as typeof globalThis & { sagascopeDatabase?: Database };

/** This process's database; connects at the first query, never at import. */
export function database(): Database {
  holder.sagascopeDatabase ??= openDatabase(env().DATABASE_URL);
  return holder.sagascopeDatabase;
}

/** Exported for its test. */
export function openDatabase(connectionString: string, patience?: AnswerPatience): Database {
  const pool = new pg.Pool({
    ...STEADY_CONNECTION,
    connectionString,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "sagascope-web",
  });
  pool.on("error", () => {}); // an idle connection was closed by the server; the next query opens another
  pool.on("connect", (client) => client.on("error", () => {})); // ended while being handed out: nobody listens yet
  watchAnswers(pool, connectionString, patience);
  return { pool, prisma: makePrisma(pool) };
}
