import { describe } from "vitest";
import { brokerContract } from "../../../../brokers/broker.contract.ts";
import { outboxBroker } from "../../../../outbox/outbox-broker.ts";
import { createTestDatabase } from "../../../../testing/test-database.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { defineOutboxTable } from "./outbox-table.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";

describe("a broker on a table of Postgres [BRK-15]", () => {
  brokerContract({
    async open() {
      const database = await createTestDatabase();
      const table = defineOutboxTable({ table: "messages" });
      await database.pool.query(outboxTableSql(table));
      const sql = fromPg(database.pool);
      return {
        connect: (options) =>
          outboxBroker({
            storage: postgresOutbox(fromPgPool(database.pool), table),
            publish: (message) => publishMessages(sql, table, [message]),
            pollMs: 20,
            ...options,
          }),
        async putRaw(topic, payload, headers = {}) {
          await publishMessages(sql, table, [{ topic, payload, headers }]);
        },
        close: () => database.drop(),
      };
    },
  });
});
