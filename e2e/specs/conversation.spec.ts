import { expect, test } from "../fixtures/test.ts";
import { CARD_NUMBER } from "../fixtures/till.ts";

test.describe("the conversation of an order", () => {
  test("draws who caused what, and shows an envelope with its secrets masked", async ({
    page,
    instance,
    conversation,
    till,
  }) => {
    const placed = await till.placeOrder("order-440");
    await instance.open("order", "order-440");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await instance.conversation.click();
    await expect(conversation.title).toHaveText("order-440");
    await expect(page).toHaveURL(`/conversations/${placed.correlationid}`);

    await expect(conversation.boxes).toHaveCount(CHAIN.length);
    const lefts = await Promise.all(CHAIN.map((type) => conversation.leftOf(type)));
    expect(lefts, "each is drawn to the right of what caused it").toEqual(
      lefts.toSorted((a, b) => a - b),
    );
    expect(new Set(lefts).size).toBe(CHAIN.length);

    await conversation.box("order.placed").click();
    await expect(conversation.dockTitle).toHaveText("order.placed");
    await expect(conversation.dock).toContainText("shop.order.place");
    await expect(conversation.dock).toContainText("payment processed it");
    await expect(conversation.masks.first()).toBeVisible();
    expect(await page.content()).not.toContain(CARD_NUMBER);

    await page.reload(); // the envelope that is looked at stands in the address
    await expect(conversation.dockTitle).toHaveText("order.placed");
  });
});

/** What an order that is paid and packed makes the machines say, each caused by the one before. */
const CHAIN = [
  "shop.order.place",
  "order.placed",
  "payment.captured",
  "parcel.packed",
  "order.completed",
];
