import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSchema } from "./check-schema.ts";
import { readSchema } from "./read-schema.ts";

const DESCRIPTION = path.join(import.meta.dirname, "../../schema-description.json");

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe("checkSchema", () => {
  it("compares with a description that is what the migrations make; vitest -u writes it anew", async () => {
    const found = await readSchema(database.pool);
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(DESCRIPTION);
    expect(await checkSchema(database.pool)).toEqual([]);
  });

  it("says the same whatever the session's search path is", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("SET search_path TO sagascope, public");
      expect(await checkSchema(client)).toEqual([]);
    } finally {
      client.release();
    }
  });

  it("does not mind partitions, storage settings and tables elsewhere [OBX-37]", async () => {
    await database.pool.query(`
      SELECT sagascope.ensure_partitions(60);
      ALTER TABLE sagascope.delivery SET (autovacuum_vacuum_scale_factor = 0.5);
      CREATE TABLE public.theirs (id integer)`);
    expect(await checkSchema(database.pool)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ["a table", "DROP TABLE sagascope.timer", "missing", "table timer"],
    [
      "a column",
      "ALTER TABLE sagascope.topic DROP COLUMN created_at",
      "missing",
      "column topic.created_at",
    ],
    ["an index", "DROP INDEX sagascope.timer_due_idx", "missing", "index timer.timer_due_idx"],
    [
      "an index of a partitioned table",
      "DROP INDEX sagascope.event_id_idx",
      "missing",
      "index event.event_id_idx",
    ],
    [
      "an index's condition",
      "DROP INDEX sagascope.effect_open_idx; CREATE INDEX effect_open_idx ON sagascope.effect (project, due_at)",
      "different",
      "index effect.effect_open_idx",
    ],
    [
      "a CHECK",
      "ALTER TABLE sagascope.instance DROP CONSTRAINT instance_status_check",
      "missing",
      "constraint instance.instance_status_check",
    ],
    [
      "a CHECK's condition",
      `ALTER TABLE sagascope.event DROP CONSTRAINT event_direction_check;
       ALTER TABLE sagascope.event ADD CONSTRAINT event_direction_check CHECK (direction <> '')`,
      "different",
      "constraint event.event_direction_check",
    ],
    [
      "a type",
      "ALTER TABLE sagascope.worker ALTER pid TYPE bigint",
      "different",
      "column worker.pid",
    ],
    [
      "a NOT NULL",
      "ALTER TABLE sagascope.worker ALTER host DROP NOT NULL",
      "different",
      "column worker.host",
    ],
    [
      "a default",
      "ALTER TABLE sagascope.delivery ALTER due_at SET DEFAULT now()",
      "different",
      "column delivery.due_at",
    ],
    [
      "a function's body",
      `CREATE OR REPLACE FUNCTION sagascope.shard_of(subject text) RETURNS smallint LANGUAGE sql IMMUTABLE
       AS $$ SELECT 0::smallint $$`,
      "different",
      "function shard_of(subject text)",
    ],
    [
      "a trigger that sleeps",
      "ALTER TABLE sagascope.audit DISABLE TRIGGER audit_append_only",
      "different",
      "trigger audit.audit_append_only",
    ],
    [
      "the partition that takes the rest",
      "DROP TABLE sagascope.history_default",
      "missing",
      "table history_default",
    ],
    ["a table nobody knows", "CREATE TABLE sagascope.notes (id integer)", "extra", "table notes"],
    [
      "a column nobody knows",
      "ALTER TABLE sagascope.topic ADD notes text",
      "extra",
      "column topic.notes",
    ],
  ])("names %s [OBX-32][OBX-37]", async (_case, change, kind, what) => {
    await database.pool.query(change);
    const differences = await checkSchema(database.pool);
    expect(differences).toContainEqual(expect.objectContaining({ kind, what }));
    const others = differences.filter((difference) => difference.what !== what);
    expect(others.filter((difference) => !isToldToo(difference.what, what))).toEqual([]);
  });

  it("names every table where nobody has migrated [OBX-23]", async () => {
    const empty = await createTestDatabase({ migrated: false });
    try {
      const differences = await checkSchema(empty.pool);
      expect(differences).toContainEqual({
        kind: "missing",
        what: "table event",
        expected: expect.any(String),
      });
      expect(differences.filter(({ what }) => what.startsWith("column"))).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});

/** Default partitions follow their tables. */
function isToldToo(also: string, what: string): boolean {
  const ofTable = what.replace(/^(\w+) (\w+)\..*$/, "$1 $2_default.");
  return also.startsWith(ofTable);
}
