import { defineOutboxTable } from "@sagascope/core/postgres";

/** Where an application writes what Kafka is to have, in the transaction of what it tells of. `outboxTableSql` makes it. */
export const outboxTable = defineOutboxTable({
  table: "message",
  notifyChannel: "message_written",
});
