import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assign } from "xstate";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import type { RelayPublish } from "../projects/project.ts";
import { findInstance } from "../stores/postgres/instances/find-instance.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { toPostgresQueue } from "../stores/postgres/outbox/queue-relay.ts";
import { fromPg } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

const SUBJECTS = 5;
const EACH = 8;

let outboxSide: TestDatabase;
let queueSide: TestDatabase;
const engines: Engine[] = [];

beforeAll(async () => {
  outboxSide = await createTestDatabase();
  queueSide = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await outboxSide.drop();
  await queueSide.drop();
});

const ledger = {
  chart: {
    id: "ledger",
    initial: "open",
    context: { seen: [] },
    states: { open: { on: { COUNTED: { actions: ["append"] } } } },
  },
  logic: {
    actions: {
      append: assign({ seen: ({ context, event }) => [...context.seen, event.payload.n] }),
    },
  },
};

/** Accepts, but says it did not, for the first offer of every third envelope: the worst a network can do. */
function forgetful(publish: RelayPublish): RelayPublish {
  const offered = new Set<string>();
  return async (delivery) => {
    await publish(delivery);
    const { id, data } = JSON.parse(delivery.envelope);
    if (data.n % 3 === 0 && !offered.has(id)) {
      offered.add(id);
      throw new Error("connection reset after the server accepted");
    }
  };
}

const until = (look: () => Promise<boolean>) => eventually("the relay", look);

describe("a relay onto another Postgres queue", () => {
  it("delivers everything, in order per subject, and the inbox absorbs what came twice by its id [RLY-07][BRK-37][INB-19][LIM-01][LIM-21]", async () => {
    const relay = defineProject({
      name: "app",
      topics: [{ name: "events", onUnknown: "ignore" }],
      machines: [],
      routes: [],
      relays: [
        {
          name: "to-ledger",
          topic: "events",
          publish: forgetful(toPostgresQueue(fromPg(queueSide.pool))),
        },
      ],
    });
    const consumer = defineProject({
      name: "books",
      topics: ["events"],
      machines: [ledger],
      routes: [{ topic: "events", type: "counted", machine: "ledger", event: "COUNTED" }],
    });
    engines.push(await startTestEngine(queueSide, consumer));
    engines.push(await startTestEngine(outboxSide, relay));

    for (let n = 0; n < EACH; n += 1) {
      const envelopes = Array.from({ length: SUBJECTS }, (_subject, index) =>
        createEnvelope({ type: "counted", source: "/app", subject: `s-${index}`, data: { n } }),
      );
      await publishEvents(fromPg(outboxSide.pool), {
        topic: "events",
        envelopes,
        direction: "published",
      });
    }

    const expected = Array.from({ length: EACH }, (_n, n) => n);
    await until(async () => {
      const { rows } = await outboxSide.pool.query(
        "SELECT count(*)::int AS open FROM sagascope.delivery",
      );
      const { rows: far } = await queueSide.pool.query(
        "SELECT count(*)::int AS open FROM sagascope.delivery",
      );
      return rows[0].open === 0 && far[0].open === 0;
    });
    for (let index = 0; index < SUBJECTS; index += 1) {
      const found = await findInstance(fromPg(queueSide.pool), "ledger", `s-${index}`);
      expect(found?.context.seen).toEqual(expected);
    }
    const { rows } = await queueSide.pool.query(
      "SELECT count(*)::int AS arrived FROM sagascope.event",
    );
    expect(rows[0].arrived).toBeGreaterThan(SUBJECTS * EACH);
  });

  it("gives up an envelope the far side never takes, and goes on with what follows it", async () => {
    const accepted: string[] = [];
    const refusing = defineProject({
      name: "refusing",
      topics: [{ name: "orders", onUnknown: "ignore" }],
      machines: [],
      routes: [],
      relays: [
        {
          name: "to-nowhere",
          topic: "orders",
          publish: async ({ envelope }) => {
            const { data } = JSON.parse(envelope);
            if (data.n === 0) throw new Error("schema 17 is not known here");
            accepted.push(data.n);
          },
        },
      ],
    });
    engines.push(await startTestEngine(outboxSide, refusing));
    const envelopes = [0, 1, 2].map((n) =>
      createEnvelope({ type: "ordered", source: "/app", subject: "o-1", data: { n } }),
    );
    await publishEvents(fromPg(outboxSide.pool), {
      topic: "orders",
      envelopes,
      direction: "published",
    });

    await until(async () => accepted.length === 2);

    expect(accepted).toEqual([1, 2]);
    const { rows } = await outboxSide.pool.query(
      "SELECT source, reason, consumer, attempts FROM sagascope.dead_letter",
    );
    expect(rows).toEqual([
      { source: "relay", reason: "max_attempts", consumer: "to-nowhere", attempts: 5 },
    ]);
  });
});
