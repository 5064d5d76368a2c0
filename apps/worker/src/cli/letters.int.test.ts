import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { assign, defineProject, type Engine } from "@sagascope/core";
import { fromPgPool, purgeLetters } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  eventually,
  publish,
  startTestEngine,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "./testing/run-here.ts";

const shop = { isBroken: false };

/** One machine that takes coins unless it is broken, and gives up in a state of its own when it is told to. */
const shopProject = (version: string, extra: object = {}) =>
  defineProject({
    name: "shop",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    routes: ["PAY", "DROP"].map((event) => ({
      ...{ topic: "commands", machine: "till", event, type: event.toLowerCase() },
    })),
    machines: [
      {
        chart: {
          id: "till",
          version,
          initial: "open",
          context: { coins: 0 },
          states: {
            open: { on: { PAY: { actions: ["keep"] }, DROP: "broken" } },
            broken: { tags: ["dead-letter"] },
            ...extra,
          },
        },
        attemptsMax: 1,
        logic: {
          actions: {
            keep: assign(({ context }) => {
              if (shop.isBroken) throw new Error("the till is broken");
              return { coins: context.coins + 1 };
            }),
          },
        },
      },
    ],
  });

let database: TestDatabase;
let engine: Engine;
let dir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, shopProject("1"));
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-letters-"));
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
  rmSync(dir, { recursive: true });
});

const cli = (...argv: string[]) => runHere({ DATABASE_URL: database.url }, argv, dir);
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];
const REAL = ["--no-dry-run", "--yes", "--reason", "mended"];

/** Publish something that fails, and wait for its letter. */
async function letterOf(subject: string, type = "pay"): Promise<string> {
  shop.isBroken = true;
  await publish(database.pool, "commands", type, subject, { n: 1 });
  const letter = await eventually(`a letter of ${subject}`, async () => {
    const [row] = await rows<{ id: string }>(
      "SELECT id FROM sagascope.dead_letter WHERE subject = $1",
      subject,
    );
    return row;
  });
  shop.isBroken = false;
  return letter.id;
}

const auditOf = (target: string) =>
  rows<{ action: string; outcome: string; reason: string; detail: object }>(
    "SELECT action, outcome, reason, detail FROM sagascope.audit WHERE target = $1 ORDER BY seq",
    target,
  );

/** Ids that `dlq list` prints. */
const ids = async (...argv: string[]) => {
  const { stdout } = await cli("dlq", "list", "--json", ...argv);
  return (json(stdout).dead_letters as { id: string }[]).map(({ id }) => id);
};

