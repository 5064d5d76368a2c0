import { createEnvelope, createMessage, defineProject } from "@sagascope/core";
import {
  DEFAULT_OUTBOX_TABLE,
  fromPg,
  fromPgPool,
  postgresOutbox,
  publishEvents,
  publishMessages,
  registerProject,
} from "@sagascope/core/postgres";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "./testing/run-in-process.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const project = defineProject({
    name: "shop",
    topics: [{ name: "events", onUnknown: "ignore" }],
    ...{ machines: [], routes: [] },
    relays: [{ name: "copy", topic: "events", publish: async () => undefined }],
  });
  await registerProject(fromPgPool(database.pool), project);
  await database.pool.query(`
    CREATE TABLE sagascope.event_old PARTITION OF sagascope.event FOR VALUES FROM ('2020-01-01Z') TO ('2020-01-02Z')`);
  await publish("waits", "events");
  await publish("over", "elsewhere");
  await database.pool.query("UPDATE sagascope.event SET recorded_at = '2020-01-01T12:00Z'");
  await database.pool.query("UPDATE sagascope.delivery SET event_at = '2020-01-01T12:00Z'");
});
afterAll(() => database.drop());

const publish = (id: string, topic: string) =>
  publishEvents(fromPg(database.pool), {
    topic,
    envelopes: [createEnvelope({ type: "t", source: "/test", id, subject: id })],
    direction: "received",
  });

const sagascope = (...argv: readonly string[]) => runInProcess(database.url, argv);

describe("sagascope outbox stats", () => {
  it("says what waits for whom, and how old it is, for people and for programs [OBX-44]", async () => {
    const { out } = await sagascope("outbox", "stats", "--json");
    expect(JSON.parse(out)).toMatchObject({
      rows: [
        { topic: "events", project: "shop", sink: "copy", kind: "relay", waiting: 1, retrying: 0 },
      ],
      isCut: false,
      letters: [],
      scheduled: { waiting: 0, due: 0, isCut: false, nextDueAt: null },
    });
    const text = (await sagascope("outbox", "stats")).out;
    expect(text).toContain("relay shop/copy");
    expect(text).toContain("open dead letters: 0");
    expect(text).toMatch(/stored: events .* in \d+ partitions/);
  });
});

describe("sagascope outbox letters", () => {
  it("lists what was given up, of the product's own table or of one that is named", async () => {
    expect((await sagascope("outbox", "letters")).out).toBe("no message was given up");
    const storage = postgresOutbox(fromPgPool(database.pool), DEFAULT_OUTBOX_TABLE);
    await publishMessages(fromPg(database.pool), DEFAULT_OUTBOX_TABLE, [
      createMessage({ topic: "mail", key: "k", body: "x" }),
    ]);
    const claim = { owner: "test", limit: 1, leaseMs: 60_000, order: "strict" } as const;
    const [receipt] = await storage.claim(claim);
    if (receipt === undefined) throw new Error("nothing claimed");
    const letter = { reason: "rejected", counts: true, isResolved: false } as const;
    await storage.deadLetter([{ ...letter, receipt, error: "no: password=hunter2" }]);

    const { out } = await sagascope("outbox", "letters", "--json");
    expect(JSON.parse(out)).toMatchObject({
      count: 1,
      letters: [{ id: receipt.id, topic: "mail", key: "k", attempts: 1, reason: "rejected" }],
    });
    expect(out).not.toContain("hunter2");
    expect((await sagascope("outbox", "letters")).out).toContain("rejected");
  });

  it("says which table is not one, and that a table of letters needs its table", async () => {
    const absent = await sagascope("outbox", "letters", "--table", "shop.nothing");
    expect(absent.code).not.toBe(0);
    expect(absent.remarks).toContain('"shop"."nothing" does not exist');
    const injected = await sagascope("outbox", "letters", "--table", "x; DROP TABLE y");
    expect(injected.code).not.toBe(0);
    expect(injected.remarks).toContain("table must be letters");
    const alone = await sagascope("outbox", "letters", "--dead-letter-table", "x");
    expect(alone).toMatchObject({ code: 2 });
  });
});

describe("sagascope outbox purge", () => {
  const stored = async () =>
    (await database.pool.query("SELECT id FROM sagascope.event ORDER BY seq")).rows.map(
      ({ id }) => id,
    );

  it("only says what would go, unless it is told to do it, with a reason [OPS-04]", async () => {
    const dry = await sagascope("outbox", "purge", "--events", "30d", "--json");
    expect(JSON.parse(dry.out)).toMatchObject({
      dryRun: true,
      purged: [{ name: "event_old", kept: 1 }],
    });
    for (const [args, said] of [
      [["--no-dry-run"], "--yes"],
      [["--no-dry-run", "--yes"], "--reason"],
    ] as const) {
      const refused = await sagascope("outbox", "purge", "--events", "30d", ...args);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.remarks).toContain(said);
    }
    expect(await stored()).toEqual(["waits", "over"]);

    const done = await sagascope(
      ...["outbox", "purge", "--events", "30d", "--no-dry-run", "--yes", "--reason", "disk"],
    );
    expect(done.out).toContain("dropped");
    expect(await stored()).toEqual(["waits"]);
    const audit = JSON.parse((await sagascope("audit", "list", "--json")).out).audit;
    expect(audit).toMatchObject([
      {
        action: "purge",
        outcome: "done",
        reason: "disk",
        detail: { purged: [{ name: "event_old", rows: 1, kept: 1 }] },
      },
      { action: "purge", outcome: "started", detail: { keepMs: { events: 30 * 86_400_000 } } },
    ]);
    expect((await sagascope("audit", "verify")).code).toBe(0);
  });

  it.each([
    ["nothing to go", [], "--events"],
    ["an age that is none", ["--events", "old"], "--events"],
    ["less than a day", ["--history", "1h"], "history"],
  ])("refuses %s", async (_case, args, said) => {
    const refused = await sagascope("outbox", "purge", ...args);
    expect(refused.code).toBe(2);
    expect(refused.remarks).toContain(said);
  });
});
