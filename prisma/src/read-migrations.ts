import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { MigrationFile } from "./plan-migrations.ts";

/** The folder that holds this version's migrations. */
export const MIGRATIONS_DIR = path.join(import.meta.dirname, "../migrations");

/** Read every `<time>_<what>/migration.sql` of a folder, in the order in which they apply. */
export async function readMigrations(dir: string): Promise<MigrationFile[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(dir, name)));
}

async function readMigration(dir: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(path.join(dir, name, "migration.sql"), "utf8");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}
