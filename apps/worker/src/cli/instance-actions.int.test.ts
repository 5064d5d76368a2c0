import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { assign, defineProject, type Engine } from "@sagascope/core";
import { fromPgPool, registerProject } from "@sagascope/core/postgres";
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

/** Whether the bank of these tests answers. */
const bank = { isDown: false };

const CHART = {
  id: "parcel",
  version: "1.0",
  initial: "new",
  context: { paid: null, token: "hunter2" },
  states: {
    new: { on: { GO: "paying" } },
    paying: {
      invoke: { id: "charge", src: "charge", onDone: { target: "packed", actions: ["keep"] } },
    },
    packed: { on: { SEND: "sent" }, after: { 3600000: "lost" } },
    lost: { tags: ["dead-letter"] },
    sent: { type: "final" },
  },
};

const machine = (chart: object) => ({
  chart,
  services: { charge: { attemptsMax: 1 } },
  logic: {
    actions: { keep: assign({ paid: ({ event }) => event.output }) },
    services: {
      charge: async () => {
        if (bank.isDown) throw new Error("bank down");
        return "tx-1";
      },
    },
  },
});

const project = defineProject({
  name: "post",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "parcel.go", machine: "parcel", event: "GO" },
    { topic: "commands", type: "parcel.go", machine: "twin", event: "GO" },
  ],
  machines: [
    machine(CHART),
    { chart: { id: "twin", initial: "a", states: { a: { on: { GO: "a" } } } }, logic: {} },
  ],
});

const REAL = ["--no-dry-run", "--yes", "--reason", "a customer called"];

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

async function run(...argv: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv: ["instances", ...argv],
    variables: { DATABASE_URL: database.url },
    cwd: dir,
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

const stateOf = async (subject: string) => {
  const { rows } = await database.pool.query(
    "SELECT states, status FROM sagascope.instance WHERE machine_id = 'parcel' AND subject = $1",
    [subject],
  );
  return rows[0] as { states: string[]; status: string } | undefined;
};

const parcelIn = async (subject: string, state: string) => {
  await publish(database.pool, "commands", "parcel.go", subject);
  await eventually(`${subject} in ${state}`, async () => {
    return (await stateOf(subject))?.states.join() === state;
  });
};

describe("sagascope instances send", () => {
  it("foretells by default, and sends when all is said that a real one needs [CLI-05]", async () => {
    await parcelIn("p-1", "packed");

    const dry = await runCli(database.url, ["instances", "send", "parcel/p-1", "SEND", "--json"]);
    expect(dry.code).toBe(0);
    expect(json(dry.stdout)).toMatchObject({
      kind: "send",
      dryRun: true,
      outcome: "processed",
      after: { states: ["sent"] },
    });
    expect(dry.stdout).not.toContain("hunter2");
    expect(await stateOf("p-1")).toMatchObject({ states: ["packed"] });

    const real = await runCli(database.url, ["instances", "send", "parcel/p-1", "SEND", ...REAL]);
    expect(real.code).toBe(0);
    expect(real.stdout).toContain("packed → sent");
    expect(real.stdout).toContain("ends timer");
    expect(await stateOf("p-1")).toMatchObject({ states: ["sent"], status: "done" });
  });

  it("reads what the event carries from a file", async () => {
    await parcelIn("p-2", "packed");
    writeFileSync(path.join(dir, "payload.json"), '{"by":"van"}');
    const file = ["--payload-file", "payload.json"];
    expect(await run("send", "parcel/p-2", "SEND", ...file)).toMatchObject({ code: 0 });
    expect(await run("send", "parcel/p-2", "SEND", "--payload", "{", "--json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--payload is not JSON"),
    });
    expect(await run("send", "parcel/p-2", "SEND", "--payload", "1", ...file)).toMatchObject({
      code: 2,
    });
  });

  it("is refused with exit code 2 and one line, and fails with 1 when nothing moved", async () => {
    await parcelIn("p-3", "packed");
    expect(await run("send", "parcel/p-3", "done.invoke.charge", ...REAL)).toMatchObject({
      code: 2,
      stderr:
        "sagascope: refused: 'done.invoke.charge' is an event of the engine and cannot be sent",
    });
    expect(await run("send", "parcel/p-3", "SEND", "--if-revision", "1")).toMatchObject({
      code: 2,
      stderr: "sagascope: refused: the instance is at revision 2 by now, not at 1: look again",
    });
    expect(await run("send", "parcel/p-3", "GO", ...REAL)).toMatchObject({
      code: 1,
      stderr: "sagascope: the send ended as ignored",
    });
    expect(await run("send", "parcel/p-3", "SEND", "--no-dry-run", "--yes")).toMatchObject({
      code: 2,
      stderr: "sagascope: --reason is required: it is kept",
    });
  });
});