describe("sagascope dlq", () => {
  it("goes from a list to a purge as the example session does [EXA-06][CLI-01][AUD-02]", async () => {
    const id = await letterOf("session-1");
    expect(json((await cli("dlq", "list", "--json")).stdout)).toMatchObject({
      count: 1,
      dead_letters: [{ id }],
    });
    expect((await cli("dlq", "show", id)).stdout).toContain("the till is broken");
    expect(await cli("dlq", "replay", id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("dry run"),
    });
    expect(await auditOf(`dead letter ${id}`)).toEqual([]);
    expect(await cli("dlq", "replay", id, ...REAL)).toMatchObject({ code: 0 });
    expect(await cli("dlq", "purge", "--id", id, "--yes", "--reason", "done with")).toMatchObject({
      code: 0,
      stdout: "1 dead letter(s) purged",
    });
    expect(await cli("dlq", "show", id)).toMatchObject({ code: 2 });
    expect(await auditOf(`dead letter ${id}`)).toMatchObject([
      { action: "replay", outcome: "requested", reason: "mended" },
      { action: "replay", outcome: "processed", reason: "mended" },
      { action: "purge", outcome: "purged", reason: "done with", detail: { id, deleted: 1 } },
    ]);
  });

  it.each([
    [["--older-than", "30d"], "without --yes"],
    [["--older-than", "30d", "--yes"], "--reason is required"],
    [["--yes", "--reason", "r"], "exactly one of --id or --older-than"],
    [["--id", "x", "--older-than", "1d", "--yes", "--reason", "r"], "exactly one of"],
    [["--older-than", "5w", "--yes", "--reason", "r"], "invalid age '5w'"],
  ])("purges nothing with %j: exit code 2, one line [CLI-05][CLI-06]", async (argv, problem) => {
    const run = await cli("dlq", "purge", ...argv);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(problem) });
    expect(run.stderr).not.toContain("\n");
  });

  it("purges what is resolved and old enough, open letters only when asked, and says how many [CLI-11][AUD-01][AUD-03][DLQ-14][OPS-04]", async () => {
    const resolved = await letterOf("purge-1");
    const open = await letterOf("purge-2");
    await cli("dlq", "resolve", resolved, ...REAL);
    await rows(
      "UPDATE sagascope.dead_letter SET resolved_at = resolved_at - interval '40 days', last_seen_at = last_seen_at - interval '40 days' WHERE subject LIKE 'purge-%'",
    );
    const purge = (...argv: string[]) =>
      cli("dlq", "purge", "--older-than", "30d", "--json", ...argv);
    expect(json((await purge("--dry-run")).stdout)).toEqual({ dry_run: true, deleted: 1 });
    expect(json((await purge("--yes", "--reason", "old")).stdout)).toEqual({
      dry_run: false,
      deleted: 1,
    });
    expect((await cli("dlq", "show", open)).code).toBe(0);
    const all = await purge("--unresolved", "--yes", "--reason", "old");
    expect(json(all.stdout)).toEqual({ dry_run: false, deleted: 1 });
    const detail = { olderThanMs: 2_592_000_000, deleted: 1 };
    expect(await auditOf("dead letters")).toMatchObject([
      { action: "purge", reason: "old", detail: { ...detail, unresolved: false } },
      { action: "purge", reason: "old", detail: { ...detail, unresolved: true } },
    ]);
  });

  it("refuses what has no envelope to replay [TRB-14][RPL-08][CLI-08][AUD-04]", async () => {
    await publish(database.pool, "commands", "drop", "state-1");
    const id = await letterOf("state-1");
    expect(await cli("dlq", "replay", id, ...REAL)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("captured from a chart state"),
    });
    expect((await auditOf(`dead letter ${id}`)).at(-1)).toMatchObject({ outcome: "refused" });
  });

  it("refuses what no machine takes [TRB-13][RPL-04][CLI-08]", async () => {
    const id = await letterOf("unknown-1", "no.such.type");
    expect(await cli("dlq", "replay", id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no machine handles type 'no.such.type'"),
    });
  });

  it("exits with 1 when a replay fails again, and the letter stays open [TRB-16][CLI-02]", async () => {
    const id = await letterOf("again-1");
    shop.isBroken = true;
    expect(await cli("dlq", "replay", id, ...REAL)).toMatchObject({ code: 1 });
    shop.isBroken = false;
    expect(json((await cli("dlq", "show", id, "--json")).stdout)).toMatchObject({
      resolvedAt: null,
      occurrences: 2,
    });
  });

  it("replays other data than was sent as a new event, and keeps nothing of it but what may be seen", async () => {
    const id = await letterOf("edit-1");
    const edit = JSON.stringify([{ op: "add", path: "/data/password", value: "hunter2" }]);
    const run = (...argv: string[]) => cli("dlq", "replay", id, "--edit", edit, "--json", ...argv);
    expect(json((await run()).stdout)).toMatchObject({
      dryRun: true,
      edit: { changes: [{ op: "add", path: "/data/password", after: "***" }] },
    });
    const done = await run(...REAL);
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).not.toContain("hunter2");
    const { edit: made } = json(done.stdout) as { edit: { envelopeId: string } };
    const [event] = await rows<{ topic: string; causation: string }>(
      "SELECT topic, causation_id AS causation FROM sagascope.event WHERE id = $1",
      made.envelopeId,
    );
    expect(event).toMatchObject({ topic: "commands.edited", causation: expect.any(String) });
    expect(json((await cli("dlq", "show", id, "--json")).stdout)).toMatchObject({
      resolution: "replayed edited",
    });
    const kept = await rows("SELECT to_jsonb(c) AS c FROM sagascope.operator_command c");
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    expect((await auditOf(`dead letter ${id}`)).at(-1)).toMatchObject({
      detail: { edit: { envelopeId: made.envelopeId } },
    });
    expect((await run(...REAL)).code).toBe(2);
    expect(await cli("dlq", "replay", id, "--edit", "{")).toMatchObject({ code: 2 });
  });

  it("lists open letters by capture, resolved ones when asked; a limit or age that is none means nothing at all [DLQ-07][DLQ-08]", async () => {
    const [first, second] = [await letterOf("order-1"), await letterOf("order-2")];
    await cli("dlq", "resolve", first, ...REAL);
    const open = await ids();
    expect(open).toContain(second);
    expect(open).not.toContain(first);
    const all = await ids("--all");
    expect(all.indexOf(second)).toBe(all.indexOf(first) + 1);
    expect(await ids("--all", "--limit", "1")).toEqual(all.slice(0, 1));
    for (const limit of ["-1", "0", "NaN"]) {
      expect((await cli("dlq", "list", `--limit=${limit}`)).code).toBe(2);
    }
    const purge = { unresolved: true, dryRun: false, actor: "mara", reason: "r" };
    for (const olderThanMs of [Number.NaN, Number.NEGATIVE_INFINITY, -1]) {
      const asked = purgeLetters(fromPgPool(database.pool), { ...purge, olderThanMs });
      await expect(asked).rejects.toMatchObject({ code: "OPERATION_REFUSED" });
    }
    expect(await ids("--all")).toEqual(all);
  });

  it("groups letters by cause, with an assignee and notes whose secrets are masked", async () => {
    await letterOf("group-1");
    await letterOf("group-2");
    const listed = json((await cli("dlq", "groups", "--json")).stdout).groups as {
      fingerprint: string;
      title: string;
      open: number;
    }[];
    const group = listed.find(({ title }) => title === "Error: the till is broken");
    expect(group).toMatchObject({ open: expect.any(Number) });
    const cause = group?.fingerprint ?? "";
    const care = [
      ...["dlq", "group", cause, "--assign", "mara"],
      ...["--note", "password=hunter2, see run book", "--json"],
    ];
    expect(json((await cli(...care)).stdout)).toMatchObject({
      dry_run: true,
      assignee: null,
      notes: [],
      would: { assignee: "mara" },
    });
    expect(json((await cli(...care, ...REAL)).stdout)).toMatchObject({
      dry_run: false,
      assignee: "mara",
      notes: [{ note: "password=***, see run book" }],
    });
    expect((await cli("dlq", "group", cause, "--unassign", ...REAL)).stdout).toContain(
      "assignee  -",
    );
    expect(await auditOf(`cause ${cause}`)).toMatchObject([
      { action: "group", outcome: "assigned" },
      { outcome: "noted" },
      { outcome: "unassigned" },
    ]);
    expect(await cli("dlq", "group", "nothing", "--note", "x", ...REAL)).toMatchObject({ code: 2 });
  });

  it("puts resolved letters out of sight and back", async () => {
    const [open, closed] = [await letterOf("archive-1"), await letterOf("archive-2")];
    await cli("dlq", "resolve", closed, ...REAL);
    const both = `${open},${closed}`;
    const archive = ["dlq", "archive", both, "--reason", "tidy", "--json"];
    expect(json((await cli(...archive)).stdout)).toEqual({ dry_run: true, archived: [closed] });
    expect(await ids("--archived")).toEqual([]);
    expect(json((await cli(...archive, "--no-dry-run", "--yes")).stdout)).toEqual({
      dry_run: false,
      archived: [closed],
    });
    expect(await ids("--all")).not.toContain(closed);
    expect(await ids("--archived")).toEqual([closed]);
    await cli("dlq", "restore", closed, "--reason", "needed", "--no-dry-run", "--yes");
    expect(await ids("--all")).toContain(closed);
    expect((await auditOf(`dead letter ${closed}`)).slice(-2)).toMatchObject([
      { outcome: "archived", reason: "tidy" },
      { outcome: "restored", reason: "needed" },
    ]);
  });
});

