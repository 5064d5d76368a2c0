import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seededRandom } from "./seeded-random.ts";
import { openShop } from "./testing/shop-in-memory.ts";
import { worldFetch } from "./testing/world-fetch.ts";
import { drawOrder } from "./traffic/draw-order.ts";
import {
  DECLINED_CARD,
  NO_REFUND_CARD,
  SOLD_OUT_SKU,
  UNSERVED_POSTCODE,
} from "./world/special-values.ts";
import { createWorld, type World } from "./world/world.ts";

const ORDER = drawOrder(seededRandom("a good order"));
const DECLINED = { ...ORDER, card: { ...ORDER.card, number: DECLINED_CARD } };
const SOLD_OUT = { ...ORDER, lines: [{ sku: SOLD_OUT_SKU, quantity: 1, price: 100 }] };
const SENT_NOWHERE = { ...ORDER, address: { ...ORDER.address, postcode: UNSERVED_POSTCODE } };

let world: World;

beforeEach(() => {
  world = createWorld(1, true, () => 0);
  vi.stubGlobal("fetch", worldFetch(world));
});
afterEach(() => vi.unstubAllGlobals());

describe("order, payment and warehouse", () => {
  it("complete an order that is paid and packed", async () => {
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", ORDER);
    expect(shop.published).toEqual([
      "order.placed",
      "payment.captured",
      "parcel.packed",
      "order.completed",
    ]);
    expect(shop.states("order")).toEqual(["completed"]);
    expect(shop.states("payment")).toEqual(["settled"]);
    expect(shop.states("warehouse")).toEqual(["handedOver"]);
    expect(shop.context("order").parcelId).toMatch(/^P-/);
  });

  it("cancel an order whose card is declined", async () => {
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", DECLINED);
    expect(shop.published).toEqual(["order.placed", "payment.declined", "order.cancelled"]);
    expect(shop.states("order")).toEqual(["cancelled"]);
    expect(shop.states("payment")).toEqual(["closed"]);
    expect(shop.states("warehouse")).toEqual(["released"]);
    expect(shop.context("order").reason).toBe("card declined: insufficient funds");
  });

  it("cancel an order whose goods are sold out, and give the money back", async () => {
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", SOLD_OUT);
    expect(shop.published).toEqual([
      "order.placed",
      "payment.captured",
      "parcel.failed",
      "order.cancelled",
      "payment.refunded",
    ]);
    expect(shop.states("order")).toEqual(["cancelled"]);
    expect(shop.states("payment")).toEqual(["refunded"]);
    expect(shop.states("warehouse")).toEqual(["released"]);
  });

  it("keep the call as a dead letter while the card company is down, and complete after a replay", async () => {
    world.change({ card: { down: true } });
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", ORDER);
    expect(shop.deadLetters).toEqual(["payment.capturePayment: card answered 503"]);
    expect(shop.states("payment")).toEqual(["capturing"]);
    expect(shop.states("order")).toEqual(["open.paying.waiting"]);

    world.change({ card: { down: false } });
    await shop.replay();
    expect(shop.deadLetters).toEqual([]);
    expect(shop.states("order")).toEqual(["completed"]);
  });

  it("give the money back if the customer cancels while the payment is under way", async () => {
    world.change({ card: { down: true } });
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", ORDER);
    world.change({ card: { down: false } });
    await shop.send("commands", "shop.order.cancel", { reason: "ordered by mistake" });
    expect(shop.published).toEqual(["order.placed", "order.cancelled", "payment.refunded"]);
    expect(shop.states("order")).toEqual(["cancelled"]);
    expect(shop.states("payment")).toEqual(["refunded"]);
    expect(shop.states("warehouse")).toEqual(["released"]);
  });

  it("put the goods back if the customer cancels a parcel that is being packed", async () => {
    world.change({ carrier: { down: true } });
    const shop = openShop("order-42");
    await shop.send("commands", "shop.order.place", ORDER);
    expect(shop.states("warehouse")).toEqual(["packing.goods.packed", "packing.label.printing"]);
    await shop.send("commands", "shop.order.cancel", {});
    expect(shop.states("order")).toEqual(["cancelled"]);
    expect(shop.states("warehouse")).toEqual(["released"]);
    expect(shop.context("order").reason).toBe("cancelled by the customer");
    expect(world.calls().map(({ operation }) => operation)).toContain("warehouse/releases");
  });

  it("refuse an order in a currency the shop does not trade in", async () => {
    const shop = openShop("order-42");
    await expect(
      shop.send("commands", "shop.order.place", { ...ORDER, currency: "DOUBLOONS" }),
    ).rejects.toMatchObject({ cause: { name: "InvalidOrderError" } });
  });
});

describe("fulfil", () => {
  it("reserves, charges and ships", async () => {
    const shop = openShop("order-43");
    await shop.send("commands", "xsm.fulfil.START", ORDER);
    expect(shop.states("fulfil")).toEqual(["completed"]);
    expect(world.calls().map(({ operation }) => operation)).toEqual([
      "warehouse/reservations",
      "card/captures",
      "carrier/shipments",
    ]);
  });

  it("undoes charge and reservation if the carrier refuses, and tells the customer", async () => {
    const shop = openShop("order-43");
    await shop.send("commands", "xsm.fulfil.START", SENT_NOWHERE);
    expect(shop.states("fulfil")).toEqual(["failed"]);
    expect(shop.context("fulfil").compensated).toEqual(["charge", "reserve"]);
    expect(world.calls().map(({ operation }) => operation)).toEqual([
      "warehouse/reservations",
      "card/captures",
      "carrier/shipments",
      "card/refunds",
      "warehouse/releases",
      "mail/messages",
    ]);
  });

  it("releases the stock if the card is declined", async () => {
    const shop = openShop("order-43");
    await shop.send("commands", "xsm.fulfil.START", DECLINED);
    expect(shop.states("fulfil")).toEqual(["failed"]);
    expect(shop.context("fulfil").compensated).toEqual(["reserve"]);
  });

  it("ends for a person to look at if the refund fails as well", async () => {
    const shop = openShop("order-43");
    const card = { ...ORDER.card, number: NO_REFUND_CARD };
    await shop.send("commands", "xsm.fulfil.START", { ...SENT_NOWHERE, card });
    expect(shop.states("fulfil")).toEqual(["compensationFailed"]);
  });

  it("tries three times to reserve before it gives up", async () => {
    world.change({ warehouse: { down: true } });
    const shop = openShop("order-43");
    await shop.send("commands", "xsm.fulfil.START", ORDER);
    expect(shop.states("fulfil")).toEqual(["failed"]);
    expect(world.calls()[0]).toMatchObject({ requests: 3, carriedOut: 0 });
  });
});
