import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FeedRecord } from "../../../projects/feed.ts";
import { feedProject, numbered, partitionOf } from "../../../testing/feed-contract-stores.ts";
import { judgeRace, raceProducers } from "../../../testing/slow-producers.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { eventually } from "../../../testing/test-engine.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { listFeedHolders } from "./list-feed-holders.ts";
import { postgresFeedSource } from "./postgres-feed-source.ts";

const RACE = { producers: 8, transactionsEach: 60, subjects: 20 };
const PAGE = 25;
/** Longer than any test. */
const PATIENT = { patienceMs: 600_000 };

let database: TestDatabase;
let producing: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  producing = database.openPool(RACE.producers + 2);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query(`
    TRUNCATE sagascope.feed, sagascope.feed_cursor, sagascope.feed_stream, sagascope.feed_pending,
             sagascope.feed_position, sagascope.event`);
});

/** What holds a topic up, but for what goes on in other databases of the server. */
const ownHolders = async () => {
  const { rows } = await database.pool.query("SELECT current_database() AS name");
  return (await listFeedHolders(sql())).filter((holder) => holder.database === rows[0].name);
};

interface Seen {
  readonly id: string;
  readonly subject: string;
  readonly n: number;
}

const toSeen = ({
  id,
  subject,
  envelope,
}: Pick<FeedRecord, "id" | "subject" | "envelope">): Seen => ({
  id,
  subject,
  n: (JSON.parse(envelope) as { readonly data: { readonly n: number } }).data.n,
});

/** Whether anything waits to be numbered: other databases of the server have transactions, too. */
async function isPending(): Promise<boolean> {
  const { rows } = await database.pool.query("SELECT 1 FROM sagascope.feed_pending LIMIT 1");
  return rows.length > 0;
}

/** Read until the producers are done and nothing new has come since. */
async function readWhile(
  producers: Promise<unknown>,
  readMore: () => Promise<readonly Seen[]>,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let isOver = false;
  void producers.finally(() => {
    isOver = true;
  });
  for (;;) {
    const wasOver = isOver && !(await isPending());
    const more = await readMore();
    seen.push(...more);
    if (wasOver && more.length === 0) return seen;
  }
}

/** Number until nothing is left to be. */
async function untilNumbered(source: ReturnType<typeof postgresFeedSource>): Promise<void> {
  await eventually("all events to be numbered", async () => {
    await source.advance("events");
    return !(await isPending());
  });
}

const sql = () => fromPgPool(database.pool);
const register = (...names: readonly string[]) =>
  registerProject(sql(), feedProject(...names.map((name) => ({ name }))));
const publish = (client: pg.Pool | pg.PoolClient, ...envelopes: ReturnType<typeof numbered>[]) =>
  publishEvents(fromPg(client), { topic: "events", envelopes, direction: "received" });

describe("a cursor over the serial number, as everybody writes it first", () => {
  const naiveReader = () => {
    let cursor = "0";
    return async (): Promise<readonly Seen[]> => {
      const { rows } = await database.pool.query(
        "SELECT seq, id, subject, envelope::text FROM sagascope.event WHERE seq > $1 ORDER BY seq LIMIT $2",
        [cursor, PAGE],
      );
      cursor = rows.at(-1)?.seq ?? cursor;
      return rows.map(toSeen);
    };
  };

  it("passes an event that commits after one that was written later, and never comes back to it", async () => {
    const read = naiveReader();
    const client = await producing.connect();
    const ids: string[] = [];
    try {
      await client.query("BEGIN");
      await publish(client, numbered("a", 1));
      await publish(producing, numbered("b", 1));
      ids.push(...(await read()).map(({ id }) => id));
      await client.query("COMMIT");
      ids.push(...(await read()).map(({ id }) => id));
    } finally {
      client.release();
    }
    expect(ids).toEqual(["b-1"]);
  });

  it("loses events in the race that the sequencer is put to below", async () => {
    const producers = raceProducers({ ...RACE, pool: producing, topic: "events" });
    const seen = await readWhile(producers, naiveReader());

    expect((await judgeRace(database.pool, "events", seen)).lost).toBeGreaterThan(0);
  });
});

