import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { defineProject } from "../../../projects/define-project.ts";
import { makeCountingPool } from "../../../testing/counting-pool.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPg, fromPgPool, type Sql } from "../sql.ts";
import { publishEvents } from "./publish-events.ts";
import { scheduleEvents } from "./schedule-events.ts";

const machine = (id: string) => ({
  chart: { id, initial: "a", states: { a: { on: { GO: "a" } } } },
  logic: {},
});

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await registerProject(
    fromPgPool(database.pool),
    defineProject({
      name: "shop",
      topics: ["commands", { name: "events", onUnknown: "ignore" }],
      machines: [machine("order"), machine("audit")],
      routes: [
        { topic: "commands", type: "order.place", machine: "order" },
        { topic: "events", type: "order.placed", machine: "order" },
        { topic: "events", type: "order.placed", machine: "audit" },
      ],
      relays: [{ name: "copy", topic: "events", publish: async () => undefined }],
    }),
  );
});
afterAll(() => database.drop());

const envelope = (type: string, subject = "o-1") =>
  createEnvelope({ type, source: "/app", subject });
const sinks = async (topic: string) => {
  const { rows } = await database.pool.query(
    "SELECT sink FROM sagascope.delivery WHERE topic = $1 ORDER BY id",
    [topic],
  );
  await database.pool.query("DELETE FROM sagascope.delivery WHERE topic = $1", [topic]);
  return rows.map(({ sink }) => sink).sort();
};

describe("publishEvents", () => {
  it("stores events and deliveries in the caller's transaction: a rollback leaves nothing [OBX-13][OBX-20][EXA-09]", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      const counts = await publishEvents(fromPg(client), {
        topic: "commands",
        envelopes: [envelope("order.place")],
        direction: "published",
      });
      expect(counts).toEqual({ events: 1, deliveries: 1 });
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    expect(await sinks("commands")).toEqual([]);
    const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM sagascope.event");
    expect(rows[0].n).toBe(0);
  });

  it("is one statement of the caller's transaction, which stays open, on a pool that stays the caller's [OBX-29][OBX-33]", async () => {
    const client = await database.pool.connect();
    const sent: string[] = [];
    const sql = fromPg(client);
    const counted: Sql = {
      query: (operation, text, values) => {
        sent.push(operation);
        return sql.query(operation, text, values);
      },
    };
    const publication = { topic: "commands", direction: "published" as const };
    try {
      await client.query("BEGIN");
      await publishEvents(counted, { ...publication, envelopes: [envelope("order.place")] });
      await client.query("SAVEPOINT ours"); // an error outside of a transaction
      expect(sent).toEqual(["publish events"]);
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    expect(database.pool.ended).toBe(false);
    const wrong = publishEvents("a connection string" as unknown as Sql, {
      ...publication,
      envelopes: [envelope("order.place")],
    });
    await expect(wrong).rejects.toThrow(TypeError);
    expect(await sinks("commands")).toEqual([]);
  });

  it("tells a project once a transaction, when it commits, and not of what is scheduled, untaken or rolled back [OBX-36]", async () => {
    const listener = await database.pool.connect();
    const client = await database.pool.connect();
    const heard: string[] = [];
    listener.on("notification", ({ payload }) => void heard.push(payload ?? ""));
    const sql = fromPg(client);
    const publish = (topic: string) =>
      publishEvents(sql, {
        ...{ topic, direction: "published" },
        envelopes: [envelope("order.place"), envelope("order.place", "o-2")],
      });
    const commit = async () => {
      await client.query("COMMIT");
      await listener.query("SELECT 1"); // brings whatever was said before
      return heard.splice(0);
    };
    try {
      await listener.query("LISTEN sagascope_work");
      await client.query("BEGIN");
      await publish("commands");
      await publish("commands");
      await listener.query("SELECT 1");
      expect(heard).toEqual([]);
      expect(await commit()).toEqual(["shop"]);

      await client.query("BEGIN");
      await publish("nobody-listens");
      const later = { topic: "commands", delayMs: 60_000, envelope: envelope("order.place") };
      await scheduleEvents(sql, [later], "published");
      expect(await commit()).toEqual([]);

      await client.query("BEGIN; SAVEPOINT one");
      await publish("commands");
      await client.query("ROLLBACK TO one");
      await publish("commands");
      expect(await commit()).toEqual(["shop"]);

      await client.query("BEGIN");
      await publish("commands");
      await client.query("ROLLBACK; BEGIN");
      expect(await commit()).toEqual([]);
    } finally {
      listener.release(true);
      client.release(true);
    }
    await sinks("commands");
  });

  it("delivers to each machine that a route names, and to every relay", async () => {
    await publishEvents(fromPg(database.pool), {
      topic: "events",
      envelopes: [envelope("order.placed")],
      direction: "published",
    });
    expect(await sinks("events")).toEqual(["audit", "copy", "order"]);
  });

  it("hands a type that no route takes to the project, or only records it where the topic is shared", async () => {
    await publishEvents(fromPg(database.pool), {
      topic: "commands",
      envelopes: [envelope("never.heard.of")],
      direction: "received",
    });
    await publishEvents(fromPg(database.pool), {
      topic: "events",
      envelopes: [envelope("of.somebody.else")],
      direction: "received",
    });
    expect(await sinks("commands")).toEqual(["shop"]);
    expect(await sinks("events")).toEqual(["copy"]);
  });

  it("is one statement, whatever the number of envelopes [OBX-30]", async () => {
    let statements = 0;
    const sql = {
      query: (...args: Parameters<ReturnType<typeof fromPg>["query"]>) => {
        statements += 1;
        return fromPg(database.pool).query(...args);
      },
    } as ReturnType<typeof fromPg>;
    const envelopes = Array.from({ length: 250 }, (_e, n) => envelope("order.place", `o-${n}`));
    const counts = await publishEvents(sql, {
      topic: "commands",
      envelopes,
      direction: "received",
    });
    expect({ statements, counts }).toEqual({
      statements: 1,
      counts: { events: 250, deliveries: 250 },
    });
    await publishEvents(sql, { topic: "commands", envelopes: [], direction: "received" });
    expect(statements).toBe(1);
  });
});