describe("sagascope replay-job", () => {
  const preview = async (...argv: string[]) =>
    json((await cli("replay-job", "preview", "--json", ...argv)).stdout) as {
      id: string;
      hash: string;
      letters: number;
    };

  it("previews, rehearses and replays a selection, and says by its exit code how it went", async () => {
    for (const n of [1, 2, 3]) await letterOf(`job-${n}`);
    const { id, hash, letters } = await preview("--subject", "job-");
    expect(letters).toBe(3);
    const start = ["replay-job", "start", id, "--hash", hash, "--json", "--wait", "30s"];
    const dry = await cli(...start);
    expect(dry.code).toBe(0);
    expect(json(dry.stdout)).toMatchObject({ dryRun: true, state: "done", succeeded: 3 });
    expect(json((await cli("dlq", "list", "--json")).stdout).count).toBeGreaterThanOrEqual(3);

    const real = await cli(...start, ...REAL);
    expect(real.code).toBe(0);
    const job = json(real.stdout) as { id: string };
    expect(job).toMatchObject({
      dryRun: false,
      state: "done",
      succeeded: 3,
      outcomes: { processed: 3 },
    });
    const shown = json((await cli("replay-job", "show", job.id, "--all", "--json")).stdout);
    expect(shown.items).toHaveLength(3);
    expect((await cli("replay-job", "list")).stdout).toContain(job.id);
    expect(await auditOf(`replay job ${job.id}`)).toMatchObject([
      { outcome: "started", reason: "mended" },
      { outcome: "done" },
    ]);
  });

  it("exits with 1 when it pauses by itself, goes on when told to, and can be ended", async () => {
    for (const n of [1, 2, 3]) await letterOf(`stuck-${n}`);
    const { id, hash } = await preview("--subject", "stuck-");
    shop.isBroken = true;
    const run = await cli(
      "replay-job",
      "start",
      id,
      "--hash",
      hash,
      "--canary",
      "1",
      "--wait",
      "30s",
      "--json",
      ...REAL,
    );
    shop.isBroken = false;
    expect(run.code).toBe(1);
    const job = (json(run.stdout) as { id: string }).id;
    expect(json(run.stdout)).toMatchObject({ state: "paused", why: "1 of the first 1 failed" });
    expect(json(run.stderr)).toMatchObject({ error: { code: "COMMAND_FAILED" } });
    expect(await cli("replay-job", "resume", job)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a reason is required"),
    });
    expect((await cli("replay-job", "resume", job, "--reason", "mended")).code).toBe(0);
    await eventually(
      "the job to end",
      async () => (await cli("replay-job", "show", job)).stdout.match(/state +done/) !== null,
    );
    expect(await cli("replay-job", "cancel", job, "--reason", "late")).toMatchObject({ code: 2 });
  });

  it.each([
    [["start", "x"], "--hash is missing"],
    [["start", "x", "--hash", "y"], "no selection with id 'x'"],
    [["start", "x", "--hash", "y", "--no-dry-run", "--reason", "r"], "without --yes"],
    [["start", "x", "--hash", "y", "--rate", "0"], "--rate must be a number >= 0.01"],
    [["start", "x", "--hash", "y", "--parallel", "5000"], "parallel must be a whole number"],
    [["show", "x"], "no replay job with id 'x'"],
    [["pause", "x", "--reason", "r"], "no job with id 'x'"],
    [["preview", "--captured-from", "yesterday"], "--captured-from must be a time"],
  ])("refuses %j: exit code 2, one line [CLI-02][CLI-03]", async (argv, problem) => {
    const run = await cli("replay-job", ...argv);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(problem) });
    expect(run.stderr).not.toContain("\n");
  });
});

