import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createMessage, createMessages } from "../../../../envelope/messages/message.ts";
import { createOutboxQueue } from "../../../../outbox/queue/outbox-queue.ts";
import { createOutboxRelay } from "../../../../outbox/relay/outbox-relay.ts";
import { countingSql } from "../../../../testing/counting-sql.ts";
import { claimOf } from "../../../../testing/outbox-contract-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { eventually } from "../../../../testing/test-engine.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { defineOutboxTable, DEFAULT_OUTBOX_TABLE as table } from "./outbox-table.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";
import { cancelTimers, setTimers } from "./set-timers.ts";
import { requeueDeadLetters, resolveDeadLetters } from "./settle-dead-letters.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  await database.pool.query("CREATE TABLE public.business (id integer PRIMARY KEY)");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() =>
  database.pool.query(
    "TRUNCATE sagascope.outbox_message, sagascope.outbox_dead_letter, public.business RESTART IDENTITY",
  ),
);

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const message = (body: unknown, key?: string) => createMessage({ topic: "orders", body, key });
const numbers = (count: number) => Array.from({ length: count }, (_n, at) => at);

describe("publishing", () => {
  const inTransaction = (ends: "COMMIT" | "ROLLBACK") => async () => {
    await client.query("BEGIN");
    await client.query("INSERT INTO public.business VALUES (1)");
    await publishMessages(fromPg(client as unknown as pg.PoolClient), table, [message({ id: 1 })]);
    await client.query(ends);
    const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM public.business");
    return [rows[0].n, (await storage().stats()).pending];
  };

  it("joins the caller's transaction: both rows or neither [OBX-20][OBX-29][OBX-40][EXA-11]", async () => {
    expect(await inTransaction("ROLLBACK")()).toEqual([0, 0]);
    expect(await inTransaction("COMMIT")()).toEqual([1, 1]);
  });

  it("is one statement and one round trip, whatever the number, and none for nothing [OBX-29][OBX-30]", async () => {
    const { sql, take } = countingSql(fromPgPool(database.pool));
    expect(await publishMessages(sql, table, [])).toEqual([]);
    expect(take()).toEqual([]);
    const messages = createMessages(numbers(500), { topic: "orders" });
    const ids = await publishMessages(sql, table, messages);
    expect(take()).toEqual([["publish messages"]]);
    expect(ids).toHaveLength(500);
    expect([...ids].sort((a, b) => Number(a) - Number(b))).toEqual(ids);
  });

  it("keeps bytes, content type, headers and conversation [OBX-29]", async () => {
    const headers = { tenant: "a", correlation_id: "c-1" };
    await publishMessages(fromPg(database.pool), table, [
      createMessage({ topic: "orders", body: { city: "Köln" }, headers }),
    ]);
    const [row] = await storage().claim(claimOf("a"));
    expect(Buffer.from(row?.payload ?? []).toString()).toBe('{"city":"Köln"}');
    expect(row?.headers).toEqual({ ...headers, "content-type": "application/json" });
  });

  it("tells listeners once a transaction and topic, when it commits, and nobody where nothing was committed or is due [OBX-36]", async () => {
    const heard: (string | undefined)[] = [];
    const listener = new pg.Client(database.url);
    await listener.connect();
    try {
      listener.on("notification", ({ payload }) => heard.push(payload));
      await listener.query("LISTEN sagascope_outbox");
      const send = async (ends: string) => {
        await client.query("BEGIN");
        const sql = fromPg(client as unknown as pg.PoolClient);
        for (const topic of ["a", "b", "a"]) {
          await publishMessages(sql, table, createMessages([1, 2], { topic }));
        }
        await client.query("SAVEPOINT s");
        await publishMessages(sql, table, createMessages([3], { topic: "c" }));
        await client.query("ROLLBACK TO SAVEPOINT s");
        const later = { ...createMessage({ topic: "d", body: 4 }), delayMs: 60_000 };
        await publishMessages(sql, table, [later]);
        await setTimers(sql, table, [{ ...later, timerId: "t" }]);
        await setTimers(sql, table, [{ ...later, topic: "e", timerId: "t", delayMs: 0 }]);
        await client.query(ends);
      };
      await send("ROLLBACK");
      await send("COMMIT");
      await database.pool.query("SELECT pg_notify('sagascope_outbox', 'end')");
      await eventually("all notifications", async () => heard.includes("end"));
      expect(heard).toEqual(["a", "b", "e", "end"]);
    } finally {
      await listener.end();
    }
  });
});