describe("publishers side by side", () => {
  const ordersOf = async (subjects: readonly string[]) => {
    const { rows } = await database.pool.query<{ subject: string; id: string }>(
      "SELECT subject, id FROM sagascope.event WHERE subject = ANY ($1) ORDER BY seq",
      [subjects],
    );
    return rows;
  };

  it("share a transaction, and each is told what came of its own", async () => {
    const counting = makeCountingPool(database.pool);
    const publish = (topic: string, ...types: readonly string[]) =>
      publishEvents(fromPg(counting.pool), {
        ...{ topic, direction: "received" },
        envelopes: types.map((type) => envelope(type, "beside")),
      });
    const counts = await Promise.all([
      publish("events", "order.placed", "of.somebody.else"),
      publish("commands", "order.place"),
      publish("elsewhere", "order.place", "order.place"),
      publish("events", "order.placed", "order.placed"),
    ]);
    expect(counts).toEqual([
      { events: 2, deliveries: 4 },
      { events: 1, deliveries: 1 },
      { events: 2, deliveries: 0 },
      { events: 2, deliveries: 6 },
    ]);
    expect(counting.take().filter(([name]) => name === "publish events")).toHaveLength(1);
    expect(await ordersOf(["beside"])).toHaveLength(7);
  });

  it("keep the order in which they were asked, envelope by envelope", async () => {
    const sql = fromPg(database.pool);
    const envelopes = Array.from({ length: 60 }, () => envelope("order.place", "ordered"));
    await Promise.all(
      envelopes.map((one) =>
        publishEvents(sql, { topic: "commands", direction: "received", envelopes: [one] }),
      ),
    );
    const stored = (await ordersOf(["ordered"])).map(({ id }) => id);
    expect(stored).toEqual(envelopes.map(({ id }) => id));
  });

  it("do not pay for one whose envelope the server refuses", async () => {
    const publish = (subject: string, topic = "commands") =>
      publishEvents(fromPg(database.pool), {
        ...{ topic, direction: "received" },
        envelopes: [envelope("order.place", subject)],
      });
    const all = await Promise.allSettled([
      publish("good-1"),
      publish("bad", "no\u0000topic"),
      publish("good-2"),
    ]);
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const stored = await ordersOf(["good-1", "bad", "good-2"]);
    expect(stored.map(({ subject }) => subject)).toEqual(["good-1", "good-2"]);
  });

  it("are all told of an outage", async () => {
    const gone = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/none" });
    const publish = () =>
      publishEvents(fromPg(gone), {
        ...{ topic: "commands", direction: "received" },
        envelopes: [envelope("order.place")],
      });
    const all = await Promise.allSettled([publish(), publish()]);
    const unavailable = { reason: { name: "StoreUnavailableError" } };
    expect(all).toMatchObject([unavailable, unavailable]);
    await gone.end();
  });
});
