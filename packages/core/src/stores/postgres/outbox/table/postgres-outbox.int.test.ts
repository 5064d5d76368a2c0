import { afterAll, beforeAll, describe } from "vitest";
import { outboxCrashesContract } from "../../../../outbox/outbox-crashes.contract.ts";
import { outboxLaterContract } from "../../../../outbox/outbox-later.contract.ts";
import { outboxStorageContract } from "../../../../outbox/outbox-storage.contract.ts";
import { postgresOutboxContract } from "../../../../testing/postgres-outbox-contract.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const pool = () => database.pool;

describe("the table of messages that comes with the product [OBX-19][OBX-45]", () => {
  const options = postgresOutboxContract(pool, {
    table: "sagascope.outbox_message",
    deadLetterTable: "sagascope.outbox_dead_letter",
    notifyChannel: "sagascope_outbox",
  });
  outboxStorageContract(options);
  outboxCrashesContract(options);
  outboxLaterContract(options.makeStorage);
});

describe("a table of messages in Postgres that keeps its dead letters [OBX-39][OBX-45]", () => {
  outboxStorageContract(postgresOutboxContract(pool, { table: "public.outbox" }));
});

describe("a table of messages in Postgres that deletes what it delivered, with dead letters elsewhere [OBX-42]", () => {
  outboxStorageContract(
    postgresOutboxContract(pool, {
      ...{ table: "queue_message", onDelivered: "delete", deadLetterTable: "queue_dead_letter" },
    }),
  );
});

describe("a table of messages in Postgres with names of a user's own [OBX-45]", () => {
  const columns = { id: "messageId", key: "orderId", availableAt: "visibleFrom", status: "state" };
  const options = postgresOutboxContract(pool, {
    ...{ table: "OutboxMessage", idType: "uuid", payloadType: "text" },
    columns: { ...columns, timerId: "reminder" },
  });
  outboxStorageContract(options);
  outboxLaterContract(options.makeStorage);
});

describe("a table of messages in Postgres whose payloads are JSON", () => {
  outboxStorageContract(
    postgresOutboxContract(pool, { table: "json_outbox", payloadType: "jsonb", idType: "integer" }),
  );
});
