import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMessage } from "../../../../envelope/messages/message.ts";
import { createOutboxRelay } from "../../../../outbox/relay/outbox-relay.ts";
import { claimOf, textsOf } from "../../../../testing/outbox-contract-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { eventually } from "../../../../testing/test-engine.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { claimInOrder } from "./claim-in-order.ts";
import { defineOutboxTable } from "./outbox-table.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";

const table = defineOutboxTable({ table: "public.plain_outbox" });
let database: TestDatabase;
let first: pg.Client;
let second: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(outboxTableSql(table));
  [first, second] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([first.connect(), second.connect()]);
});
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  await database.drop();
});
beforeEach(() => database.pool.query(`TRUNCATE ${table.table} RESTART IDENTITY`));

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const add = (texts: readonly string[], key?: string) =>
  publishMessages(
    fromPg(database.pool),
    table,
    texts.map((body) => createMessage({ topic: "orders", key, body: JSON.stringify(body) })),
  );
const isWaitingForALock = async () => {
  const { rows } = await database.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};

describe("a claim that trusts SKIP LOCKED to keep a key together", () => {
  /** What is due, but for what has something hidden of its key before it: what everybody writes first. */
  const naive = (lock = "") => `
    WITH ${lock} due AS (
      SELECT o.id FROM plain_outbox o
      WHERE o.status = 'pending' AND o.available_at <= clock_timestamp() AND NOT EXISTS (
        SELECT 1 FROM plain_outbox p
        WHERE p.key = o.key AND p.id < o.id AND p.status = 'pending' AND p.available_at > clock_timestamp())
      ORDER BY o.id LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE plain_outbox o SET token = gen_random_uuid(), owner = 'naive', available_at = clock_timestamp() + interval '1 h'
    FROM due d WHERE o.id = d.id RETURNING o.id::int AS id`;
  const idsOf = ({ rows }: pg.QueryResult) => rows.map(({ id }) => id as number).sort();

  it("splits it: two hold messages of one key at once", async () => {
    await add(["1", "2"], "k");
    await first.query("BEGIN");
    expect(idsOf(await first.query(naive(), [1]))).toEqual([1]);
    expect(idsOf(await second.query(naive(), [5]))).toEqual([2]);
    await first.query("COMMIT");
  });

  it("splits it all the same with an advisory lock inside the statement, which is taken after its view of the table", async () => {
    const locked = "locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(1)), ";
    const text = naive(locked).replace("FROM plain_outbox o\n", "FROM locked, plain_outbox o\n");
    await add(["1", "2"], "k");
    await first.query("BEGIN");
    const claim = text.replace("FOR UPDATE SKIP", "FOR UPDATE OF o SKIP");
    expect(idsOf(await first.query(claim, [1]))).toEqual([1]);
    const behind = second.query(claim, [5]);
    await eventually("the second claim to wait", isWaitingForALock);
    await first.query("COMMIT");
    expect(idsOf(await behind)).toEqual([2]);
  });

  it("is not how this package claims: what cannot be had keeps back what follows it [ORD-08]", async () => {
    await add(["1", "2"], "k");
    await add(["3"]);
    const claim = claimInOrder(table);
    const view = { after: table.lowestId, lookAhead: 50 };
    const token = "00000000-0000-4000-8000-000000000001";
    const request = claimOf("a");
    const send = async (client: pg.Client, limit: number) => {
      const { text, values } = claim.statement(request, token, { ...view, limit });
      const { rows } = await client.query(text, [...values]);
      return (JSON.parse(rows[0].row).rows as { id: string }[]).map(({ id }) => id);
    };
    await first.query("BEGIN");
    expect(await send(first, 1)).toEqual(["1"]);
    expect(await send(second, 5)).toEqual(["3"]); // also without the lock that stands before it
    await first.query("COMMIT");
    expect(await send(second, 5)).toEqual([]);
  });

  it("has one claim wait for another with strict order, and not with loose order [ORD-08][ORD-12][LIM-24]", async () => {
    await add(["1"], "k1");
    await add(["2"], "k2");
    await first.query("BEGIN");
    const { text, values } = claimInOrder(table).lock;
    await first.query(text, [...values]);
    expect(textsOf(await storage().claim(claimOf("b", { order: "loose", limit: 1 })))).toEqual([
      "1",
    ]);
    let isDone = false;
    const strict = storage().claim(claimOf("b"));
    void strict.then(() => {
      isDone = true;
    });
    await eventually("the strict claim to wait", isWaitingForALock);
    expect(isDone).toBe(false);
    await first.query("COMMIT");
    expect(textsOf(await strict)).toEqual(["2"]);
  });
});

