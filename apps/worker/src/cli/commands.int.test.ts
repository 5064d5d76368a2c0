import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { assign, defineProject, type Engine } from "@sagascope/core";
import { fromPgPool, registerProject, verifyApiToken } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  eventually,
  publish,
  startTestEngine,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "./main.ts";
import { runCli } from "./testing/run-cli.ts";

/** What the machine of these tests does with money it does not know; mended in the middle. */
const bank = { knowsCrowns: false };

const CHART = {
  id: "purse",
  version: "1.2.0",
  initial: "open",
  context: { total: 0, password: "" },
  states: {
    open: { on: { PAY: { actions: ["add"] }, SHUT: "shut" } },
    shut: { type: "final" },
  },
};

const project = defineProject({
  name: "bank",
  topics: ["commands", "events"],
  routes: [
    { topic: "commands", type: "pay", machine: "purse", event: "PAY" },
    { topic: "commands", type: "shut", machine: "purse", event: "SHUT" },
  ],
  machines: [
    {
      chart: CHART,
      attemptsMax: 1,
      logic: {
        actions: {
          add: assign(({ context, event }) => {
            if (event.payload.currency === "crowns" && !bank.knowsCrowns) {
              throw new Error("no such currency");
            }
            return { total: context.total + event.payload.amount, password: "hunter2" };
          }),
        },
      },
    },
  ],
});

const event = (id: string, change: object = {}) => ({
  specversion: "1.0",
  id,
  type: "pay",
  source: "/till",
  subject: "purse-1",
  data: { amount: 5 },
  ...change,
});

let database: TestDatabase;
let engine: Engine;
let dir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project);
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-cli-"));
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
  rmSync(dir, { recursive: true });
});

const cli = (...argv: string[]) => runCli(database.url, argv, { cwd: dir });

