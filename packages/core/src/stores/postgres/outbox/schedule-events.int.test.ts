import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { makeCountingPool } from "../../../testing/counting-pool.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { cancelScheduled } from "./cancel-scheduled.ts";
import { postgresScheduleStore } from "./promote-scheduled.ts";
import { scheduleEvents } from "./schedule-events.ts";

let database: TestDatabase;
const clients: pg.PoolClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.query("ROLLBACK");
    client.release();
  }
  await database.pool.query("DELETE FROM sagascope.scheduled_event; DELETE FROM sagascope.event");
});

const of = (id: string, key: string, delayMs = 0, subject = "o-1") => ({
  topic: "reminders",
  key,
  delayMs,
  envelope: createEnvelope({ type: "due", source: "/app", id, subject }),
});
const inTransaction = async () => {
  const client = await database.pool.connect();
  clients.push(client);
  await client.query("BEGIN");
  return client;
};
const set = (...events: ReturnType<typeof of>[]) =>
  scheduleEvents(fromPg(database.pool), events, "published");
const promote = (limit = 100) => postgresScheduleStore(fromPgPool(database.pool)).promoteDue(limit);
const published = async () => {
  const { rows } = await database.pool.query("SELECT id FROM sagascope.event ORDER BY seq");
  return rows.map(({ id }) => id as string);
};

describe("scheduled events in a caller's transaction", () => {
  it("leave nothing when it is rolled back, and what they would have replaced stays", async () => {
    await set(of("first", "t"));
    const client = await inTransaction();
    expect(
      await scheduleEvents(fromPg(client), [of("second", "t"), of("other", "u")], "published"),
    ).toEqual({ keys: ["t", "u"], replaced: 1 });
    await client.query("ROLLBACK");

    await promote();
    expect(await published()).toEqual(["first"]);
  });

  it("stay when their cancelling is rolled back", async () => {
    await set(of("first", "t"));
    const client = await inTransaction();
    expect(await cancelScheduled(fromPg(client), "reminders", ["t"])).toEqual(["t"]);
    await client.query("ROLLBACK");

    await promote();
    expect(await published()).toEqual(["first"]);
  });

  it("hold nobody up but their own subject while it is open", async () => {
    await set(of("held", "t"), of("behind", "u"), of("free", "v", 0, "o-2"));
    const client = await inTransaction();
    await cancelScheduled(fromPg(client), "reminders", ["t"]);

    expect(await promote()).toEqual({ promoted: 1, held: 2, nextDueInMs: undefined });
    expect(await published()).toEqual(["free"]);

    await client.query("COMMIT");
    await promote();
    expect(await published()).toEqual(["free", "behind"]);
  });

  it("are looked past when they fill what is looked at, and told as held", async () => {
    await set(of("held-1", "t"), of("held-2", "u"), of("free", "v", 0, "o-2"));
    const client = await inTransaction();
    await cancelScheduled(fromPg(client), "reminders", ["t", "u"]);

    expect(await promote(2)).toEqual({ promoted: 0, held: 2, nextDueInMs: undefined });
    expect(await promote(8)).toEqual({ promoted: 1, held: 2, nextDueInMs: undefined });
  });

  it("are one statement, whatever their number, and one while nothing is due [OBX-30]", async () => {
    const counting = makeCountingPool(database.pool);
    let statements = 0;
    const sql = fromPg(database.pool);
    const counted = {
      query: ((...args: Parameters<typeof sql.query>) => {
        statements += 1;
        return sql.query(...args);
      }) as typeof sql.query,
    };
    const events = Array.from({ length: 250 }, (_event, at) => of(`e-${at}`, `k-${at}`));
    await scheduleEvents(counted, events, "published");
    await scheduleEvents(counted, [], "published");
    expect(statements).toBe(1);

    const store = postgresScheduleStore(fromPgPool(counting.pool));
    expect(await store.promoteDue(250)).toMatchObject({ promoted: 250 });
    const look = ["find next scheduled event"];
    const promotion = ["BEGIN", "lead promotion", "promote scheduled events", "COMMIT"];
    expect(counting.take()).toEqual([look, ...promotion.map((name) => [name]), look]);
    expect(await store.promoteDue(250)).toMatchObject({ promoted: 0 });
    expect(counting.take()).toEqual([look]);
  });
});

const KEYS = 6;
const SETS_EACH = 60;

/** Whoever sets the timers of one subject: replaces, cancels, and changes its mind in slow transactions. */
async function setTimers(subject: string): Promise<{ set: string[]; undone: number }> {
  const done: string[] = [];
  let undone = 0;
  for (let n = 0; n < SETS_EACH; n += 1) {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      const sql = fromPg(client);
      const id = `${subject}-${String(n).padStart(3, "0")}`;
      const key = `${subject}-${Math.floor(Math.random() * 2)}`;
      const { replaced } = await scheduleEvents(sql, [of(id, key, 0, subject)], "published");
      const cancelled = Math.random() < 0.2 ? await cancelScheduled(sql, "reminders", [key]) : [];
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4)); // so that transactions overlap
      const isKept = Math.random() < 0.8;
      await client.query(isKept ? "COMMIT" : "ROLLBACK");
      if (!isKept) continue;
      done.push(id);
      undone += replaced + cancelled.length;
    } finally {
      client.release();
    }
  }
  return { set: done, undone };
}

describe("replacing and cancelling while workers promote", () => {
  it("ends for each event in exactly one way: published once, replaced, or cancelled; and in order per subject", async () => {
    const subjects = Array.from({ length: KEYS }, (_subject, at) => `s-${at}`);
    let isOver = false;
    const promoters = Array.from({ length: 3 }, async () => {
      while (!isOver) await promote(4);
    });

    const told = await Promise.all(subjects.map(setTimers));
    isOver = true;
    await Promise.all(promoters);
    while ((await promote()).promoted > 0);

    const ids = await published();
    const committed = told.flatMap(({ set: ids }) => ids);
    const undone = told.reduce((sum, subject) => sum + subject.undone, 0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !committed.includes(id))).toEqual([]);
    expect(ids.length + undone).toBe(committed.length);
    expect(undone).toBeGreaterThan(0);
    for (const subject of subjects) {
      const own = ids.filter((id) => id.startsWith(`${subject}-`));
      expect(own).toEqual([...own].sort());
    }
  });
});
