import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Engine } from "@sagascope/core";
import { createApiToken, fromPg, type TokenScope } from "@sagascope/core/postgres";
import {
  eventually,
  publish,
  startTestEngine,
  type Till,
  tillProject,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database as processDatabase } from "../database/database.ts";
import { liveHub } from "../live/process-hub.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { serveTRPC } from "./serve-trpc.ts";

const BIN = fileURLToPath(new URL("../../../../worker/bin/sagascope.mjs", import.meta.url));

const till: Till = { isBroken: false };
let database: WebTestDatabase;
let engine: Engine;
let server: Server;
let base: string;

beforeAll(async () => {
  database = await openTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  engine = await startTestEngine(database, tillProject(till));
  server = createServer(async (incoming, outgoing) => {
    const body = incoming.method === "GET" ? undefined : await text(incoming);
    const headers = new Headers(incoming.headers as Record<string, string>);
    const url = new URL(incoming.url ?? "/", base);
    const answer = await serveTRPC(new Request(url, { method: incoming.method, headers, body }));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await engine.stop();
  await liveHub().listening.stop();
  await processDatabase().pool.end();
  await database.drop();
});

const tokenFor = async (scope: TokenScope) =>
  (
    await createApiToken(fromPg(database.pool), {
      name: `ci-${scope}`,
      scopes: [scope],
      createdBy: "test",
    })
  ).token;

/** The real program, with no database to fall back on. */
async function cli(token: string, ...argv: string[]) {
  const { DATABASE_URL: _none, ...rest } = process.env;
  const child = spawn(process.execPath, [BIN, ...argv], {
    env: { ...rest, SAGASCOPE_CONSOLE: base, SAGASCOPE_TOKEN: token },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
}

async function letterOf(subject: string): Promise<string> {
  till.isBroken = true;
  await publish(database.pool, "commands", "pay", subject, { n: 1, card: "4111111111111111" });
  const letter = await eventually(
    `a letter of ${subject}`,
    async () => (await database.prisma.deadLetter.findFirst({ where: { subject } })) ?? undefined,
  );
  till.isBroken = false;
  return letter.id;
}

const REAL = ["--no-dry-run", "--yes", "--reason", "mended"];

describe("the command line with a token", () => {
  it("lists, shows, foretells, replays and resolves through the console, under the token's name", async () => {
    const token = await tokenFor("operate");
    const id = await letterOf("api-1");
    const list = JSON.parse((await cli(token, "dlq", "list", "--json")).stdout);
    expect(list).toMatchObject({ count: 1, dead_letters: [{ id, machineId: "till" }] });
    const shown = await cli(token, "dlq", "show", id);
    expect(shown.stdout).toContain("coin 1 is refused");
    expect(shown.stdout).not.toContain("4111");
    const dry = await cli(token, "dlq", "replay", id, "--json");
    expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, outcome: "processed" });
    const real = await cli(token, "dlq", "replay", id, "--json", ...REAL);
    expect(JSON.parse(real.stdout)).toMatchObject({ dryRun: false, outcome: "processed" });
    const audit = JSON.parse((await cli(token, "audit", "list", "--json")).stdout);
    expect(audit.audit[0]).toMatchObject({ actor: "token:ci-operate", outcome: "processed" });
    const closed = await letterOf("api-2");
    expect((await cli(token, "dlq", "resolve", closed, ...REAL)).code).toBe(0);
    expect(await cli(token, "dlq", "show", "nothing")).toEqual({
      code: 2,
      stdout: "",
      stderr: "sagascope: no dead letter with id 'nothing'",
    });
  });

  it("replays a selection in bulk", async () => {
    const token = await tokenFor("operate");
    for (const n of [1, 2, 3]) await letterOf(`bulk-${n}`);
    const seen = await cli(token, "replay-job", "preview", "--subject", "bulk-", "--json");
    const { id, hash, letters } = JSON.parse(seen.stdout);
    expect(letters).toBe(3);
    const run = await cli(
      token,
      "replay-job",
      "start",
      id,
      "--hash",
      hash,
      "--wait",
      "30s",
      "--json",
      ...REAL,
    );
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ state: "done", succeeded: 3 });
  });

  it("looks after letters and causes, dry unless told otherwise", async () => {
    const token = await tokenFor("operate");
    const id = await letterOf("care-1");
    const resolved = await letterOf("care-2");
    expect((await cli(token, "dlq", "resolve", resolved, ...REAL)).code).toBe(0);
    const archive = ["dlq", "archive", `${id},${resolved}`, "--json"];
    const dry = JSON.parse((await cli(token, ...archive)).stdout);
    expect(dry).toEqual({ dry_run: true, archived: [resolved] });
    const real = JSON.parse((await cli(token, ...archive, ...REAL)).stdout);
    expect(real).toEqual({ dry_run: false, archived: [resolved] });
    const { groups } = JSON.parse((await cli(token, "dlq", "groups", "--json")).stdout);
    const [{ fingerprint }] = groups;
    const assign = ["dlq", "group", fingerprint, "--assign", "mara", "--json"];
    expect(JSON.parse((await cli(token, ...assign)).stdout)).toMatchObject({
      dry_run: true,
      assignee: null,
      would: { assignee: "mara" },
    });
    expect(JSON.parse((await cli(token, ...assign, ...REAL)).stdout)).toMatchObject({
      assignee: "mara",
    });
  });

  it("lists, shows and moves instances, and lists feeds, as it does on the database", async () => {
    const token = await tokenFor("operate");
    await publish(database.pool, "commands", "pay", "inst-1", { n: 7 });
    await eventually("the instance", async () => {
      const where = { machineId_subject: { machineId: "till", subject: "inst-1" } };
      return (await database.prisma.instance.findUnique({ where })) ?? undefined;
    });
    const list = JSON.parse((await cli(token, "instances", "list", "--json")).stdout);
    expect(list.instances).toContainEqual(
      expect.objectContaining({ machine: "till", subject: "inst-1", revision: 1 }),
    );
    const shown = JSON.parse((await cli(token, "instances", "show", "inst-1", "--json")).stdout);
    expect(shown).toMatchObject({ machine: "till", context: { coins: [7] } });
    const cancel = ["instances", "cancel", "till/inst-1", "--json"];
    expect(JSON.parse((await cli(token, ...cancel)).stdout)).toMatchObject({ dryRun: true });
    expect(JSON.parse((await cli(token, ...cancel, ...REAL)).stdout)).toMatchObject({
      dryRun: false,
      outcome: "processed",
    });
    expect(
      JSON.parse((await cli(token, "instances", "show", "inst-1", "--json")).stdout),
    ).toMatchObject({ status: "cancelled" });
    const audit = JSON.parse((await cli(token, "audit", "list", "--json")).stdout).audit;
    expect(audit[0]).toMatchObject({ actor: "token:ci-operate" });
    const feeds = JSON.parse((await cli(token, "feeds", "list", "--json")).stdout);
    expect(feeds).toMatchObject({ count: 0, feeds: [], holders: expect.any(Array) });
    expect(
      await cli(token, "feeds", "move", "nowhere", "--to", "latest", "--yes", "--reason", "r"),
    ).toMatchObject({ code: 1, stderr: "sagascope: no feed 'nowhere'" });
    expect(await cli(token, "instances", "show", "nobody")).toMatchObject({ code: 1 });
    const read = await tokenFor("read");
    expect(await cli(read, "instances", "cancel", "till/inst-1")).toMatchObject({
      code: 2,
      stderr: "sagascope: the role 'viewer' may not do this",
    });
  });

  it("may do what the token's scope says, and no more: exit code 2, one line", async () => {
    const id = await letterOf("scope-1");
    const read = await tokenFor("read");
    expect((await cli(read, "dlq", "list")).code).toBe(0);
    for (const argv of [
      ["dlq", "replay", id],
      ["dlq", "purge", "--id", id, "--yes", "--reason", "r"],
    ]) {
      expect(await cli(read, ...argv)).toEqual({
        code: 2,
        stdout: "",
        stderr: "sagascope: the role 'viewer' may not do this",
      });
    }
    const operate = await tokenFor("operate");
    expect((await cli(operate, "dlq", "purge", "--id", id, "--yes", "--reason", "r")).code).toBe(2);
    expect(
      (
        await cli(
          await tokenFor("administer"),
          "dlq",
          "purge",
          "--id",
          id,
          "--unresolved",
          "--yes",
          "--reason",
          "r",
        )
      ).code,
    ).toBe(0);
    for (const token of ["sgs_unknown", await tokenFor("ingest")]) {
      const run = await cli(token, "dlq", "list");
      expect(run).toMatchObject({
        code: 2,
        stderr: "sagascope: the console does not know the token",
      });
    }
  });

  it("says in one line that there is no token, or no console", async () => {
    expect(await cli("", "dlq", "list")).toMatchObject({
      code: 2,
      stderr: "sagascope: --console needs a token in SAGASCOPE_TOKEN",
    });
    const nowhere = await cli("sgs_x", "dlq", "list", "--console", "http://127.0.0.1:9");
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be reached"),
    });
  });
});
