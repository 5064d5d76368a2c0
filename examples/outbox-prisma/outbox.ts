import type { OutboxStorage } from "@sagascope/core";
import { defineOutboxTable, fromPrismaClient, postgresOutbox } from "@sagascope/core/postgres";
import type { PrismaClient } from "./generated/client.ts";

/** The model `OutboxMessage`, by the names that Prisma gives its columns. */
export const outboxTable = defineOutboxTable({
  table: "OutboxMessage",
  payloadType: "jsonb",
  notifyChannel: "orders_outbox",
  columns: {
    key: "orderKey",
    availableAt: "availableAt",
    firstFailedAt: "firstFailedAt",
    lastError: "lastError",
    createdAt: "createdAt",
    settledAt: "settledAt",
  },
});

/** The model as relays and queues want it, over the application's own Prisma client. */
export function prismaOutbox(prisma: PrismaClient): OutboxStorage {
  return postgresOutbox(fromPrismaClient(prisma), outboxTable);
}
