import { createMessage } from "@sagascope/core";
import { fromPrisma, publishMessages } from "@sagascope/core/postgres";
import type { PrismaClient } from "./generated/client.ts";
import { outboxTable } from "./outbox.ts";

/** What is told about an order. */
export interface OrderNews {
  readonly order: number;
  readonly state: string;
}

/** An order and the news of it, in one transaction: both or neither. */
export async function placeOrder(
  prisma: PrismaClient,
  order: { readonly id: number; readonly customer: string },
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await transaction.order.create({ data: { ...order, state: "placed" } });
    const body: OrderNews = { order: order.id, state: "placed" };
    await publishMessages(fromPrisma(transaction), outboxTable, [
      createMessage({ topic: "orders", key: `order-${order.id}`, body }),
      createMessage({ topic: "mail", key: order.customer, body: { subject: "Thank you!" } }),
    ]);
  });
}
