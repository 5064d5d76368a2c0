import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMessage } from "../../envelope/messages/message.ts";
import { defineOutboxTable } from "../../stores/postgres/outbox/table/outbox-table.ts";
import { outboxTableSql } from "../../stores/postgres/outbox/table/outbox-table-sql.ts";
import { postgresOutbox } from "../../stores/postgres/outbox/table/postgres-outbox.ts";
import { publishMessages } from "../../stores/postgres/outbox/table/publish-messages.ts";
import { fromPg, fromPgPool } from "../../stores/postgres/sql.ts";
import { type MortalOutbox, mortalOutbox } from "../../testing/mortal-outbox.ts";
import { type LoggedLine, recordingLogger } from "../../testing/relay-bench.ts";
import { judgeSeen, raceProducers, type SeenEnvelope } from "../../testing/slow-producers.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { eventually } from "../../testing/test-engine.ts";
import { createOutboxQueue } from "../queue/outbox-queue.ts";
import { constantRetry } from "../retry/retry-strategies.ts";
import { createOutboxRelay, type OutboxRelayOptions } from "./outbox-relay.ts";

const RACE = { producers: 8, transactionsEach: 50, subjects: 15, topic: "events" };
const BATCH = 7;
const LEASE_MS = 300;
const POLL = { minMs: 2, maxMs: 20, factor: 2, jitter: 0.5 };
const RELAYS = 4;

const table = defineOutboxTable({ table: "public.race_outbox", onDelivered: "delete" });
let database: TestDatabase;
let producing: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  producing = new pg.Pool({ connectionString: database.url, max: RACE.producers });
  await database.pool.query(outboxTableSql(table));
});
afterAll(async () => {
  await producing.end();
  await database.drop();
});
beforeEach(() => database.pool.query(`TRUNCATE ${table.table}`));

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const produce = () =>
  raceProducers({
    ...{ ...RACE, pool: producing },
    write: (client, { id, subject, data }) =>
      publishMessages(fromPg(client), table, [
        createMessage({ topic: RACE.topic, key: subject, body: { ...(data as object), id } }),
      ]),
  });
const nothingWaits = async () => (await storage().stats()).pending === 0;

interface Body {
  readonly id: string;
  readonly n: number;
}

/** What arrived at the far side, in its order. */
function farSide() {
  const seen: SeenEnvelope[] = [];
  return {
    seen,
    take: ({ key = "", body }: { readonly key?: string; readonly body: Body }): void => {
      seen.push({ id: body.id, subject: key, n: body.n });
    },
  };
}

/** Messages that were handed on, and that somebody else had by the time it was to be written down. */
function countLost(lines: readonly LoggedLine[]): number {
  return lines
    .filter(({ message, fields }) => message === "lease lost" && fields.phase === "complete")
    .reduce((sum, { fields }) => sum + Number(fields.lost), 0);
}

const relaySettings = {
  ...{ batchSize: BATCH, leaseMs: LEASE_MS, poll: POLL, retry: constantRetry({ delayMs: 5 }) },
  ...{ attemptsMax: Number.POSITIVE_INFINITY, deliveriesMax: Number.POSITIVE_INFINITY },
};

