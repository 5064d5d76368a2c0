import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPg } from "../sql.ts";
import { foldCounts, forgetOldCounts } from "./fold-counts.ts";
import { readCounts, readTotals } from "./read-counts.ts";

const WRITERS = 4;
const FOLDERS = 4;
const ENTRIES_EACH = 150;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const APPEND = "INSERT INTO sagascope.work_entry (project, machine_id, steps) VALUES ('p', $1, 1)";
const startedBy = (machineId: string) => ({ project: "p", machineId, bucket: 0 });

describe("adding up what was counted", () => {
  it("loses and doubles nothing while several write and several add up", async () => {
    const sql = fromPg(database.pool);
    let writing = true;
    const seen: number[] = [];
    const write = async (machine: string) => {
      for (let at = 0; at < ENTRIES_EACH; at += 1) await database.pool.query(APPEND, [machine]);
    };
    const fold = async () => {
      while (writing) await foldCounts(sql);
    };
    const look = async () => {
      while (writing) {
        const totals = await readTotals(sql);
        seen.push(totals.reduce((sum, { steps }) => sum + steps, 0));
      }
    };
    const folders = [look(), ...Array.from({ length: FOLDERS }, fold)];
    await Promise.all(Array.from({ length: WRITERS }, (_writer, at) => write(`m-${at % 2}`)));
    writing = false;
    await Promise.all(folders);

    const expected = (WRITERS / 2) * ENTRIES_EACH;
    const totals = await readTotals(sql);
    expect(totals.map(({ machineId, steps }) => [machineId, steps])).toEqual([
      ["m-0", expected],
      ["m-1", expected],
    ]);
    // Whoever looked meanwhile never saw less than before.
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });

  it("leaves all of it to others if it dies before its end", async () => {
    await database.pool.query(APPEND, ["dying"]);
    const client = await database.pool.connect();
    await client.query("BEGIN");
    await foldCounts(fromPg(client));
    await client.query("ROLLBACK");
    client.release();
    await foldCounts(fromPg(database.pool));

    expect(await readTotals(fromPg(database.pool))).toContainEqual(
      expect.objectContaining({ ...startedBy("dying"), steps: 1 }),
    );
  });

  it("is told by the minute and by the hour, with what is not added up yet", async () => {
    const insert =
      "INSERT INTO sagascope.work_entry (at, project, machine_id, steps) VALUES ($1, 'p', 'timed', $2)";
    await database.pool.query(insert, ["2026-03-01T10:00:30Z", 1]);
    await database.pool.query(insert, ["2026-03-01T10:01:10Z", 2]);
    await foldCounts(fromPg(database.pool));
    await database.pool.query(insert, ["2026-03-01T11:59:59Z", 4]);

    const since = new Date("2026-03-01T10:00:00Z");
    const read = async (grain: "minute" | "hour", bucketMs: number) =>
      (await readCounts(fromPg(database.pool), { grain, since, bucketMs }))
        .filter(({ machineId }) => machineId === "timed")
        .map(({ bucket, steps }) => [bucket, steps])
        .sort(([one = 0], [other = 0]) => one - other);

    expect(await read("minute", 60_000)).toEqual([
      [0, 1],
      [1, 2],
      [119, 4],
    ]);
    expect(await read("hour", 3_600_000)).toEqual([
      [0, 3],
      [1, 4],
    ]);
  });

  it("forgets minutes and hours that are long past, and no totals", async () => {
    await database.pool.query(
      "INSERT INTO sagascope.work_entry (at, project, machine_id, steps) VALUES ('2020-01-01', 'p', 'ancient', 3)",
    );
    const sql = fromPg(database.pool);
    await foldCounts(sql);
    await forgetOldCounts(sql);

    const { rows } = await database.pool.query(
      "SELECT grain FROM sagascope.work_count WHERE machine_id = 'ancient'",
    );
    expect(rows).toEqual([{ grain: "total" }]);
    expect(await forgetOldCounts(sql)).toBe(0);
  });
});
