import pg from "pg";
import { CannotStartError } from "./errors.ts";

const CONNECT_MS = 5_000;

/**
 * See that a database answers. The message names server and database, never the password.
 *
 * @throws {CannotStartError} if it does not, or is older than PostgreSQL 15
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
    requireVersion(Number(rows[0]?.server_version_num));
  } catch (cause) {
    if (cause instanceof CannotStartError) throw cause;
    throw new CannotStartError(
      `database '${nameOf(databaseUrl)}' cannot be reached: ${reason(cause)}`,
      {
        cause,
      },
    );
  } finally {
    await client.end().catch(() => {}); // never connected
  }
}

/** Host, port and database of a URL, without credentials. */
function nameOf(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url ? `${url.hostname}:${url.port || 5432}${url.pathname}` : "DATABASE_URL";
}

function requireVersion(version: number): void {
  if (version >= 150_000) return;
  const found = `${Math.floor(version / 10_000)}`;
  throw new CannotStartError(`database must be PostgreSQL 15 or newer, found ${found}`);
}

/** A refused connection to several addresses is an AggregateError with an empty message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "no reason given";
}
