/**
 * What a claim over a table of messages costs, by how many messages wait: `DATABASE_URL=… npx tsx bench/outbox-claim.ts [rows …]`.
 * Buffers do not depend on what else the machine does; times do. Needs a database of its own. Default 10,000 to 1,000,000 rows; 10,000,000 take some minutes and 4 GB.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import pg from "pg";
import type { ClaimRequest } from "../packages/core/src/outbox/outbox-storage.ts";
import { claimDue } from "../packages/core/src/stores/postgres/outbox/table/claim-due.ts";
import { claimInOrder } from "../packages/core/src/stores/postgres/outbox/table/claim-in-order.ts";
import { FIND_BY_INDEX } from "../packages/core/src/stores/postgres/outbox/table/find-by-index.ts";
import { defineOutboxTable } from "../packages/core/src/stores/postgres/outbox/table/outbox-table.ts";
import { outboxTableSql } from "../packages/core/src/stores/postgres/outbox/table/outbox-table-sql.ts";
import { postgresOutbox } from "../packages/core/src/stores/postgres/outbox/table/postgres-outbox.ts";
import { fromPgPool } from "../packages/core/src/stores/postgres/sql.ts";
import type { Statement } from "../packages/core/src/stores/postgres/statement.ts";

const SIZES = process.argv.slice(2).map(Number);
const KEYS = 2_000;
const LIMIT = 100;
const CLAIMS = 30;
const TOKEN = "00000000-0000-4000-8000-000000000001";

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

/** The plan of a claim, which is rolled back. */
async function explain(statement: Statement): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(FIND_BY_INDEX.text);
    const text = `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${statement.text}`;
    const { rows } = await client.query(text, [...statement.values]);
    await client.query("ROLLBACK");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release();
  }
}

async function measure(rows: number, what: string, request: ClaimRequest): Promise<void> {
  const view = { after: table.lowestId, lookAhead: 2 * LIMIT, limit: LIMIT };
  const statement =
    request.order === "strict"
      ? claimInOrder(table).statement(request, TOKEN, view)
      : claimDue(table)(request, request.topics ?? [], TOKEN);
  const plan = await explain(statement);
  const times = await time(request);
  const at = (share: number) => Number(times[Math.floor(times.length * share)]?.toFixed(2));
  const buffers = Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);
  figures.push({ rows, what, buffers, medianMs: at(0.5), p95Ms: at(0.95) });
  report.push(`## ${rows.toLocaleString("en")} rows, ${what}`, "", plan, "");
  console.log(
    `${rows} rows, ${what}: ${buffers} buffers, median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
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