describe("several relays over one table, while slow producers commit out of order and roll back", () => {
  it("lose nothing, double nothing and keep every key's order, where all are well [RLY-08][EXA-14][ORD-08]", async () => {
    const { seen, take } = farSide();
    const relays = Array.from({ length: RELAYS }, () =>
      createOutboxRelay<Body>({
        ...relaySettings,
        storage: storage(),
        publish: take,
        leaseMs: 30_000,
      }),
    );
    for (const relay of relays) relay.start();
    const { ids, rolledBack } = await produce();
    await eventually("the table to be empty", nothingWaits);
    await Promise.all(relays.map((relay) => relay.stop()));

    expect(rolledBack).toBeGreaterThan(0);
    expect(judgeSeen(ids, seen)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 });
  });

  it("lose nothing and keep every key's order, where far sides fail, relays are killed and leases run out; what comes twice is bounded [RLY-07][RLY-08][RLY-09][LEA-05][LIM-02][LIM-05]", async () => {
    const { seen, take } = farSide();
    let deaths = 0;
    const { logger, lines } = recordingLogger();
    let isOver = false;
    const stops: (() => Promise<void>)[] = [];

    /** Sometimes fails, and sometimes takes longer than a lease that nobody renews. */
    const publishOf = (mortal: MortalOutbox): OutboxRelayOptions<Body>["publish"] => {
      return (message) =>
        mortal.alive(async () => {
          if (Math.random() < 0.05) throw new Error("broker down");
          if (Math.random() < 0.005) {
            await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 1.2)); // until it has run out
          }
          take(message);
        });
    };
    const startOne = (): void => {
      const mortal = mortalOutbox(storage(), 0.01);
      const relay = createOutboxRelay<Body>({
        ...{ ...relaySettings, publish: publishOf(mortal), logger },
        storage: { ...mortal.storage, renew: async () => [] },
      });
      stops.push(() => Promise.race([mortal.death, relay.stop()]));
      relay.start();
      void mortal.death.then(() => {
        deaths += 1;
        if (!isOver) startOne();
      });
    };
    for (let count = 0; count < RELAYS; count += 1) startOne();
    const { ids } = await produce();
    await eventually("the table to be empty", nothingWaits);
    isOver = true;
    await Promise.all(stops.map((stop) => stop()));
    const verdict = judgeSeen(ids, seen);

    expect(deaths).toBeGreaterThan(0);
    expect(verdict).toMatchObject({ lost: 0, outOfOrder: 0 });
    expect(verdict.doubled).toBeLessThanOrEqual(deaths * BATCH + countLost(lines));
  });

  it("lose nothing and keep every key's order, where their connections are cut again and again [RLY-19][RLY-09]", async () => {
    const { seen, take } = farSide();
    const { logger, lines } = recordingLogger();
    const claiming = new pg.Pool({
      ...{ connectionString: database.url, max: RELAYS, application_name: "cut me" },
    });
    claiming.on("error", () => undefined);
    claiming.on("connect", (client) => client.on("error", () => undefined));
    const relays = Array.from({ length: RELAYS }, () =>
      createOutboxRelay<Body>({
        ...{ ...relaySettings, publish: take, storageErrorDelayMs: 5, logger },
        storage: postgresOutbox(fromPgPool(claiming), table),
      }),
    );
    for (const relay of relays) relay.start();
    const producers = produce();
    let isOver = false;
    void producers.finally(() => {
      isOver = true;
    });
    let cuts = 0;
    while (!isOver) {
      const { rowCount } = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut me' ORDER BY random() LIMIT 1",
      );
      cuts += rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 20)); // lets them get on for a moment
    }
    const { ids } = await producers;
    await eventually("the table to be empty", nothingWaits);
    await Promise.all(relays.map((relay) => relay.stop()));
    await claiming.end();
    const verdict = judgeSeen(ids, seen);

    expect(cuts).toBeGreaterThan(3);
    expect(verdict).toMatchObject({ lost: 0, outOfOrder: 0 });
    expect(verdict.doubled).toBeLessThanOrEqual(cuts * BATCH + countLost(lines));
  });

  it("are not needed: several queues do as well [RLY-10][ORD-04][ORD-08]", async () => {
    const { seen, take } = farSide();
    const queues = Array.from({ length: RELAYS }, () => {
      const queue = createOutboxQueue({ storage: storage() });
      queue.subscribe<Body>(
        [RACE.topic],
        ({ message, body }) => {
          if (Math.random() < 0.05) throw new Error("not now");
          take({ ...message, body });
        },
        { poll: POLL, retry: constantRetry({ delayMs: 5 }), fetchBatchSize: BATCH, concurrency: 3 },
      );
      return queue;
    });
    await Promise.all(queues.map((queue) => queue.start()));
    const { ids } = await produce();
    await eventually("the table to be empty", nothingWaits);
    await Promise.all(queues.map((queue) => queue.stop()));

    expect(judgeSeen(ids, seen)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 });
  });
});
