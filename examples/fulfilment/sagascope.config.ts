import { defineProject, type Route } from "@sagascope/core";
import { fulfil } from "./machines/fulfil.ts";
import { order } from "./machines/order.ts";
import { payment } from "./machines/payment.ts";
import { warehouse } from "./machines/warehouse.ts";

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

export default defineProject({
  name: "shop",
  topics: [
    "commands",
    // Everybody may publish here; what none of our machines is interested in is only recorded.
    { name: "events", onUnknown: "ignore" },
  ],
  machines: [fulfil, order, payment, warehouse],
  routes,
});
