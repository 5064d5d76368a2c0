import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineProject } from "@sagascope/core";
import { fromPgPool, listAudit, registerProject } from "@sagascope/core/postgres";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "./main.ts";

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-asyncapi-"));
  for (const [version, events] of [
    ["1", ["PAY", "SHUT"]],
    ["2", ["PAY"]],
  ] as const) {
    const on = Object.fromEntries(events.map((event) => [event, "open"]));
    const chart = { id: "till", version, initial: "open", states: { open: { on } } };
    await registerProject(
      fromPgPool(database.pool),
      defineProject({
        name: "shop",
        topics: ["commands", "events"],
        machines: [{ chart, logic: {} }],
        routes: [{ topic: "commands", type: "pay", machine: "till", event: "PAY" }],
      }),
    );
  }
});
afterAll(async () => {
  await database.drop();
  rmSync(dir, { recursive: true });
});

async function run(...argv: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv: argv[0] === "docs" ? argv : ["asyncapi", ...argv],
    variables: { DATABASE_URL: database.url },
    cwd: dir,
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

describe("sagascope asyncapi on what is registered", () => {
  it("prints a machine's present document, an older one, and the whole system's", async () => {
    const infoOf = async (...argv: string[]) => JSON.parse((await run(...argv)).stdout).info;
    expect(await infoOf("--machine", "till")).toMatchObject({ title: "till events", version: "2" });
    expect(await infoOf("--machine", "till", "--version", "1")).toMatchObject({ version: "1" });
    expect(await infoOf("--system", "shop")).toMatchObject({ title: "shop system" });
    expect(await run("--machine", "nobody")).toMatchObject({
      code: 1,
      stderr: "sagascope: no machine 'nobody' has a document",
    });
    expect(await run("--machine", "till", "--version", "9")).toMatchObject({
      code: 1,
      stderr: "sagascope: machine 'till' has no version '9', there are 2, 1",
    });
  });

  it("compares a machine with its previous version", async () => {
    const { code, stdout } = await run("diff", "--machine", "till");
    expect(code).toBe(1);
    expect(stdout.split("\n")[0]).toBe("BREAKING    xsm.till.SHUT is no longer received");
    expect((await run("diff", "--machine", "till", "--from", "2", "--to", "1")).code).toBe(0);
    expect(await run("diff", "--service", "mail")).toMatchObject({ code: 1 });
  });

  it("imports somebody else's document, lists it, prints it, audits it and forgets it", async () => {
    writeFileSync(
      path.join(dir, "mail.yaml"),
      "asyncapi: 3.0.0\ninfo: {title: Mail, version: '7'}\nchannels: {sent: {address: mail.sent, messages: {m: {name: mail.sent, payload: {$ref: 'http://127.0.0.1:9/x'}}}}}\noperations: {o: {action: send, channel: {$ref: '#/channels/sent'}}}\n",
    );
    const imported = await run("import", "mail.yaml");
    expect(imported).toMatchObject({ code: 0, stdout: "Mail" });
    expect(imported.stderr).toContain("http://127.0.0.1:9/x is elsewhere and was not fetched");
    const list = JSON.parse((await run("list", "--json")).stdout);
    expect(
      list.documents.map(({ kind, name, messages }: Record<string, unknown>) => [
        kind,
        name,
        messages,
      ]),
    ).toEqual([
      ["import", "Mail", 1],
      ["machine", "till", 1],
      ["system", "shop", 1],
    ]);
    expect((await run("--service", "Mail", "--format", "yaml")).stdout).toContain("title: Mail");

    expect((await run("forget", "Mail")).code).toBe(2);
    expect((await run("forget", "Mail", "--yes")).code).toBe(0);
    expect(await run("forget", "Mail", "--yes")).toMatchObject({ code: 1 });
    const audit = await listAudit(fromPgPool(database.pool), { afterSeq: "0", limit: 10 });
    expect(audit.map(({ action, target }) => [action, target])).toEqual([
      ["asyncapi.import", "service Mail"],
      ["asyncapi.forget", "service Mail"],
    ]);
  });

  it("refuses what is no document with exit code 2, naming the field", async () => {
    writeFileSync(
      path.join(dir, "bad.yaml"),
      "asyncapi: 3.0.0\ninfo: {title: Mail}\nchannels: {}\n",
    );
    const run1 = await run("import", "bad.yaml");
    expect(run1.code).toBe(2);
    expect(run1.stderr).toContain("bad.yaml: the document: info");
    writeFileSync(
      path.join(dir, "named.yaml"),
      "asyncapi: 3.0.0\ninfo: {title: '<b>', version: '1'}\nchannels: {}\n",
    );
    expect((await run("import", "named.yaml")).stderr).toContain(
      "info.title is no name for a service",
    );
  });
});

describe("sagascope docs", () => {
  it("writes a static site of every document", async () => {
    const run1 = await run("docs", "--out", "site/docs", "--title", "Shop", "--json");
    expect([run1.code, JSON.parse(run1.stdout)]).toMatchObject([0, { documents: 2 }]);
    const page = readFileSync(path.join(dir, "site/docs/machine/till.html"), "utf8");
    expect(page).toContain("till events");
    expect(existsSync(path.join(dir, "site/docs/system/shop.yaml"))).toBe(true);
  });

  it("reads a project without a database, and refuses a folder that is a file", async () => {
    const config = path.resolve(
      import.meta.dirname,
      "../../../../examples/fulfilment/sagascope.config.ts",
    );
    expect((await run("docs", "--out", "shop", "--config", config)).code).toBe(0);
    expect(readFileSync(path.join(dir, "shop/index.html"), "utf8")).toContain(
      "machine/payment.html",
    );
    writeFileSync(path.join(dir, "taken"), "");
    expect(await run("docs", "--out", "taken")).toMatchObject({ code: 2 });
    expect(await run("docs")).toMatchObject({ code: 2, stderr: "sagascope: --out is missing" });
  });
});