describe("sagascope instances skip and resume", () => {
  it("answers a call that gave up, or has it made again", async () => {
    bank.isDown = true;
    await parcelIn("q-1", "paying");
    await parcelIn("q-2", "paying");
    await eventually("both letters", async () => {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM sagascope.dead_letter WHERE subject IN ('q-1', 'q-2')",
      );
      return rows.length === 2;
    });
    const failed = await run("resume", "parcel/q-1", "--call", "charge", ...REAL, "--json");
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the resume ended as dead_lettered"),
    });
    bank.isDown = false;
    expect(await run("resume", "parcel/q-1", ...REAL)).toMatchObject({ code: 0 });
    expect(await stateOf("q-1")).toMatchObject({ states: ["packed"] });

    const skipped = await run("skip", "parcel/q-2", "--output", '"by hand"', ...REAL, "--json");
    expect(json(skipped.stdout)).toMatchObject({
      outcome: "processed",
      resolves: [expect.any(String)],
    });
    expect(json((await run("show", "parcel/q-2", "--json")).stdout)).toMatchObject({
      state: "packed",
      context: { paid: "by hand", token: "***" },
    });
  });
});

describe("sagascope instances cancel, rewind and migrate", () => {
  it("ends an instance, and takes that back", async () => {
    await parcelIn("r-1", "packed");
    expect(await run("cancel", "parcel/r-1", ...REAL)).toMatchObject({ code: 0 });
    expect(await stateOf("r-1")).toMatchObject({ status: "cancelled" });
    const rewound = await run("rewind", "parcel/r-1", "2", ...REAL);
    expect(rewound).toMatchObject({ code: 0, stdout: expect.stringContaining("revision 2") });
    expect(await stateOf("r-1")).toMatchObject({ status: "active", states: ["packed"] });
    expect(await run("rewind", "parcel/r-1", "zero")).toMatchObject({
      code: 2,
      stderr: "sagascope: REVISION must be a whole number >= 1, got 'zero'",
    });
  });

  it("moves an instance to another version, by a mapping where it has to", async () => {
    await parcelIn("m-1", "packed");
    const { packed, ...states } = CHART.states;
    const chart = {
      ...CHART,
      version: "2.0",
      states: {
        ...states,
        boxed: packed,
        paying: { invoke: { ...states.paying.invoke, onDone: "boxed" } },
      },
    };
    await registerProject(
      fromPgPool(database.pool),
      defineProject({ ...project, machines: [machine(chart), ...project.machines.slice(1)] }),
    );
    expect(await run("migrate", "parcel/m-1", "--to", "2.0")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("state 'packed' does not exist there"),
    });
    const moved = await run(
      "migrate",
      "parcel/m-1",
      "--to",
      "2.0",
      "--states",
      "packed=boxed",
      ...REAL,
    );
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/1\.0 → 2\.0/) });
    expect(await stateOf("m-1")).toMatchObject({ states: ["boxed"] });
    expect(await run("migrate", "parcel/m-1", "--states", "packed")).toMatchObject({
      code: 2,
      stderr: "sagascope: --states must be OLD=NEW, comma-separated, got 'packed'",
    });
  });
});

describe("the key of an instance", () => {
  it("may be the subject alone, where only one machine knows it", async () => {
    await parcelIn("k-1", "packed");
    await eventually("the twin", async () => {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM sagascope.instance WHERE subject = 'k-1'",
      );
      return rows.length === 2;
    });
    expect(await run("cancel", "k-1")).toMatchObject({
      code: 2,
      stderr:
        "sagascope: several machines have an instance 'k-1': give one of parcel/k-1, twin/k-1",
    });
    await database.pool.query(
      "DELETE FROM sagascope.instance WHERE machine_id = 'twin' AND subject = 'k-1'",
    );
    expect(await run("cancel", "k-1")).toMatchObject({ code: 0 });
    expect(await run("cancel", "nobody")).toMatchObject({
      code: 1,
      stderr: "sagascope: no instance 'nobody': give MACHINE/SUBJECT, or the subject alone",
    });
    expect(json((await run("show", "k-1", "--json")).stdout)).toMatchObject({ subject: "k-1" });
  });
});
