import { createOutboxQueue, type OutboxQueue } from "@sagascope/core";
import type { PrismaClient } from "./generated/client.ts";
import { prismaOutbox } from "./outbox.ts";
import type { OrderNews } from "./place-order.ts";

/** Works on the news of orders directly from the table: no broker in between. */
export function handleOrders(
  prisma: PrismaClient,
  onNews: (news: OrderNews) => Promise<void>,
): OutboxQueue {
  const queue = createOutboxQueue({ storage: prismaOutbox(prisma) });
  queue.subscribe<OrderNews>(["orders"], ({ body }) => onNews(body));
  return queue;
}
