import {
  type MachineDefinition,
  RetryPolicy,
  type ServiceCall,
  sagaBuilder,
} from "@sagascope/core";
import { type OrderDetails, readOrder } from "../order-details.ts";
import { chargeCard, refundCard } from "../services/card.ts";
import { bookShipment } from "../services/carrier.ts";
import { sendMail } from "../services/mail.ts";
import { releaseStock, reserveStock } from "../services/warehouse.ts";

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", {
    invoke: "reserveStock",
    compensate: "releaseStock",
    timeoutMs: 5_000,
    retry: new RetryPolicy({ maxAttempts: 3 }),
  })
  .step("charge", { invoke: "chargeCard", compensate: "refundCard" })
  .step("ship", { invoke: "bookShipment", timeoutMs: 10_000 })
  .onFailure("notify");

/** Sees an order through, step by step; if one fails for good, those before it are undone in reverse. */
export const fulfil: MachineDefinition = {
  chart: { ...saga.build(), version: "1" },
  logic: {
    ...saga.logic(),
    actions: {
      ...saga.logic().actions,
      notify: (call: ServiceCall) =>
        sendMail(call, { to: orderOf(call).email, template: "order-failed" }),
    },
    services: {
      reserveStock: (call) => reserveStock(call, orderOf(call)),
      releaseStock: (call) => releaseStock(call),
      chargeCard: (call) => chargeCard(call, orderOf(call)),
      refundCard: (call) => refundCard(call, orderOf(call)),
      bookShipment: (call) => bookShipment(call, orderOf(call)),
    },
  },
  services: {
    // The saga has an answer to every failure. These tries keep it from giving up over a moment's trouble.
    chargeCard: { timeoutMs: 5_000, attemptsMax: 3, backoffMs: 500 },
    refundCard: { timeoutMs: 5_000, attemptsMax: 6, backoffMs: 500 },
    releaseStock: { timeoutMs: 5_000, attemptsMax: 6, backoffMs: 500 },
  },
};

/** A saga keeps what it was started with as its input. */
function orderOf({ context }: ServiceCall): OrderDetails {
  return readOrder(context.input);
}
