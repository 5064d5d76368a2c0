import type { OrderDetails } from "../order-details.ts";
import { seededRandom } from "../seeded-random.ts";
import {
  DECLINED_CARD,
  ISSUER_DOWN_CARD,
  NO_REFUND_CARD,
  SOLD_OUT_SKU,
  UNSERVED_POSTCODE,
} from "../world/special-values.ts";
import { drawOrder } from "./draw-order.ts";
import { type Scenario, scenarioOf } from "./scenarios.ts";

/** A CloudEvent 1.0, as structured JSON. */
export interface CloudEvent {
  readonly specversion: "1.0";
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly time: string;
  readonly correlationid: string;
  readonly data: object;
}

/** An event, and how long after the one before it was accepted it is sent. */
export interface TimedEvent {
  readonly afterMs: number;
  readonly event: Omit<CloudEvent, "time">;
}

const PLACE = "shop.order.place";
const CANCEL = "shop.order.cancel";
const START = "xsm.fulfil.START";

/** Long enough for an order to be over in an ordinary world. */
const LATE_MS = 15_000;

/**
 * All events that the till sends about order `number`. The same seed and number give the same events with the same ids,
 * so sending them again does no harm.
 */
export function orderEvents(seed: number, number: number): readonly TimedEvent[] {
  const order = drawOrder(seededRandom(seed, "order", number));
  const at = (name: string, type: string, data: object, afterMs = 0): TimedEvent => ({
    afterMs,
    event: {
      specversion: "1.0",
      id: `till-${seed}-${number}-${name}`,
      type,
      source: "/shop/till",
      subject: `order-${number}`,
      correlationid: `till-${seed}-${number}`,
      data,
    },
  });
  return EVENTS[scenarioOf(seed, number)](order, at);
}

type At = (name: string, type: string, data: object, afterMs?: number) => TimedEvent;
type Story = (order: OrderDetails, at: At) => readonly TimedEvent[];

const EVENTS: Readonly<Record<Scenario, Story>> = {
  "order-happy": (order, at) => [at("place", PLACE, order)],
  "order-declined": (order, at) => [at("place", PLACE, paidWith(order, DECLINED_CARD))],
  "order-sold-out": (order, at) => [at("place", PLACE, withSoldOutLine(order))],
  "order-cancelled": (order, at) => [
    at("place", PLACE, order),
    at("cancel", CANCEL, { reason: "ordered by mistake" }, 700),
  ],
  "order-stuck": (order, at) => [at("place", PLACE, paidWith(order, ISSUER_DOWN_CARD))],
  "saga-happy": (order, at) => [at("start", START, order)],
  "saga-compensated": (order, at) => [at("start", START, sentNowhere(order))],
  "saga-stuck": (order, at) => [at("start", START, sentNowhere(paidWith(order, NO_REFUND_CARD)))],
  "unknown-type": (order, at) => [at("place", "shop.order.plcae", order)],
  "unknown-currency": (order, at) => [at("place", PLACE, { ...order, currency: "DOUBLOONS" })],
  "reused-id": (order, at) => [
    at("place", PLACE, order),
    at("place", PLACE, { ...order, total: order.total + 100 }, 1_000),
  ],
  "late-cancel": (order, at) => [
    at("place", PLACE, order),
    at("cancel", CANCEL, { reason: "found it cheaper" }, LATE_MS),
  ],
};

function paidWith(order: OrderDetails, number: string): OrderDetails {
  return { ...order, card: { ...order.card, number } };
}

function withSoldOutLine(order: OrderDetails): OrderDetails {
  const line = { sku: SOLD_OUT_SKU, quantity: 1, price: 12_900 };
  return { ...order, lines: [...order.lines, line], total: order.total + line.price };
}

function sentNowhere(order: OrderDetails): OrderDetails {
  return { ...order, address: { ...order.address, postcode: UNSERVED_POSTCODE } };
}
