import { describe } from "vitest";
import { brokerContract } from "../../../../brokers/broker.contract.ts";
import { createTestDatabase } from "../../../../testing/test-database.ts";
import { BROKER_TABLE, outboxBrokerOn } from "../../../../testing/test-outbox-broker.ts";
import { fromPg } from "../../sql.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";
import { publishMessages } from "./publish-messages.ts";

describe("a broker on a table of Postgres [BRK-15]", () => {
  brokerContract({
    async open() {
      const database = await createTestDatabase();
      await database.pool.query(outboxTableSql(BROKER_TABLE));
      const sql = fromPg(database.pool);
      return {
        connect: (options) => outboxBrokerOn(database.pool, options),
        async putRaw(topic, payload, headers = {}) {
          await publishMessages(sql, BROKER_TABLE, [{ topic, payload, headers }]);
        },
        close: () => database.drop(),
      };
    },
  });
});