describe("timers", () => {
  it("join the caller's transaction: one that was rolled back replaces and cancels nothing [OBX-20][INB-21]", async () => {
    const sql = fromPg(client as unknown as pg.PoolClient);
    const timer = (body: string) => ({ ...message(body), timerId: "t", delayMs: 60_000 });
    await setTimers(sql, table, [timer("kept")]);
    for (const change of [
      () => setTimers(sql, table, [timer("lost")]),
      () => cancelTimers(sql, table, "orders", ["t"]),
    ]) {
      await client.query("BEGIN");
      expect(await change()).toHaveLength(1);
      await client.query("ROLLBACK");
    }
    const { rows } = await database.pool.query("SELECT payload FROM sagascope.outbox_message");
    expect(rows.map(({ payload }) => String(payload))).toEqual(["kept"]);
  });

  it("are one statement, whatever their number, and none for nothing [OBX-30]", async () => {
    const { sql, take } = countingSql(fromPgPool(database.pool));
    expect(await setTimers(sql, table, [])).toEqual([]);
    expect(await cancelTimers(sql, table, "orders", [])).toEqual([]);
    expect(take()).toEqual([]);
    const timers = numbers(300).map((n) => ({ ...message(n), timerId: `t${n}`, delayMs: 60_000 }));
    expect(await setTimers(sql, table, timers)).toHaveLength(300);
    expect(take()).toEqual([["set timers"]]);
  });
});

describe("statements", () => {
  it("of a relay are two a batch for the claim, in one exchange, and one for what was accepted", async () => {
    await publishMessages(
      fromPg(database.pool),
      table,
      createMessages(numbers(200), { topic: "orders" }),
    );
    const { sql, take } = countingSql(fromPgPool(database.pool));
    const relay = createOutboxRelay({
      storage: postgresOutbox(sql, table),
      publish: () => undefined,
    });
    expect(await relay.drain()).toBe(200);
    const claim = ["claim messages", "claim messages"];
    expect(take()).toEqual([claim, ["complete messages"], claim, ["complete messages"], claim]);
  });

  it("of a queue are the same, and fewer for what is settled many at a time [DSP-40][RLY-10]", async () => {
    await publishMessages(
      fromPg(database.pool),
      table,
      createMessages(numbers(40), { topic: "orders" }),
    );
    const { sql, take } = countingSql(fromPgPool(database.pool));
    const queue = createOutboxQueue({ storage: postgresOutbox(sql, table) });
    queue.subscribe(["orders"], () => undefined, { fetchBatchSize: 20, flushSize: 20 });
    expect(await queue.drain()).toBe(40);
    const exchanges = take();
    expect(exchanges.filter(([operation]) => operation === "complete messages")).toHaveLength(2);
    expect(exchanges).toHaveLength(5);
  });

  it("of a failure and its followers are two, however many follow", async () => {
    await publishMessages(
      fromPg(database.pool),
      table,
      createMessages(numbers(30), { topic: "orders", key: "k" }),
    );
    const { sql, take } = countingSql(fromPgPool(database.pool));
    const publish = () => {
      throw new Error("no");
    };
    await createOutboxRelay({ storage: postgresOutbox(sql, table), publish }).runOnce();
    expect(take().slice(1)).toEqual([["put messages off"], ["hand messages back"]]);
  });
});

