import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMessage } from "../../../../envelope/messages/message.ts";
import { InvalidConfigError } from "../../../../kernel/errors.ts";
import { createOutboxRelay } from "../../../../outbox/relay/outbox-relay.ts";
import { recordingLogger } from "../../../../testing/relay-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { eventually } from "../../../../testing/test-engine.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { defineOutboxTable, DEFAULT_OUTBOX_TABLE as table } from "./outbox-table.ts";
import { outboxWakeUps } from "./outbox-wake-ups.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query(
    "TRUNCATE sagascope.outbox_message, sagascope.outbox_dead_letter RESTART IDENTITY",
  ),
);

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const message = (body: unknown) => createMessage({ topic: "orders", body });

describe("wake-ups", () => {
  const options = () => ({ connectionString: database.url, reconnectMs: 10 });

  it("wake a relay at once, long before it would look [RLY-23][EXA-12]", async () => {
    const seen: unknown[] = [];
    const relay = createOutboxRelay({
      ...{ storage: storage(), publish: ({ body }) => void seen.push(body) },
      poll: { minMs: 600_000, maxMs: 600_000, factor: 1 },
      wakeUps: outboxWakeUps(table, { ...options(), topics: ["orders"] }),
    });
    relay.start();
    await publishMessages(fromPg(database.pool), table, [message("first")]);
    await eventually("the first message", async () => seen.length === 1);
    await publishMessages(fromPg(database.pool), table, [message("second")]);
    await eventually("the second message", async () => seen.length === 2);
    await relay.stop();
  });

  it("come once for all that was published within the visibility delay [RLY-23]", async () => {
    let wakes = 0;
    const wakeUps = outboxWakeUps(table, { ...options(), visibilityDelayMs: 150 });
    const listening = await wakeUps.listen(() => {
      wakes += 1;
    });
    expect(wakes).toBe(1); // it listens now
    for (let count = 0; count < 5; count += 1) {
      await publishMessages(fromPg(database.pool), table, [message(count)]);
    }
    expect(wakes).toBe(1);
    await eventually("the deferred call", async () => wakes > 1);
    await listening.close();
    expect(wakes).toBe(2);
  });

  it("come back by themselves when their connection is gone, and tell that something may have been missed [RLY-23]", async () => {
    const { logger, lines } = recordingLogger();
    let wakes = 0;
    const listening = await outboxWakeUps(table, { ...options(), logger }).listen(() => {
      wakes += 1;
    });
    const kill = () =>
      database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sagascope wake-ups'",
      );
    await kill();
    await eventually("the listener to be back", async () => wakes === 2);
    expect(lines).toContainEqual(expect.objectContaining({ level: "warn" }));
    await kill();
    await listening.close(); // in the gap
  });

  it("need a channel, and a delay that makes sense [RLY-23]", () => {
    const silent = defineOutboxTable({ table: "silent" });
    expect(() => outboxWakeUps(silent, options())).toThrow("notifyChannel");
    expect(() => outboxWakeUps(table, { ...options(), visibilityDelayMs: -1 })).toThrow(
      InvalidConfigError,
    );
  });
});