/** The same without a process of its own, which is quicker. */
async function runHere(...argv: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv,
    variables: { DATABASE_URL: database.url },
    cwd: dir,
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

function file(name: string, content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(path.join(dir, name), text);
  return name;
}

const count = async (table: string): Promise<number> => {
  const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM sagascope.${table}`);
  return rows[0].n;
};

describe("sagascope token", () => {
  it("prints the token alone on its last line, and it is good for its scope until revoked", async () => {
    const { code, stdout } = await cli("token", "create", "--scope", "ingest", "--expires", "30d");
    expect(code).toBe(0);
    const token = stdout.split("\n").at(-1) ?? "";
    const sql = fromPgPool(database.pool);
    const known = await verifyApiToken(sql, token, "ingest");
    expect(known).toBeDefined();
    expect(await verifyApiToken(sql, token, "operate")).toBeUndefined();

    const list = await runHere("token", "list", "--json");
    expect(json(list.stdout)).toMatchObject({ tokens: [{ id: known?.id, scopes: ["ingest"] }] });
    expect(list.stdout).not.toContain(token);

    expect((await cli("token", "revoke", known?.id ?? "")).code).toBe(0);
    expect(await verifyApiToken(sql, token, "ingest")).toBeUndefined();
  });

  it("gives id and token as JSON, and refuses scopes that there are not", async () => {
    const made = await cli("token", "create", "--scope", "read,ingest", "--name", "ci", "--json");
    expect(json(made.stdout)).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^sgs_/),
    });
    expect(await runHere("token", "create", "--scope", "everything")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "sagascope: --scope must be one of ingest, read, operate, metrics, administer, got 'everything'",
    });
    expect((await runHere("token", "revoke", "nobody")).code).toBe(1);
  });
});

describe("sagascope publish and instances", () => {
  it("publishes a file and shows where the instance stands, its secrets masked", async () => {
    const { code, stdout } = await cli("publish", "commands", file("one.json", event("e1")));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "e1" });

    const shown = await eventually("purse-1", async () => {
      const run = await cli("instances", "show", "purse", "purse-1", "--json");
      return run.code === 0 && run.stdout;
    });
    expect(shown).not.toContain("\n");
    expect(json(shown)).toMatchObject({
      machine: "purse",
      subject: "purse-1",
      state: "open",
      status: "active",
      revision: 1,
      context: { total: 5, password: "***" },
    });
    const list = await cli(
      "instances",
      "list",
      "--machine",
      "purse",
      "--phase",
      "running",
      "--json",
    );
    expect(json(list.stdout)).toMatchObject({ count: 1, instances: [{ subject: "purse-1" }] });
    expect(await runHere("instances", "show", "purse", "nobody")).toEqual({
      code: 1,
      stdout: "",
      stderr: "sagascope: machine 'purse' has no instance 'nobody'",
    });
  });

  it("reads one event a line from stdin", async () => {
    const stdin = [event("e2"), event("e3")].map((line) => JSON.stringify(line)).join("\n");
    const run = await runCli(database.url, ["publish", "commands", "-", "--json"], { stdin });
    expect(json(run.stdout)).toEqual({ topic: "commands", ids: ["e2", "e3"], deliveries: 2 });
  });

  it("publishes nothing unless every event is fine, and names each that is not [CLI-03]", async () => {
    const before = await count("event");
    const events = [event("x1"), event("x2", { subject: undefined }), event("x3", { id: "" })];
    const run = await cli("publish", "commands", file("three.json", events));
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr.split("\n")).toEqual([
      "event 1, field 'subject': subject is required: it names the instance",
      expect.stringMatching(/^event 2, field 'id': /),
      "sagascope: 2 of 3 event(s) refused, nothing was published",
    ]);
    expect(await count("event")).toBe(before);
  });

  it.each([
    [["publish", "commands", "missing.json"], "file 'missing.json' cannot be read: ENOENT"],
    [["publish", "comands", "one.json"], "topic 'comands' is not declared"],
    [["publish", "commands"], "FILE is missing"],
    [
      ["instances", "list", "--phase", "stuck"],
      "--phase must be one of running, compensating, completed, compensated, failed, cancelled, got 'stuck'",
    ],
    [["dlq", "list", "--limit", "0"], "--limit must be >= 1, got '0'"],
    [["dlq", "show", "nothing"], "no dead letter with id 'nothing'"],
    [["dlq", "replay", "nothing"], "no dead letter with id 'nothing'"],
  ])("refuses %j with exit code 2 and one line [CLI-02][CLI-03]", async (argv, problem) => {
    const run = await runHere(...argv);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toBe(`sagascope: ${problem}`);
  });
});

describe("sagascope dlq", () => {
  it("lists, shows, foretells and replays a dead letter, and says by its exit code how it went [CLI-02][CLI-07]", async () => {
    const data = { amount: 3, currency: "crowns", card: "4111 1111 1111 1111" };
    await publish(database.pool, "commands", "pay", "purse-2", data);
    const letter = await eventually("the letter", async () => {
      const { stdout } = await runHere("dlq", "list", "--json");
      return (json(stdout).dead_letters as { id: string; subject: string }[])[0];
    });
    expect(letter).toMatchObject({ subject: "purse-2", reason: "max_attempts", attempts: 1 });
    const table = (await runHere("dlq", "list")).stdout;
    expect(table).toMatch(/ID +REASON +MACHINE +SUBJECT +EVENT +TRIES +CAPTURED +RESOLVED/);
    expect(table).toContain(letter.id);
    const shown = (await runHere("dlq", "show", letter.id, "--json")).stdout;
    expect(shown).not.toContain("4111");
    expect(json(shown)).toMatchObject({ errors: [{ message: "no such currency" }] });

    const dry = await cli("dlq", "replay", letter.id, "--json");
    expect(dry.code).toBe(0);
    expect(json(dry.stdout)).toMatchObject({ dryRun: true, outcome: "dead_lettered" });

    const real = ["dlq", "replay", letter.id, "--no-dry-run", "--yes", "--reason", "mended?"];
    const failed = await cli(...real, "--json");
    expect(failed.code).toBe(1);
    expect(json(failed.stdout)).toMatchObject({ outcome: "dead_lettered" });

    bank.knowsCrowns = true;
    const done = await cli(...real, "--json");
    expect(done.code).toBe(0);
    expect(json(done.stdout)).toMatchObject({ outcome: "processed", dryRun: false });
    expect(json((await runHere("dlq", "list", "--json")).stdout)).toMatchObject({ count: 0 });
    expect((await runHere("dlq", "list", "--all")).stdout).toContain(letter.id);
    const again = await runHere(...real, "--json");
    expect(again.code).toBe(0);
    expect(json(again.stdout)).toMatchObject({ outcome: "duplicate" });
  });

  it("resolves a letter that was dealt with another way", async () => {
    await publish(database.pool, "commands", "no.such.type", "purse-3");
    const letter = await eventually("the letter", async () => {
      const { rows } = await database.pool.query(
        "SELECT id FROM sagascope.dead_letter WHERE subject = 'purse-3'",
      );
      return rows[0] as { id: string } | undefined;
    });
    const refused = await runHere("dlq", "replay", letter.id);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no machine handles type"),
    });
    expect(await runHere("dlq", "resolve", letter.id)).toMatchObject({ code: 0 });
    expect(json((await runHere("dlq", "show", letter.id, "--json")).stdout).resolvedAt).toBeNull();
    const real = ["--no-dry-run", "--yes", "--reason", "refunded by hand"];
    expect(await runHere("dlq", "resolve", letter.id, ...real)).toMatchObject({ code: 0 });
    expect(json((await runHere("dlq", "show", letter.id, "--json")).stdout)).toMatchObject({
      resolution: "resolved",
    });
  });

  it("says that no worker answered, and fails", async () => {
    const idle = defineProject({ name: "idle", topics: ["silence"], routes: [], machines: [] });
    await registerProject(fromPgPool(database.pool), idle);
    await database.pool.query(
      `INSERT INTO sagascope.dead_letter
         (id, project, consumer, work_key, source, reason, subject, event_type, attempts, errors, fingerprint, cause_title)
       VALUES ('lonely', 'idle', 'm', 'envelope:1', 'envelope', 'corrupt', 's', 't', 1, '[]', 'f', 'c')`,
    );
    expect(await runHere("dlq", "replay", "lonely", "--wait", "0.2s")).toEqual({
      code: 1,
      stdout: "",
      stderr: "sagascope: no worker of project 'idle' answered within 0.2 s",
    });
  });
});

describe("sagascope audit", () => {
  it("lists what operators did and proves the chain whole", async () => {
    const list = json((await runHere("audit", "list", "--json")).stdout);
    expect(list.audit).toContainEqual(
      expect.objectContaining({ action: "replay", reason: "mended?", outcome: "processed" }),
    );
    const verified = json((await runHere("audit", "verify", "--json")).stdout);
    expect(verified).toEqual({ intact: true, rows: await count("audit") });
  });

  it("names the first row that does not fit", async () => {
    await database.pool.query("ALTER TABLE sagascope.audit DISABLE TRIGGER USER");
    await database.pool.query("UPDATE sagascope.audit SET reason = 'forged' WHERE seq = 2");
    expect(await cli("audit", "verify")).toEqual({
      code: 1,
      stdout: "",
      stderr: "sagascope: audit row 2 does not fit the chain before it",
    });
  });
});

describe("sagascope chart check", () => {
  it("prints what a sound chart is", async () => {
    const { code, stdout } = await runHere("chart", "check", file("purse.json", CHART), "--json");
    expect(code).toBe(0);
    expect(json(stdout)).toEqual({
      id: "purse",
      version: "1.2.0",
      states: ["open", "shut"],
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
  });

  it("names the place of what is wrong with one", async () => {
    const bad = { ...CHART, states: { open: { on: { PAY: "nowhere" } } } };
    const { code, stderr } = await cli("chart", "check", file("bad.json", bad));
    expect(code).toBe(1);
    expect(stderr).toContain("states.open.on.PAY");
    expect(await runHere("chart", "check", file("text.json", "hello"))).toMatchObject({ code: 1 });
  });
});

describe("a database that cannot be used", () => {
  it("is one line, whether it is absent, empty or of another kind [CLI-04][TRB-17][OPS-05]", async () => {
    const missing = new URL(database.url);
    missing.pathname = "/no_such_database";
    expect(await runCli(missing.href, ["dlq", "list"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^sagascope: database '.*no_such_database'.* does not exist$/),
    });
    expect(await runCli("sqlite:///dead.db", ["dlq", "list"])).toMatchObject({
      code: 2,
      stderr: "sagascope: environment variable DATABASE_URL: must be a postgresql:// URL",
    });
    const empty = await createTestDatabase({ migrated: false });
    expect(await runCli(empty.url, ["dlq", "list"])).toMatchObject({
      code: 2,
      stderr: "sagascope: the database has no tables of Sagascope yet: run sagascope migrate",
    });
    await empty.drop();
  });
});
