import type { CloudEvent } from "../traffic/order-events.ts";

/** A customer's order. The same order is the same event. */
export const placedOrder = (subject: string): CloudEvent => ({
  ...{
    time: "2030-01-01T00:00:00Z",
    correlationid: `till-${subject}`,
    specversion: "1.0",
    id: `place-${subject}`,
    type: "shop.order.place",
    source: "/web",
  },
  subject,
  data: {
    ...{ customer: "c-1", email: "c@example.com", currency: "EUR", total: 4_200 },
    card: { number: "4242424242424242", expiry: "12/40" },
    address: { street: "1 Main St", postcode: "50667", city: "Cologne", country: "DE" },
    lines: [{ sku: "mug", quantity: 1, price: 4_200 }],
  },
});
