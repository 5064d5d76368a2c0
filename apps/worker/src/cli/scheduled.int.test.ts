import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "./testing/run-in-process.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "INSERT INTO sagascope.topic (name, project) VALUES ('events', 'shop')",
  );
  folder = await mkdtemp(path.join(tmpdir(), "sagascope-"));
  const event = (id: string) =>
    JSON.stringify({ specversion: "1.0", id, type: "due", source: "/shop", subject: "o-1" });
  await writeFile(path.join(folder, "one.jsonl"), event("e-1"));
  await writeFile(path.join(folder, "two.jsonl"), `${event("e-1")}\n${event("e-2")}`);
});
afterEach(() => database.pool.query("DELETE FROM sagascope.scheduled_event"));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const sagascope = (...argv: readonly string[]) => runInProcess(database.url, argv, folder);

const published = async () =>
  (await database.pool.query("SELECT count(*)::int AS n FROM sagascope.event")).rows[0].n;

describe("sagascope publish, later", () => {
  it("schedules, lists, replaces under the key, and cancels [OBX-35]", async () => {
    const args = ["publish", "events", "one.jsonl", "--key", "remind", "--json"];
    const first = await sagascope(...args, "--delay", "15m");
    expect(JSON.parse(first.out)).toEqual({
      topic: "events",
      ids: ["e-1"],
      keys: ["remind"],
      replaced: 0,
    });
    const second = await sagascope(...args, "--at", "2099-01-01T10:00:00+01:00");
    expect(JSON.parse(second.out)).toMatchObject({ replaced: 1 });

    const listed = await sagascope("scheduled", "list", "--topic", "events", "--json");
    expect(JSON.parse(listed.out)).toMatchObject({
      count: 1,
      scheduled: [{ topic: "events", key: "remind", dueAt: "2099-01-01T09:00:00.000Z" }],
    });
    expect((await sagascope("scheduled", "list")).out).toContain("remind");
    expect(await published()).toBe(0);

    const cancel = ["scheduled", "cancel", "events", "remind"];
    const unreasoned = await sagascope(...cancel, "--reason", " ");
    expect(unreasoned).toMatchObject({ code: 2 });
    expect(unreasoned.remarks).toContain("--reason is required");
    expect((await sagascope("scheduled", "list")).out).toContain("remind");

    const cancelled = await sagascope(...cancel, "--reason", "paid, password=hunter2");
    expect(cancelled).toMatchObject({ code: 0, out: "'remind' on topic 'events' is cancelled" });
    const again = await sagascope(...cancel, "--reason", "to be sure");
    expect(again.code).toBe(1);
    expect(again.remarks).toContain("nothing waits under 'remind'");
    expect((await sagascope("scheduled", "list")).out).toBe("nothing is scheduled");
  });

  it("leaves in the audit who took it back, and why, and nothing where nothing waited", async () => {
    await sagascope(
      "publish",
      "events",
      "one.jsonl",
      "--key",
      "offer",
      "--at",
      "2099-01-01T10:00:00Z",
    );
    await sagascope("scheduled", "cancel", "events", "offer", "--reason", "sold, password=hunter2");
    await sagascope("scheduled", "cancel", "events", "offer", "--reason", "again");

    const audit = JSON.parse((await sagascope("audit", "list", "--json")).out);
    const rows = audit.audit.filter(
      ({ target }: { readonly target: string }) => target === "scheduled:events/offer",
    );
    expect(rows).toMatchObject([
      {
        ...{
          action: "scheduled cancel",
          outcome: "cancelled",
          actor: expect.stringMatching(/^cli:/),
        },
        reason: expect.stringMatching(/^sold, (?!.*hunter2)/),
        detail: { topic: "events", key: "offer", envelopeId: "e-1", type: "due", subject: "o-1" },
      },
    ]);
    expect((await sagascope("audit", "verify")).code).toBe(0);
  });

  it.each([
    ["both times", ["one.jsonl", "--delay", "5m", "--at", "2099-01-01T10:00:00Z"], "--at"],
    ["a delay that is none", ["one.jsonl", "--delay", "soon"], "--delay"],
    ["a time without its zone", ["one.jsonl", "--at", "2099-01-01T10:00:00"], "--at"],
    ["a key for now", ["one.jsonl", "--key", "k"], "--key"],
    ["a key for several", ["two.jsonl", "--delay", "5m", "--key", "k"], "--key"],
  ])("refuses %s, and schedules nothing", async (_case, args, said) => {
    const refused = await sagascope("publish", "events", ...args);
    expect(refused.code).toBe(2);
    expect(refused.remarks).toContain(said);
    expect((await sagascope("scheduled", "list")).out).toBe("nothing is scheduled");
  });
});