describe("a clock that is wrong", () => {
  it("of a process changes nothing: leases, waits and ages are the database's [LEA-07][RTY-10][LIM-23]", async () => {
    await publishMessages(fromPg(database.pool), table, [message("x")]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7_200_000 });
    try {
      const [row] = await storage().claim(claimOf("a"));
      expect(await storage().claim(claimOf("b"))).toEqual([]);
      expect((await storage().stats()).oldestPendingAgeMs).toBeLessThan(60_000);
      vi.setSystemTime(Date.now() - 86_400_000);
      expect(await storage().claim(claimOf("b"))).toEqual([]);
      expect(row && (await storage().complete([row]))).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a dead letter", () => {
  it("is written with the delete or not at all [LEA-12]", async () => {
    await publishMessages(fromPg(database.pool), table, [message("x")]);
    const [row] = await storage().claim(claimOf("a"));
    if (row === undefined) throw new Error("nothing claimed");
    const letter = { receipt: row, reason: "corrupt", error: "no\0pe", counts: false } as const;
    await database.pool.query(
      "ALTER TABLE sagascope.outbox_dead_letter ADD CONSTRAINT full_up CHECK (false) NOT VALID",
    );
    await expect(storage().deadLetter([{ ...letter, isResolved: false }])).rejects.toThrow(
      "full_up",
    );
    expect(await storage().stats()).toMatchObject({ pending: 1, dead: 0 });
    await database.pool.query("ALTER TABLE sagascope.outbox_dead_letter DROP CONSTRAINT full_up");

    const { sql, take } = countingSql(fromPgPool(database.pool));
    expect(await postgresOutbox(sql, table).deadLetter([{ ...letter, isResolved: false }])).toBe(1);
    expect(take()).toEqual([["give messages up"]]);
    expect(await storage().stats()).toMatchObject({ pending: 0, dead: 1 });
  });
});

describe.each([
  ["in a table of their own", table],
  ["that stay in the table", defineOutboxTable({ table: "public.marked" })],
])("dead letters %s", (_where, where) => {
  const own = () => postgresOutbox(fromPgPool(database.pool), where);
  const bury = async (...bodies: readonly string[]) => {
    const messages = createMessages(bodies, { topic: "orders", key: "k" });
    const ids = await publishMessages(fromPg(database.pool), where, messages);
    const rows = await own().claim(claimOf("a"));
    const letter = {
      reason: "max_attempts",
      error: "no",
      counts: true,
      isResolved: false,
    } as const;
    await own().deadLetter(rows.map((receipt) => ({ ...letter, receipt })));
    return ids;
  };
  beforeAll(async () => {
    if (where !== table) await database.pool.query(outboxTableSql(where));
  });

  it("can be tried once more, behind what waits by now, in their order and once", async () => {
    const ids = await bury("first", "second");
    await publishMessages(fromPg(database.pool), where, [message("later", "k")]);
    const sql = fromPg(database.pool);
    expect(await requeueDeadLetters(sql, where, [...ids].reverse())).toBe(2);
    expect(await requeueDeadLetters(sql, where, ids)).toBe(0);
    expect(await requeueDeadLetters(sql, where, [])).toBe(0);
    const rows = await own().claim(claimOf("a"));
    expect(rows.map(({ payload }) => Buffer.from(payload).toString())).toEqual([
      ...["later", "first", "second"],
    ]);
    expect(rows[1]).toMatchObject({ attempts: 0, deliveries: 1, failingForMs: 0 });
    await own().complete(rows);
  });

  it("can be resolved: they stay, and nobody is told of them any more", async () => {
    const [id = ""] = await bury("looked at");
    expect(await own().stats()).toMatchObject({ dead: 1 });
    expect(await resolveDeadLetters(fromPg(database.pool), where, [id])).toBe(1);
    expect(await resolveDeadLetters(fromPg(database.pool), where, [id])).toBe(0);
    expect(await own().stats()).toMatchObject({ dead: 0 });
    expect(await requeueDeadLetters(fromPg(database.pool), where, [id])).toBe(1);
  });
});
