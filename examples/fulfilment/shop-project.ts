import { type Broker, defineProject, type Project, type Route, toBroker } from "@sagascope/core";
import { fulfil } from "./machines/fulfil.ts";
import { order } from "./machines/order.ts";
import { payment } from "./machines/payment.ts";
import { warehouse } from "./machines/warehouse.ts";
import { COMMANDS_AT_BROKER, EVENTS_AT_BROKER } from "./shop-broker.ts";

/** Which machine hears which event. */
const routes: readonly Route[] = [
  { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },

  { topic: "commands", type: "shop.order.place", machine: "order" },
  { topic: "commands", type: "shop.order.cancel", machine: "order" },
  { topic: "events", type: "payment.captured", machine: "order" },
  { topic: "events", type: "payment.declined", machine: "order" },
  { topic: "events", type: "payment.refunded", machine: "order" },
  { topic: "events", type: "parcel.packed", machine: "order" },
  { topic: "events", type: "parcel.failed", machine: "order" },

  { topic: "events", type: "order.placed", machine: "payment" },
  { topic: "events", type: "order.completed", machine: "payment" },
  { topic: "events", type: "order.cancelled", machine: "payment" },

  { topic: "events", type: "order.placed", machine: "warehouse" },
  { topic: "events", type: "payment.captured", machine: "warehouse" },
  { topic: "events", type: "order.completed", machine: "warehouse" },
  { topic: "events", type: "order.cancelled", machine: "warehouse" },
];

/**
 * The shop.
 *
 * @param broker - where orders come from and the shop's events go to; undefined: orders come over HTTP
 */
export function shopOn(broker: Broker | undefined): Project {
  return defineProject({
    name: "shop",
    topics: ["commands", "events"],
    // Everybody may publish on `events`: what none of our machines is interested in is only recorded. The carrier tells there
    // where a parcel is, and so shows in the order's conversation.
    observers: [
      {
        name: "carrier",
        topic: "events",
        source: "/carrier",
        types: ["parcel.scanned", "parcel.delivered"],
      },
    ],
    // What others may count on; the AsyncAPI pages infer the rest from what they see.
    schemas: {
      "payment.captured": {
        type: "object",
        description: "The customer's card was charged.",
        required: ["total", "currency", "captureId"],
        properties: {
          total: { type: "integer", minimum: 0, description: "in the currency's smallest unit" },
          currency: { type: "string", pattern: "^[A-Z]{3}$", description: "ISO 4217" },
          captureId: { type: "string", description: "the card service's own, for refunds" },
        },
      },
      "payment.declined": {
        type: "object",
        required: ["reason"],
        properties: { reason: { type: "string", description: "as the card service puts it" } },
      },
    },
    machines: [fulfil, order, payment, warehouse],
    ...(broker === undefined
      ? {}
      : {
          intakes: [{ broker, from: COMMANDS_AT_BROKER, topic: "commands" }],
          relays: [
            { name: "to-broker", topic: "events", publish: toBroker(broker, EVENTS_AT_BROKER) },
          ],
        }),
    routes,
  });
}
