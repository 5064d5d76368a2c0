import { fromPgPool, type SqlPool, STEADY_CONNECTION } from "@sagascope/core/postgres";
import pg from "pg";
import { checkDatabase } from "../services/up/check-database.ts";
import type { Invocation } from "./command.ts";
import { getDatabaseUrl } from "./database-url.ts";
import { UsageError } from "./errors.ts";

/** SQLSTATEs of a database that nobody migrated: no such table, no such schema. */
const NOT_MIGRATED = new Set(["42P01", "3F000"]);

const NO_SUCH_DATABASE = "3D000";

/**
 * Work on the database the command is for, and close it again.
 *
 * @throws {UsageError} if there is none, it does not exist or was never migrated
 * @throws {CannotStartError} if it does not answer
 */
export async function withDatabase<Result>(
  invocation: Pick<Invocation, "env" | "cwd">,
  use: (sql: SqlPool) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = getDatabaseUrl(invocation);
  await checkDatabase(databaseUrl).catch(blameCaller);
  const pool = new pg.Pool({ ...STEADY_CONNECTION, connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined); // the next statement reports it
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    return await use(fromPgPool(pool));
  } catch (error) {
    if (!NOT_MIGRATED.has(String((error as { code?: unknown }).code))) throw error;
    throw new UsageError("the database has no tables of Sagascope yet: run sagascope migrate", {
      cause: error,
    });
  } finally {
    await pool.end();
  }
}

/** A database that does not exist is a wrong name, not an outage; it is never created. */
function blameCaller(error: Error): never {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  throw code === NO_SUCH_DATABASE ? new UsageError(error.message, { cause: error }) : error;
}