describe("sagascope audit", () => {
  it("exports what a filter finds as CSV and as JSON, for its owner only [AUD-02][SEC-06]", async () => {
    const filter = ["--action", "purge", "--text", "PURGED"];
    expect((await cli("audit", "export", "audit.csv", ...filter)).code).toBe(0);
    const csv = readFileSync(path.join(dir, "audit.csv"), "utf8").trimEnd().split("\n");
    expect(csv[0]).toBe("seq,at,actor,action,target,reason,outcome,detail,prevHash,hash");
    expect(csv).toHaveLength(4);
    expect(statSync(path.join(dir, "audit.csv")).mode & 0o777).toBe(0o600);
    const exported = await cli("audit", "export", "audit.jsonl", ...filter, "--json");
    expect(json(exported.stdout)).toEqual({ file: "audit.jsonl", format: "json", rows: 3 });
    const seqs = readFileSync(path.join(dir, "audit.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => Number(json(line).seq));
    expect(seqs).toEqual([...seqs].sort((one, other) => other - one));
    expect(await cli("audit", "export", "no/such/dir.csv")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot write"),
    });
    expect(
      json((await cli("audit", "list", "--action", "purge", "--limit", "2", "--json")).stdout),
    ).toMatchObject({ count: 2 });
  });
});

describe("after a deployment", () => {
  it("a letter of another chart needs --force, which is warned of and audited [TRB-12][RPL-04][RPL-05][CLI-08]", async () => {
    const id = await letterOf("chart-1");
    await engine.stop();
    engine = await startTestEngine(database, shopProject("2", { closed: { type: "final" } }));
    expect(await cli("dlq", "replay", id, ...REAL)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("use --force"),
    });
    const forced = await cli("dlq", "replay", id, ...REAL, "--force", "--json");
    expect(forced.code).toBe(0);
    const report = json(forced.stdout);
    expect(report).toMatchObject({ outcome: "processed" });
    expect(report.warnings).toHaveLength(2);
    expect((await auditOf(`dead letter ${id}`)).at(-1)).toMatchObject({ detail: { forced: true } });
  });
});
