/**
 * What the console's reads cost over a database that `bench/seed.ts` filled; see bench/README.md.
 * `DATABASE_URL=… npx tsx bench/reads.ts [--runs 20] [--only search,list]`
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { makePrisma } from "@sagascope/database";
import pg from "pg";
import { watchBackends } from "./reading/backend-cpu.ts";
import { captureStatements } from "./reading/captured-statements.ts";
import { type MeasuredRead, measuredReads } from "./reading/measured-reads.ts";
import { envelopeId } from "./seeding/seed-statements.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "20" }, only: { type: "string" } },
});
const RUNS = Number(values.runs);
const CONNECTIONS = 10; // as many as the console has

interface Figure {
  readonly kind: string;
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Processor time in the server and here, of one read. */
  readonly serverMs: number | undefined;
  readonly hereMs: number;
}

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: CONNECTIONS,
  idleTimeoutMillis: 0, // what a session used is known while it lives
});
const usedByServer = watchBackends(pool);
const capture = captureStatements(pool);
const doors = { prisma: makePrisma(pool), pool };
const plans: string[] = [];

async function measure(read: MeasuredRead): Promise<Figure> {
  await read.run(doors); // what is read for the first time comes from the disk
  const times: number[] = [];
  const server = usedByServer();
  const here = process.cpuUsage();
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await read.run(doors);
    times.push(performance.now() - startedAt);
  }
  const used = process.cpuUsage(here);
  const serverAfter = usedByServer();
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const each = (ms: number) => Number((ms / RUNS).toFixed(1));
  return {
    kind: read.kind,
    what: read.what,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    serverMs:
      server === undefined || serverAfter === undefined ? undefined : each(serverAfter - server),
    hereMs: each((used.user + used.system) / 1_000),
  };
}

async function explain(read: MeasuredRead): Promise<void> {
  capture.begin();
  await read.run(doors);
  for (const { text, values: given } of capture.end()) {
    if (!/^\s*(SELECT|WITH)/i.test(text)) continue;
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${text}`, [
      ...given,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    plans.push(`## ${read.kind}: ${read.what}`, "", plan, "");
  }
}

const { rows: seeded } = await pool.query(
  `SELECT relname AS table, reltuples::bigint::text AS rows FROM pg_class
   WHERE relnamespace = 'sagascope'::regnamespace AND relname IN ('instance', 'event', 'dead_letter', 'effect', 'history')`,
);
const { rows: some } = await pool.query<{ id: string }>(`SELECT ${envelopeId("4242")} AS id`);
const reads = measuredReads(some[0]?.id ?? "").filter(
  ({ kind }) => values.only === undefined || values.only.split(",").includes(kind),
);
const figures: Figure[] = [];
const loadBefore = loadavg();
for (const read of reads) {
  const figure = await measure(read);
  figures.push(figure);
  const server = figure.serverMs === undefined ? "" : `${figure.serverMs} ms in the server, `;
  console.log(
    `${figure.kind} ${figure.what}`.padEnd(70),
    `median ${figure.medianMs} ms, p95 ${figure.p95Ms} ms (${server}${figure.hereMs} ms here)`,
  );
}
// The counts beside all lists are the same statements; one of them shows their plans.
const explained = reads.filter(({ kind, what }) => kind !== "facets" || what.endsWith("a filter"));
for (const read of explained) await explain(read);
await pool.end();

const stamp = new Date().toISOString().slice(0, 10);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const result = {
  at: new Date(),
  cores: cpus().length,
  load: [loadBefore, loadavg()],
  seeded,
  runs: RUNS,
  figures,
};
writeFileSync(new URL(`${stamp}-reads.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(new URL(`${stamp}-reads-plans.txt`, folder), `${plans.join("\n")}\n`);
