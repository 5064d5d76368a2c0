import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { translatePgError } from "./pg-errors.ts";

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
}

/** A {@link Sql} that can also open a transaction. */
export interface SqlPool extends Sql {
  /** Commits what `run` did, or rolls all of it back if it throws. */
  transaction<Result>(operation: string, run: (sql: Sql) => Promise<Result>): Promise<Result>;
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
    async query<Row extends object>(
      operation: string,
      text: string,
      values: readonly unknown[] = [],
    ): Promise<Row[]> {
      try {
        const name = prepared && values.length > 0 ? { name: nameOf(text) } : {};
        return (await client.query<Row>({ text, values: [...values], ...name })).rows;
      } catch (error) {
        throw translatePgError(operation, error);
      }
    },
  };
}

const names = new Map<string, string>();
const NAME_DIGITS = 24;

/** Names a statement by what it says, so that two never share a name. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `sagascope_${createHash("sha256").update(text).digest("hex").slice(0, NAME_DIGITS)}`;
  names.set(text, name);
  return name;
}

/** Bind to a `pg` pool, with transactions. */
export function fromPgPool(pool: Pool, options: SqlOptions = {}): SqlPool {
  return {
    ...fromPg(pool, options),
    transaction: (operation, run) => inTransaction(pool, options, operation, run),
  };
}

async function inTransaction<Result>(
  pool: Pool,
  options: SqlOptions,
  operation: string,
  run: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, operation);
  client.on("error", ignore);
  let broken = false;
  try {
    const sql = fromPg(client, options);
    const [, result] = await Promise.all([sql.query(operation, "BEGIN"), run(sql)]);
    await sql.query(operation, "COMMIT");
    return result;
  } catch (error) {
    broken = !(await rollBack(client));
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

/** @returns false if the connection is of no further use */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
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
