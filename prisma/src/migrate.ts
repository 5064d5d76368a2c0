import { randomUUID } from "node:crypto";
import pg from "pg";
import { MigrationError } from "./errors.ts";
import type { AppliedMigration, MigrationFile } from "./plan-migrations.ts";
import { planMigrations } from "./plan-migrations.ts";
import { MIGRATIONS_DIR, readMigrations } from "./read-migrations.ts";

export { MigrationError } from "./errors.ts";
export { MIGRATIONS_DIR, readMigrations } from "./read-migrations.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const PRISMA_LOCK_KEY = 72_707_369; // the advisory lock that `prisma migrate` takes too

/** As Prisma creates it, so that `prisma migrate status` and `deploy` read the same record. */
const CREATE_RECORD = `
  CREATE SCHEMA IF NOT EXISTS sagascope;
  CREATE TABLE IF NOT EXISTS sagascope._prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

const SELECT_APPLIED = `
  SELECT migration_name AS name, checksum, finished_at
  FROM sagascope._prisma_migrations
  WHERE rolled_back_at IS NULL
  ORDER BY started_at`;

const INSERT_APPLIED = `
  INSERT INTO sagascope._prisma_migrations
    (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`;

/**
 * Bring a database to this version's schema and return the names of the migrations that were applied, none if it was
 * there already. Callers may race: one applies, the others wait. Each migration is one transaction together with its
 * row in `sagascope._prisma_migrations`, so that a crash leaves either all of it or nothing.
 *
 * @param connectionString - a `postgresql://` URL of a role that may create the schema `sagascope`
 * @throws {MigrationError} if the database's record does not fit the folder, or a migration fails
 */
export async function migrate(
  connectionString: string,
  migrationsDir: string = MIGRATIONS_DIR,
): Promise<string[]> {
  const files = await readMigrations(migrationsDir);
  const client = new pg.Client({
    ...{ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    keepAlive: true, // a migration may take long
  });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK_KEY]);
    await client.query(CREATE_RECORD);
    const pending = planMigrations(files, await listApplied(client));
    for (const file of pending) await apply(client, file);
    return pending.map((file) => file.name);
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished_at: Date | null }>(
    SELECT_APPLIED,
  );
  return rows.map(({ name, checksum, finished_at }) => ({
    name,
    checksum,
    finishedAt: finished_at ?? undefined,
  }));
}

async function apply(client: pg.Client, { name, sql, checksum }: MigrationFile): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL search_path TO sagascope");
    await client.query(sql);
    await client.query(INSERT_APPLIED, [randomUUID(), checksum, name]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const problem = error instanceof Error ? error.message : String(error);
    throw new MigrationError(name, `could not be applied: ${problem}`, { cause: error });
  }
}
