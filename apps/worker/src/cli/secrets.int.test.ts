import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Engine, jsonLogger } from "@sagascope/core";
import {
  CARELESS_REASON,
  createTestDatabase,
  eventually,
  type Leaky,
  leaksIn,
  leakyProject,
  publish,
  SECRET_DATA,
  SEEDED_SECRETS,
  startTestEngine,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "./testing/run-here.ts";

const leaky: Leaky = { isBroken: true };
const logged: string[] = [];
let database: TestDatabase;
let engine: Engine;
let dir: string;
let letterIds: readonly string[];

const cli = async (...argv: string[]) => {
  const { code, stdout, stderr } = await runHere({ DATABASE_URL: database.url }, argv, dir);
  return { code, text: `${stdout}\n${stderr}` };
};
const REAL = ["--no-dry-run", "--yes", "--reason", CARELESS_REASON];

beforeAll(async () => {
  database = await createTestDatabase();
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-secrets-"));
  const logger = jsonLogger((line) => void logged.push(line));
  engine = await startTestEngine(database, leakyProject(leaky), { logger });
  await publish(database.pool, "commands", "tell", "hero-1", SECRET_DATA);
  await publish(database.pool, "commands", "call", "hero-2", SECRET_DATA);
  await publish(database.pool, "commands", "no.such.type", "hero-3", SECRET_DATA);
  letterIds = await eventually("the letters", async () => {
    const { rows } = await database.pool.query(
      "SELECT id FROM sagascope.dead_letter ORDER BY subject",
    );
    return rows.length === 3 && rows.map(({ id }) => String(id));
  });
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
  rmSync(dir, { recursive: true });
});

/** Every command that shows something of letters, instances or the audit. */
async function seeEverything(): Promise<string> {
  const [first = "", second = ""] = letterIds;
  const runs = [
    ["dlq", "list", "--all"],
    ["dlq", "groups", "--all"],
    ...letterIds.map((id) => ["dlq", "show", id]),
    ...letterIds.map((id) => ["dlq", "replay", id]),
    ["instances", "list"],
    ["instances", "show", "gossip", "hero-2"],
    ["instances", "send", "gossip/hero-2", "TELL", "--data", JSON.stringify(SECRET_DATA)],
    ["dlq", "replay", first, ...REAL],
    ["dlq", "replay", second, ...REAL],
    ["audit", "list", "--limit", "500"],
    ["audit", "export", "audit.csv"],
  ];
  const texts: string[] = [];
  for (const argv of runs) {
    const shown = [await cli(...argv), await cli(...argv, "--json")];
    // A replay that fails again exits with 1, and what no machine takes is refused with 2: both say why.
    expect(shown[0]?.text.length, argv.join(" ")).toBeGreaterThan(10);
    texts.push(...shown.map(({ text }) => text));
  }
  return [...texts, readFileSync(path.join(dir, "audit.csv"), "utf8")].join("\n");
}

/** What is stored for people: everything but the sealed original and what a machine or a replay works with. */
const SHOWN_COLUMNS = [
  "SELECT to_jsonb(l) - 'sealed' AS row FROM sagascope.dead_letter l",
  "SELECT to_jsonb(o) AS row FROM sagascope.dead_letter_occurrence o",
  "SELECT to_jsonb(a) AS row FROM sagascope.audit a",
  "SELECT to_jsonb(c) - 'parameters' AS row FROM sagascope.operator_command c",
  "SELECT e.errors AS row FROM sagascope.effect e",
  "SELECT to_jsonb(n) AS row FROM sagascope.letter_note n",
];

describe("sixty secrets of every kind and in every place", () => {
  it("are sixty at least, and the letters that hold them can still be replayed as they were sent", async () => {
    expect(SEEDED_SECRETS.length).toBeGreaterThanOrEqual(60);
    // Of those that are put into data all but the ones of errors and reasons are there to be found.
    expect(leaksIn(JSON.stringify(SECRET_DATA)).length).toBeGreaterThanOrEqual(54);
    expect(new Set(SEEDED_SECRETS.map(({ value }) => value)).size).toBe(SEEDED_SECRETS.length);
    const { rows } = await database.pool.query(
      "SELECT 1 FROM sagascope.dead_letter WHERE sealed IS NULL",
    );
    expect(rows).toEqual([]);
  });

  it("never appear in what the command line shows or exports, nor in what it leaves in the audit [RED-07][RED-08]", async () => {
    const seen = await seeEverything();
    expect(seen).toContain("'***' was refused, sent Bearer ***");
    expect(seen.match(/"byKey":\{"password":"\*\*\*"/g)?.length).toBeGreaterThanOrEqual(5);
    expect(leaksIn(seen)).toEqual([]);
  });

  it("never appear in columns that are shown to people [DLQ-13][RED-06]", async () => {
    for (const query of SHOWN_COLUMNS) {
      const { rows } = await database.pool.query<{ row: unknown }>(query);
      expect(leaksIn(JSON.stringify(rows)), query).toEqual([]);
    }
  });

  it("never appear in the log", () => {
    expect(leaksIn(logged.join("\n"))).toEqual([]);
  });
});
