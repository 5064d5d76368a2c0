/**
 * Fill a database of its own with a shop of any size, for measuring what the console reads; see bench/README.md.
 * `DATABASE_URL=… npx tsx bench/seed.ts --instances 1000000 --envelopes 10000000 --letters 1000000`
 */
import { parseArgs } from "node:util";
import { migrate } from "@sagascope/database/migrate";
import pg from "pg";
import { SEED_CHARTS } from "./seeding/seed-charts.ts";
import {
  BIG_CONVERSATION,
  COMPLAINTS,
  INSERT_BIG_CONVERSATION,
  INSERT_COMPLAINTS,
  INSERT_TENANTS,
  insertEffects,
  insertEvents,
  insertHistory,
  insertInstances,
  insertLetters,
  insertTimers,
  type SeedSizes,
  TENANT_ORDERS,
} from "./seeding/seed-statements.ts";

const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "1000000" },
    envelopes: { type: "string", default: "10000000" },
    letters: { type: "string", default: "20000" },
    steps: { type: "string", default: "1" }, // kept of each instance's history
  },
});

const MACHINES = 4; // one instance each a subject
const ROWS_AT_ONCE = 500_000;
const WEEKS_BACK = 5; // older than anything that is seeded
const FILLED = ["instance", "history", "event", "effect", "timer", "dead_letter"];

const subjects = Math.floor(Number(values.instances) / MACHINES);
const sizes: SeedSizes = {
  subjects,
  instances: subjects * MACHINES,
  envelopes: Number(values.envelopes),
  letters: Number(values.letters),
  steps: Number(values.steps),
};

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("set DATABASE_URL to a database of its own");
await migrate(databaseUrl);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const { rows: filled } = await client.query("SELECT FROM sagascope.instance LIMIT 1");
if (filled.length > 0) throw new Error("the database has instances already");
await client.query(
  "SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET jit = off",
);

/** Tables are filled without their indexes, which are built once at the end: many times faster. */
async function dropIndexes(): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE t.relnamespace = 'sagascope'::regnamespace AND t.relname = ANY($1) AND NOT x.indisprimary AND NOT x.indisunique`,
    [FILLED],
  );
  for (const { name } of rows) await client.query(`DROP INDEX sagascope.${name}`);
  return rows.map(({ definition }) => definition);
}

/** Weeks that are over have partitions in a database that has lived; a new one has none. */
async function addPastWeeks(parent: "event" | "history"): Promise<void> {
  const { rows } = await client.query<{ first: Date }>(
    "SELECT min(starts_at) AS first FROM sagascope.partitions_of($1)",
    [parent],
  );
  const first = rows[0]?.first;
  if (!first) throw new Error(`${parent} has no partition`);
  for (let week = 1; week <= WEEKS_BACK; week += 1) {
    const from = new Date(first.getTime() - week * 7 * 86_400_000).toISOString();
    const to = new Date(first.getTime() - (week - 1) * 7 * 86_400_000).toISOString();
    await client.query(
      `CREATE TABLE sagascope.${parent}_p${from.slice(0, 10).replaceAll("-", "")} PARTITION OF sagascope.${parent}
       FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
}

async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await run();
  console.log(what.padEnd(44), `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

async function fill(what: string, statement: string, upTo: number): Promise<void> {
  await timed(`${what}, from ${upTo.toLocaleString("en")} numbers`, async () => {
    for (let from = 1; from <= upTo; from += ROWS_AT_ONCE) {
      await client.query(statement, [from, Math.min(upTo, from + ROWS_AT_ONCE - 1)]);
    }
  });
}

for (const { machineId, version, chart } of SEED_CHARTS) {
  await client.query(
    `WITH added AS (
       INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
       VALUES ('shop', $1, $2, 'seed-' || $2, 'seed-' || $2, $3) RETURNING id)
     INSERT INTO sagascope.machine (machine_id, project, chart_id) SELECT $1, 'shop', id FROM added
     ON CONFLICT (machine_id) DO UPDATE SET chart_id = excluded.chart_id`,
    [machineId, version, JSON.stringify(chart)],
  );
}
await addPastWeeks("event");
await addPastWeeks("history");
const indexes = await dropIndexes();
await fill("instances", insertInstances(sizes), sizes.subjects);
await fill("complaints", INSERT_COMPLAINTS, COMPLAINTS);
await fill("tenants", INSERT_TENANTS, TENANT_ORDERS);
if (sizes.steps > 0) await fill("history", insertHistory(sizes), sizes.subjects);
await fill("calls", insertEffects(sizes), sizes.subjects);
await fill("timers", insertTimers(sizes), sizes.subjects);
await fill("envelopes", insertEvents(sizes), sizes.envelopes);
await fill("one large conversation", INSERT_BIG_CONVERSATION, BIG_CONVERSATION);
await fill("dead letters", insertLetters(sizes), sizes.letters);
for (const definition of indexes) {
  const [, name = ""] = /INDEX (\S+)/.exec(definition) ?? [];
  await timed(`index ${name}`, () => client.query(definition));
}
await timed("vacuum and analyse", () => client.query("VACUUM ANALYZE"));
const { rows: size } = await client.query(
  "SELECT pg_size_pretty(pg_database_size(current_database())) AS size",
);
console.log("size of the database".padEnd(44), size[0]?.size);
await client.end();
