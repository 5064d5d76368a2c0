import { MigrationError } from "./errors.ts";

/** One folder of `prisma/migrations`. */
export interface MigrationFile {
  /** The folder's name; names sort in the order in which they apply. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL in hex, as Prisma computes it. */
  readonly checksum: string;
}

/** One row of `_prisma_migrations` that was not rolled back. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  /** Absent when the migration started and never finished. */
  readonly finishedAt: Date | undefined;
}

/**
 * The files that are still to be applied, in order.
 *
 * @throws {MigrationError} if an applied migration failed earlier, was changed since, or is not among the files (the
 *   database belongs to a newer version)
 */
export function planMigrations(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const row of applied) checkApplied(row, byName.get(row.name));
  const done = new Set(applied.map((row) => row.name));
  return files.filter((file) => !done.has(file.name));
}

function checkApplied(row: AppliedMigration, file: MigrationFile | undefined): void {
  if (row.finishedAt === undefined) {
    throw new MigrationError(row.name, "failed earlier: repair the database, then resolve it");
  }
  if (file === undefined) {
    throw new MigrationError(row.name, "is unknown here: the database belongs to a newer version");
  }
  if (file.checksum !== row.checksum) {
    throw new MigrationError(row.name, "was changed after it had been applied");
  }
}