describe("the sequencer", () => {
  /** A reader that numbers and reads, as a feed's leader does; several may run at once. */
  const reader = () => {
    const source = postgresFeedSource(sql(), PATIENT);
    let after = 0n;
    return async (): Promise<readonly Seen[]> => {
      await source.advance("events");
      const page = await source.readPage({
        ...partitionOf("all"),
        ...{ after, limit: PAGE, types: undefined },
      });
      after = page.scannedTo ?? after;
      return page.records.map(toSeen);
    };
  };

  it("loses nothing, doubles nothing and keeps every subject's order, for several readers of slow producers that roll back [ORD-13][OBX-46][LIM-22]", async () => {
    await register("all");
    const producers = raceProducers({ ...RACE, pool: producing, topic: "events" });
    const readers = [reader(), reader(), reader()];
    const views = await Promise.all(readers.map((read) => readWhile(producers, read)));

    const { committed, rolledBack } = await producers;
    expect(rolledBack).toBeGreaterThan(0);
    for (const seen of views) {
      expect(seen).toHaveLength(committed);
      expect(await judgeRace(database.pool, "events", seen)).toEqual({
        ...{ lost: 0, doubled: 0, outOfOrder: 0 },
      });
    }
    const { rows } = await database.pool.query(
      "SELECT min(position)::int AS low, max(position)::int AS high, count(*)::int AS count FROM sagascope.feed_position",
    );
    expect(rows).toEqual([{ low: 1, high: committed, count: committed }]);
  });

  it("loses nothing where the first feed is registered in the middle of it", async () => {
    const producers = raceProducers({ ...RACE, pool: producing, topic: "events" });
    await register("all");
    const seen = await readWhile(producers, reader());

    const { committed } = await producers;
    expect(seen).toHaveLength(committed);
    expect(await judgeRace(database.pool, "events", seen)).toEqual({
      ...{ lost: 0, doubled: 0, outOfOrder: 0 },
    });
  });

  it("waits, when a topic gets its first feed, for a transaction that may not have seen it, and then has what that published", async () => {
    const client = await producing.connect();
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      await client.query("SELECT count(*) FROM sagascope.event"); // its view of the world is fixed, without a transaction id
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      await register("all");
      const source = postgresFeedSource(sql());
      expect(await source.advance("events")).toMatchObject({ state: "blocked" });
      expect(await ownHolders()).toMatchObject([
        {
          topic: "events",
          pid: rows[0].pid,
          state: "idle in transaction",
          openSince: expect.any(Date),
        },
      ]);

      await publish(client, numbered("a", 1));
      await publish(producing, numbered("a", 2));
      const pending = await database.pool.query("SELECT 1 FROM sagascope.feed_pending");
      expect(pending.rowCount).toBe(1); // the first went unnoticed, indeed
      await client.query("COMMIT");

      expect(await source.advance("events")).toMatchObject({ state: "open" });
      await untilNumbered(source);
      const page = { ...partitionOf("all"), after: 0n, limit: 9, types: undefined };
      expect((await source.readPage(page)).records.map(({ id }) => id)).toEqual(["a-1", "a-2"]);
      expect(await ownHolders()).toEqual([]);
    } finally {
      client.release();
    }
  });

  describe("while a transaction is open that began earlier", () => {
    const numberOf = async () => {
      const { rows } = await database.pool.query(
        "SELECT count(*)::int AS count FROM sagascope.feed_position",
      );
      return rows[0].count as number;
    };

    it("holds back what was published since, and says who is to blame", async () => {
      await register("all");
      const source = postgresFeedSource(sql(), PATIENT);
      await source.advance("events");
      const client = await producing.connect();
      try {
        await client.query("BEGIN");
        await client.query("SELECT pg_current_xact_id()");
        const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
        await publish(producing, numbered("a", 1));

        await source.advance("events");

        expect(await numberOf()).toBe(0);
        expect(await ownHolders()).toMatchObject([
          {
            ...{ topic: "events", pid: rows[0].pid, state: "idle in transaction" },
            ...{ openSince: expect.any(Date), oldestPendingAt: expect.any(Date) },
          },
        ]);
        await client.query("COMMIT");
        await untilNumbered(source);
        expect(await numberOf()).toBe(1);
        expect(await ownHolders()).toEqual([]);
      } finally {
        client.release();
      }
    });

    it("keeps the order of a subject whose writers did not wait for each other", async () => {
      await register("all");
      const source = postgresFeedSource(sql(), PATIENT);
      await source.advance("events");
      const [one, two] = [await producing.connect(), await producing.connect()];
      try {
        await one.query("BEGIN");
        await publish(one, numbered("a", 1)); // written first, committed last
        await publish(two, numbered("a", 2));
        await source.advance("events");
        await one.query("COMMIT");
        await untilNumbered(source);
      } finally {
        one.release();
        two.release();
      }
      const page = { ...partitionOf("all"), after: 0n, limit: 9, types: undefined };
      expect((await source.readPage(page)).records.map(({ id }) => id)).toEqual(["a-1", "a-2"]);
    });

    it("waits no longer than its patience, and still loses nothing: what commits late comes late", async () => {
      await register("all");
      const source = postgresFeedSource(sql(), { patienceMs: 0 });
      await source.advance("events");
      const client = await producing.connect();
      try {
        await client.query("BEGIN");
        await publish(client, numbered("late", 1));
        await publish(producing, numbered("a", 1), numbered("b", 1));
        await source.advance("events");
        expect(await numberOf()).toBe(2);
        await client.query("COMMIT");
        await untilNumbered(source);
      } finally {
        client.release();
      }
      const page = { ...partitionOf("all"), after: 2n, limit: 9, types: undefined };
      expect((await source.readPage(page)).records).toMatchObject([
        { position: "3", id: "late-1" },
      ]);
    });

    it("without patience keeps every subject's order all the same, where writers wait for each other", async () => {
      await register("all");
      const source = postgresFeedSource(sql(), { patienceMs: 0 });
      const producers = raceProducers({ ...RACE, pool: producing, topic: "events" });
      let after = 0n;
      const seen = await readWhile(producers, async () => {
        await source.advance("events");
        const page = await source.readPage({
          ...partitionOf("all"),
          ...{ after, limit: PAGE, types: undefined },
        });
        after = page.scannedTo ?? after;
        return page.records.map(toSeen);
      });
      expect(await judgeRace(database.pool, "events", seen)).toEqual({
        ...{ lost: 0, doubled: 0, outOfOrder: 0 },
      });
    });
  });

  it("opens a topic with more history than one transaction numbers", async () => {
    const many = 10_500;
    await database.pool.query(
      `INSERT INTO sagascope.event (id, source, type, subject, topic, correlation_id, direction, envelope)
       SELECT 'e-' || n, '/a', 't', 's', 'events', 'c', 'received', '{}' FROM generate_series(1, $1::int) n`,
      [many],
    );
    await register("all");
    const source = postgresFeedSource(sql());
    const states = [await source.advance("events"), await source.advance("events")];
    expect(states.map(({ state }) => state)).toEqual(["opening", "open"]);
    const page = { ...partitionOf("all"), after: BigInt(many - 1), limit: 9, types: undefined };
    expect((await source.readPage(page)).records).toMatchObject([
      { position: `${many}`, id: `e-${many}` },
    ]);
  });
});

describe("publishing", () => {
  const pending = async () => {
    const { rows } = await database.pool.query("SELECT event_seq FROM sagascope.feed_pending");
    return rows.length;
  };

  it("writes nothing for feeds on a topic that none reads", async () => {
    await publish(producing, numbered("a", 1));
    expect(await pending()).toBe(0);
    await register("all");
    await publishEvents(fromPg(producing), {
      ...{ topic: "other", envelopes: [numbered("a", 2)], direction: "received" as const },
    });
    expect(await pending()).toBe(0);
    await publish(producing, numbered("a", 3));
    expect(await pending()).toBe(1);
  });

  it("leaves nothing for feeds when it is rolled back", async () => {
    await register("all");
    const client = await producing.connect();
    try {
      await client.query("BEGIN");
      await publish(client, numbered("a", 1));
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    expect(await pending()).toBe(0);
  });
});
