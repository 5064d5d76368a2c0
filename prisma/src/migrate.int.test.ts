import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS_DIR, MigrationError, migrate, readMigrations } from "./migrate.ts";
import { checkSchema } from "./schema/check-schema.ts";

describe("migrate", () => {
  let database: TestDatabase;
  let dir: string;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    dir = await mkdtemp(path.join(os.tmpdir(), "sagascope-migrations-"));
    await writeMigration("1_boxes", "CREATE TABLE sagascope.box (id int PRIMARY KEY)");
  });
  afterEach(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });

  it("applies what is missing, in order, and nothing a second time", async () => {
    expect(await migrate(database.url, dir)).toEqual(["1_boxes"]);
    await writeMigration("2_lids", "ALTER TABLE sagascope.box ADD COLUMN lid text");

    expect(await migrate(database.url, dir)).toEqual(["2_lids"]);
    expect(await migrate(database.url, dir)).toEqual([]);
    await database.pool.query("INSERT INTO sagascope.box (id, lid) VALUES (1, 'round')");
  });

  it("lets one of several callers apply while the others wait", async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, dir)));

    expect(applied.flat()).toEqual(["1_boxes"]);
  });

  it("applies all of a migration or nothing, and names the one that fails", async () => {
    await writeMigration("2_broken", "CREATE TABLE sagascope.half (id int); SELECT nonsense");

    await expect(migrate(database.url, dir)).rejects.toThrow(
      /^migration '2_broken' could not be applied: column "nonsense" does not exist$/,
    );
    const { rows } = await database.pool.query("SELECT to_regclass('sagascope.half') AS half");
    expect(rows).toEqual([{ half: null }]);
    await writeMigration("2_broken", "CREATE TABLE sagascope.half (id int)");
    expect(await migrate(database.url, dir)).toEqual(["2_broken"]);
  });

  it("refuses a database whose applied migration was changed since", async () => {
    await migrate(database.url, dir);
    await writeMigration("1_boxes", "CREATE TABLE sagascope.crate (id int)");

    await expect(migrate(database.url, dir)).rejects.toThrow(MigrationError);
    await expect(migrate(database.url, dir)).rejects.toMatchObject({ migration: "1_boxes" });
  });

  it("brings an empty database to this version's schema", async () => {
    const names = (await readMigrations(MIGRATIONS_DIR)).map((file) => file.name);

    expect(await migrate(database.url)).toEqual(names);
  });

  it("brings a database of an earlier version to this one: what it lacked is there, and what it held [TRB-19][OBX-23]", async () => {
    await rm(path.join(dir, "1_boxes"), { recursive: true });
    const [first, ...later] = await readMigrations(MIGRATIONS_DIR);
    if (first === undefined) throw new Error("there are no migrations");
    await writeMigration(first.name, first.sql);
    await migrate(database.url, dir);
    await database.pool.query("INSERT INTO sagascope.topic (name, project) VALUES ('t', 'kept')");
    const lacking = (await checkSchema(database.pool)).map(({ kind, what }) => `${kind} ${what}`);
    const added = ["timer.taken_by", "timer.attempts", "worker.session_lost_at"];
    expect(lacking).toEqual(expect.arrayContaining(added.map((name) => `missing column ${name}`)));

    expect(await migrate(database.url)).toEqual(later.map(({ name }) => name));

    expect(await checkSchema(database.pool)).toEqual([]);
    const { rows } = await database.pool.query("SELECT name, project FROM sagascope.topic");
    expect(rows).toEqual([{ name: "t", project: "kept" }]);
  });

  async function writeMigration(name: string, sql: string): Promise<void> {
    await mkdir(path.join(dir, name), { recursive: true });
    await writeFile(path.join(dir, name, "migration.sql"), sql);
  }
});
