/**
 * What a claim over a table of messages costs, by how many messages wait: `DATABASE_URL=… npx tsx bench/outbox-claim.ts [rows …]`.
 * Buffers do not depend on what else the machine does; times do. Needs a database of its own. Default 10,000 to 1,000,000 rows; 10,000,000 take some minutes and 4 GB.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import pg from "pg";
import type { ClaimRequest } from "../packages/core/src/outbox/outbox-storage.ts";
import { defineOutboxTable } from "../packages/core/src/stores/postgres/outbox/table/outbox-table.ts";
import { outboxTableSql } from "../packages/core/src/stores/postgres/outbox/table/outbox-table-sql.ts";
import { postgresOutbox } from "../packages/core/src/stores/postgres/outbox/table/postgres-outbox.ts";
import { fromPgPool } from "../packages/core/src/stores/postgres/sql.ts";
import { explainingSql, pagesOf } from "../packages/core/src/testing/explaining-sql.ts";

const SIZES = process.argv.slice(2).map(Number);
const KEYS = 2_000;
const LIMIT = 100;
const CLAIMS = 30;

const table = defineOutboxTable({ table: "bench_outbox" });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const report: string[] = [];
const figures: object[] = [];

const strict: ClaimRequest = { owner: "bench", limit: LIMIT, leaseMs: 60_000, order: "strict" };
const loose: ClaimRequest = { ...strict, order: "loose", topics: ["orders"] };

async function fill(rows: number): Promise<void> {
  await pool.query("DROP TABLE IF EXISTS bench_outbox");
  await pool.query(outboxTableSql(table));
  await pool.query(
    `INSERT INTO bench_outbox (topic, key, payload)
     SELECT 'orders', 'key-' || (n % ${KEYS}), convert_to(repeat('x', 200), 'UTF8') FROM generate_series(1, $1::int) n`,
    [rows],
  );
  await pool.query("VACUUM ANALYZE bench_outbox");
}

/** Milliseconds of claims one after the other; what they get is completed in between. */
async function time(request: ClaimRequest): Promise<readonly number[]> {
  const storage = postgresOutbox(fromPgPool(pool), table);
  const times: number[] = [];
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    const startedAt = performance.now();
    const rows = await storage.claim(request);
    times.push(performance.now() - startedAt);
    await storage.complete(rows);
  }
  return times.sort((a, b) => a - b);
}

/** The plans of all looks of one claim; what it gets is handed back. */
async function explain(request: ClaimRequest): Promise<readonly string[]> {
  const { sql, take } = explainingSql(pool);
  const rows = await postgresOutbox(sql, table).claim(request);
  await postgresOutbox(fromPgPool(pool), table).handBack(rows, 0);
  return take();
}

async function measure(rows: number, what: string, request: ClaimRequest): Promise<void> {
  const plans = await explain(request);
  const times = await time(request);
  const at = (share: number) => Number(times[Math.floor(times.length * share)]?.toFixed(2));
  const buffers = plans.map(pagesOf).reduce((sum, pages) => sum + pages, 0);
  const looks = plans.length;
  figures.push({ rows, what, looks, buffers, medianMs: at(0.5), p95Ms: at(0.95) });
  for (const [look, plan] of plans.entries()) {
    report.push(`## ${rows.toLocaleString("en")} rows, ${what}, look ${look + 1}`, "", plan, "");
  }
  console.log(
    `${rows} rows, ${what}: ${looks} looks, ${buffers} buffers, median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
}

for (const rows of SIZES.length > 0 ? SIZES : [10_000, 100_000, 1_000_000]) {
  await fill(rows);
  await measure(rows, `strict, ${KEYS} keys`, strict);
  await measure(rows, "loose, one topic", loose);
  await pool.query("UPDATE bench_outbox SET key = 'key-0', available_at = clock_timestamp()");
  await pool.query(
    "UPDATE bench_outbox SET available_at = clock_timestamp() + interval '1 h' WHERE id = (SELECT min(id) FROM bench_outbox WHERE status = 'pending')",
  );
  await pool.query("VACUUM ANALYZE bench_outbox");
  await measure(rows, "strict, all behind one message that waits", strict);
  await pool.query(
    `INSERT INTO bench_outbox (topic, key, payload) SELECT 'orders', 'late-' || n % 200, 'x' FROM generate_series(1, 10000) n`,
  );
  await pool.query("VACUUM ANALYZE bench_outbox");
  await measure(rows, "strict, 200 keys behind all of those", strict);
}
await pool.query("DROP TABLE bench_outbox");
await pool.end();

const stamp = new Date().toISOString().slice(0, 10);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL(`${stamp}-outbox-claim.json`, folder),
  `${JSON.stringify(figures, null, 2)}\n`,
);
writeFileSync(new URL(`${stamp}-outbox-claim-plans.txt`, folder), `${report.join("\n")}\n`);
