import { spawn } from "node:child_process";
import path from "node:path";
import { fromPg, takePermits } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { takeIngest, takeTry } from "./limits.ts";

const HOUR_MS = 3_600_000; // no window ends while a test runs

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe("permits", () => {
  it("are granted to no more of fifty at once than there are", async () => {
    const sql = fromPg(database.pool);
    const limit = { key: "race", max: 20, windowMs: HOUR_MS };
    const taken = await Promise.all(Array.from({ length: 50 }, () => takePermits(sql, limit)));
    expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(20);
  });

  it("are granted in handfuls, the last one as far as it goes", async () => {
    const sql = fromPg(database.pool);
    const limit = { key: "handful", max: 25, windowMs: HOUR_MS };
    const granted = [];
    for (let each = 0; each < 4; each += 1)
      granted.push((await takePermits(sql, limit, 10)).granted);
    expect(granted).toEqual([10, 10, 5, 0]);
  });

  it("are there again once the window is over", async () => {
    const sql = fromPg(database.pool);
    const limit = { key: "window", max: 1, windowMs: HOUR_MS };
    await takePermits(sql, limit);
    expect((await takePermits(sql, limit)).granted).toBe(0);
    await database.pool.query(
      "UPDATE sagascope.rate_limit SET resets_at = clock_timestamp() - interval '1 s' WHERE key = 'window'",
    );
    expect((await takePermits(sql, limit)).granted).toBe(1);
  });

  it("hold for two processes together", { timeout: 600_000 }, async () => {
    const outcomes = await Promise.all([takeInProcess(30), takeInProcess(30)]);
    expect(outcomes.reduce((sum, each) => sum + each, 0)).toBe(40);
  });

  it("leave no row for long, although nobody was refused", async () => {
    const { pool } = database;
    await pool.query(
      "INSERT INTO sagascope.rate_limit VALUES ('sign-in:long-ago', 1, clock_timestamp() - interval '2 hours')",
    );
    const other = new Proxy(pool, {}); // another console, which has not looked yet
    await takeTry(other, { what: "sign-in", who: "10.0.0.9", perMinute: 5 });
    const { rowCount } = await pool.query(
      "SELECT FROM sagascope.rate_limit WHERE key = 'sign-in:long-ago'",
    );
    expect(rowCount).toBe(0);
  });

  it("end in an error that says how long to wait", async () => {
    const tries = { what: "link", who: "10.0.0.1", perMinute: 1 } as const;
    await database.pool.query(
      "INSERT INTO sagascope.rate_limit VALUES ('link:10.0.0.1', 1, clock_timestamp() + interval '1 hour')",
    );
    await expect(takeTry(database.pool, tries)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: expect.any(Number),
    });
    await database.pool.query(
      "INSERT INTO sagascope.rate_limit VALUES ('ingest:t', 100, clock_timestamp() + interval '1 hour')",
    );
    await expect(takeIngest(database.pool, "t", 100)).rejects.toThrow("too many tries");
  });
});

/** How many of so many tries another process is granted, of 40 that two share. */
function takeInProcess(tries: number): Promise<number> {
  const script = path.join(import.meta.dirname, "testing/take-permits-process.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, database.url, String(tries)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += String(part);
    });
    child.on("error", reject);
    child.on("close", () => resolve(Number(text)));
  });
}