describe("a visibility delay", () => {
  const visibleAt = async (relation: string, horizon: Date) => {
    const { rows } = await database.pool.query(
      `SELECT id::int AS id FROM ${relation} WHERE created_at <= $1 ORDER BY id`,
      [horizon],
    );
    return rows.map(({ id }) => id as number);
  };
  /** Two writers: one that has been open for long, and writes last. */
  const write = async (relation: string) => {
    await first.query("BEGIN");
    await first.query("SELECT now()"); // its transaction's time, from here on
    await second.query("BEGIN");
    await second.query(`INSERT INTO ${relation} (topic, key, payload) VALUES ('t', 'k', 'x')`);
    const { rows } = await database.pool.query("SELECT clock_timestamp() AS horizon");
    await first.query(`INSERT INTO ${relation} (topic, key, payload) VALUES ('t', 'k', 'y')`);
    await first.query("COMMIT");
    const visible = await visibleAt(relation, rows[0].horizon);
    await second.query("COMMIT");
    return visible;
  };

  it("on now() lets the later message of a key overtake the earlier one, which is not committed yet", async () => {
    await database.pool.query(
      `CREATE TABLE naive_outbox (id bigserial PRIMARY KEY, topic text, key text, payload bytea, created_at timestamptz DEFAULT now())`,
    );
    expect(await write("naive_outbox")).toEqual([2]); // as old as its transaction, so old enough at once
  });

  it("on the time of writing gives the earlier one its time to commit [ORD-11][LIM-22]", async () => {
    expect(await write("plain_outbox")).toEqual([]);
    const patient = claimOf("a", { visibilityDelayMs: 60_000 });
    expect(await storage().claim(patient)).toEqual([]);
    await database.pool.query("UPDATE plain_outbox SET created_at = created_at - interval '1 min'");
    expect((await storage().claim(patient)).map(({ id }) => id)).toEqual(["1", "2"]);
  });
});

describe("a worker's name as a fence", () => {
  const expire = () =>
    database.pool.query("UPDATE plain_outbox SET available_at = clock_timestamp()");

  it("lets a late acknowledgement of the same worker end a message that it is just trying again", async () => {
    await add(["x"]);
    const naiveAck = "UPDATE plain_outbox SET status = 'delivered' WHERE id = 1 AND owner = 'w'";
    await storage().claim(claimOf("w"));
    await expire();
    await storage().claim(claimOf("w"));
    expect((await database.pool.query(naiveAck)).rowCount).toBe(1); // the first try's, late
  });

  it("is none here: each claim has a token of its own [LEA-04][LEA-08]", async () => {
    await add(["x"]);
    const early = await storage().claim(claimOf("w"));
    await expire();
    const late = await storage().claim(claimOf("w"));
    expect(await storage().complete(early)).toBe(0);
    expect(await storage().complete(late)).toBe(1);
  });
});

describe("one message that cannot be read", () => {
  const broken = { topic: "orders", key: "k", payload: Buffer.from("{"), headers: {} };
  const addBroken = () =>
    publishMessages(fromPg(database.pool), table, [
      { ...broken, headers: { "content-type": "application/json" } },
    ]);

  it("poisons a claim that reads all it gets at once: nobody's messages are handed out, now or later", async () => {
    await add(["fine"]);
    await addBroken();
    await add(["fine, too"]);
    const naive = `
      UPDATE plain_outbox SET available_at = clock_timestamp() WHERE status = 'pending'
      RETURNING convert_from(payload, 'UTF8')::json AS body`;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(database.pool.query(naive)).rejects.toThrow(
        "invalid input syntax for type json",
      );
    }
  });

  it("becomes a dead letter here, by itself: its neighbours and the rest of its key go on [OBX-45]", async () => {
    await add(["before"], "k");
    await addBroken();
    await add(["behind"], "k");
    await add(["elsewhere"]);
    const seen: unknown[] = [];
    const relay = createOutboxRelay({
      storage: storage(),
      publish: (message) => void seen.push(message.text()),
    });
    await relay.drain();
    expect([...seen].sort()).toEqual(['"before"', '"behind"', '"elsewhere"']);
    expect(await storage().stats()).toMatchObject({ pending: 0, dead: 1 });
  });
});
