import { readFileSync } from "node:fs";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const PAGE = new URL("../../../docs/how-to/size-a-deployment.md", import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** `threshold share` by table, as the page on sizing has it. */
function said(): Readonly<Record<string, string>> {
  const rows = [...readFileSync(PAGE, "utf8").matchAll(/^\| (`.+`) \| ([\d,]+) \| ([\d.]+) \|$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, tables = "", threshold = "", share]) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => [
        table,
        `${threshold.replaceAll(",", "")} ${share}`,
      ]),
    ),
  );
}

it("tables in motion are vacuumed as the page on sizing says, and no other is set apart [OPS-07]", async () => {
  const { rows } = await database.pool.query<{ name: string; options: readonly string[] }>(
    `SELECT relname AS name, reloptions AS options FROM pg_class
     WHERE relnamespace = 'sagascope'::regnamespace AND relkind = 'r' AND NOT relispartition
       AND reloptions::text LIKE '%autovacuum%'`,
  );
  const found = rows.map(({ name, options }) => {
    const setting = (option: string) =>
      options.find((each) => each.startsWith(`autovacuum_vacuum_${option}=`))?.split("=")[1];
    return [name, `${setting("threshold")} ${setting("scale_factor")}`];
  });
  expect(Object.fromEntries(found)).toEqual(said());
});
