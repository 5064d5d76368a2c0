import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { makePrisma, type PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CapturedStatement,
  captureStatements,
  type StatementCapture,
} from "./reading/captured-statements.ts";
import { measuredReads } from "./reading/measured-reads.ts";
import { SEED_CHARTS } from "./seeding/seed-charts.ts";
import {
  COMPLAINTS,
  INSERT_COMPLAINTS,
  INSERT_TENANTS,
  insertEffects,
  insertEvents,
  insertInstances,
  insertLetters,
  insertTimers,
  TENANT_ORDERS,
} from "./seeding/seed-statements.ts";

const SIZES = { subjects: 10_000, instances: 40_000, envelopes: 20_000, letters: 30_000, steps: 0 };
/** What a list looks at before it decides, and how far it counts: more than this is a walk over a table. */
const ROWS_MAX = 20_001;
const BIG = ["instance", "event", "dead_letter"];

let database: TestDatabase;
let prisma: PrismaClient;
let capture: StatementCapture;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  for (const { machineId, version, chart } of SEED_CHARTS) {
    await pool.query(
      `INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
       VALUES ('shop', $1, $2, 'x', $2, $3)`,
      [machineId, version, JSON.stringify(chart)],
    );
  }
  const fill = (statement: string, upTo: number) => pool.query(statement, [1, upTo]);
  await fill(insertInstances(SIZES), SIZES.subjects);
  await fill(INSERT_COMPLAINTS, COMPLAINTS);
  await fill(INSERT_TENANTS, TENANT_ORDERS / 6); // few beside the others, as where there are a million
  await fill(insertEffects(SIZES), SIZES.subjects);
  await fill(insertTimers(SIZES), SIZES.subjects);
  await fill(insertEvents(SIZES), SIZES.envelopes);
  await fill(insertLetters(SIZES), SIZES.letters);
  await pool.query("VACUUM ANALYZE");
  capture = captureStatements(pool);
  prisma = makePrisma(pool);
}, 300_000);
afterAll(() => database.drop());

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

/** Every scan of a table in the plans of these statements, as they really ran. */
async function scansOf(pool: pg.Pool, statements: readonly CapturedStatement[]): Promise<Node[]> {
  const scans: Node[] = [];
  const collect = (node: Node) => {
    if (node["Relation Name"]) scans.push(node);
    for (const child of node.Plans ?? []) collect(child);
  };
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    collect(rows[0]["QUERY PLAN"][0].Plan);
  }
  return scans;
}

/** Tables that a scan read more of than a list may. Partitions count as their table. */
function walksOf(scans: readonly Node[]): readonly string[] {
  return scans
    .filter((node) =>
      BIG.some((table) => node["Relation Name"]?.replace(/_(p\d+|default)$/, "") === table),
    )
    .map((node) => ({
      read: (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      what: `${node["Node Type"]} of ${node["Relation Name"]}`,
    }))
    .filter(({ read }) => read > ROWS_MAX)
    .map(({ read, what }) => `${what}: ${read} rows`);
}

const lists = measuredReads("nobody's").filter(({ kind }) => kind === "search" || kind === "list");

describe("the plans of lists and searches", () => {
  it.each(lists)("of $kind $what read no table from end to end", async (read) => {
    capture.begin();
    await read.run({ prisma, pool: database.pool });
    const statements = capture.end();
    expect(statements.length).toBeGreaterThan(0);
    expect(walksOf(await scansOf(database.pool, statements))).toEqual([]);
  });

  it("are told apart from those that do", async () => {
    const text = "SELECT count(*) FROM sagascope.instance WHERE revision > 2";
    expect(walksOf(await scansOf(database.pool, [{ text, values: [] }]))).toHaveLength(1);
  });
});
