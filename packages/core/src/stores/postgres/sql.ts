import type { Pool, PoolClient } from "pg";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { keepPlansFresh } from "./fresh-plans.ts";
import { translatePgError } from "./pg-errors.ts";
import { type Notify, notifierOf } from "./pool-notifier.ts";
import { type Statement, statementName, type TextRow } from "./statement.ts";
import { sendBatch } from "./statement-batch.ts";

/**
 * The one way this package talks to Postgres: positional parameters in, plain rows out. Bound to a pool (each call its
 * own transaction) or to one open transaction; a store cannot tell which, and must not need to.
 */
export interface Sql {
  /**
   * @param operation - what the caller is doing, for error messages
   * @param text - one statement with `$1`-style parameters
   * @throws {StoreUnavailableError} if the server cannot be reached or gave up
   */
  query<Row extends object>(
    operation: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;

  /** Only where each statement is a transaction of its own; elsewhere a notification is part of the transaction. */
  readonly notify?: Notify;
}

/** A {@link Sql} over a session of our own, which can send many statements at once. */
export interface SqlSession extends Sql {
  /**
   * Send statements in one go: in a transaction of their own, or as part of the one that is open. If one fails, none of them
   * is written.
   *
   * @returns the rows of each statement, as text
   * @throws {StoreUnavailableError} if the server cannot be reached or gave up
   */
  batch(
    operation: string,
    statements: readonly Statement[],
  ): Promise<readonly (readonly TextRow[])[]>;
}

/** A {@link SqlSession} that can also open a transaction. */
export interface SqlPool extends SqlSession {
  /** Commits what `run` did, or rolls all of it back if it throws. */
  transaction<Result>(
    operation: string,
    run: (sql: SqlSession) => Promise<Result>,
  ): Promise<Result>;
}

/** A {@link Sql} that can open a transaction, and may or may not be able to send many statements at once. */
export interface TransactionalSql extends Sql {
  /** Commits what `run` did, or rolls all of it back if it throws. */
  transaction<Result>(operation: string, run: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** See {@link SqlSession}. */
  readonly batch?: SqlSession["batch"];
}

/** How statements are sent. */
export interface SqlOptions {
  /**
   * Prepare each statement once a connection and name it from then on. For connections that are sessions of their own: a
   * pooler that hands out another session for each transaction does not know the names.
   */
  readonly prepared?: boolean;
}

/** Bind to a `pg` pool, or to a client with an open transaction. */
export function fromPg(client: Pool | PoolClient, { prepared = false }: SqlOptions = {}): Sql {
  return {
    ...(isPool(client) ? { notify: notifierOf(client) } : {}),
    async query<Row extends object>(
      operation: string,
      text: string,
      values: readonly unknown[] = [],
    ): Promise<Row[]> {
      try {
        const name = prepared && values.length > 0 ? { name: statementName(text) } : {};
        // Who stands between us and the server tells statements apart by what they are for.
        const query = { text, values: [...values], ...name, operation };
        return (await client.query<Row>(query)).rows;
      } catch (error) {
        throw translatePgError(operation, error);
      }
    },
  };
}

function isPool(client: Pool | PoolClient): client is Pool {
  return "totalCount" in client;
}

/** Bind to a `pg` pool, with transactions. */
export function fromPgPool(pool: Pool, options: SqlOptions = {}): SqlPool {
  return {
    ...fromPg(pool, options),
    batch: (operation, statements) =>
      withClient(pool, operation, async (client) => {
        if (options.prepared) await keepPlansFresh(client);
        return batchOn(client, operation, statements);
      }),
    transaction: (operation, run) => inTransaction(pool, options, operation, run),
  };
}

async function inTransaction<Result>(
  pool: Pool,
  options: SqlOptions,
  operation: string,
  run: (sql: SqlSession) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, operation, async (client) => {
    const sql: SqlSession = {
      ...fromPg(client, options),
      batch: (name, statements) => batchOn(client, name, statements),
    };
    try {
      await sql.query(operation, "BEGIN");
      const result = await run(sql);
      await sql.query(operation, "COMMIT");
      return result;
    } catch (error) {
      await rollBack(client);
      throw error;
    }
  });
}

async function batchOn(client: PoolClient, operation: string, statements: readonly Statement[]) {
  if (statements.length === 0) return [];
  try {
    return await sendBatch(client, statements);
  } catch (error) {
    throw translatePgError(operation, error);
  }
}

async function withClient<Result>(
  pool: Pool,
  operation: string,
  use: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, operation);
  client.on("error", ignore);
  let broken = false;
  try {
    return await use(client);
  } catch (error) {
    broken = error instanceof StoreUnavailableError;
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

/** A session that ends between two statements is known by the next one; as an event nobody hears it ends the process. */
function ignore(): void {}

async function connect(pool: Pool, operation: string): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translatePgError(operation, error);
  }
}

/** A connection on which not even this works is thrown away with the error that led here. */
async function rollBack(client: PoolClient): Promise<void> {
  await client.query("ROLLBACK").catch(ignore);
}

/** The part of a Prisma transaction client that {@link fromPrisma} needs. */
export interface PrismaTransaction {
  $queryRawUnsafe<Result>(text: string, ...values: unknown[]): Promise<Result>;
}

/** Bind to an open Prisma transaction, so that an application's own writes commit or roll back together with ours. */
export function fromPrisma(transaction: PrismaTransaction): Sql {
  return {
    async query<Row extends object>(
      operation: string,
      text: string,
      values: readonly unknown[] = [],
    ): Promise<Row[]> {
      try {
        return await transaction.$queryRawUnsafe<Row[]>(text, ...values);
      } catch (error) {
        throw translatePgError(operation, error);
      }
    },
  };
}

/** The part of a Prisma client that {@link fromPrismaClient} needs. */
export interface PrismaLikeClient extends PrismaTransaction {
  $transaction<Result>(run: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result>;
}

/** Bind to a Prisma client: each statement a transaction of its own, and transactions where they are asked for. */
export function fromPrismaClient(prisma: PrismaLikeClient): TransactionalSql {
  return {
    ...fromPrisma(prisma),
    async transaction(operation, run) {
      try {
        return await prisma.$transaction((transaction) => run(fromPrisma(transaction)));
      } catch (error) {
        throw translatePgError(operation, error);
      }
    },
  };
}
