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

  test("is one selection in three views, all of it by keyboard and in the address", async ({
    page,
    instance,
    conversation,
    till,
    shell,
  }) => {
    const placed = await till.placeOrder("order-441");
    await instance.open("order", "order-441");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await conversation.open(placed.correlationid, `?event=${placed.id}`);
    await shell.untilReady();
    await expect(conversation.boxes).toHaveCount(CHAIN.length);

    await page.keyboard.press("2");
    await expect(conversation.drawing("sequence")).toBeVisible();
    await expect(page).toHaveURL(/view=sequence/);
    await expect.poll(conversation.types, "effects stand under their causes").toEqual(CHAIN);

    await page.keyboard.press("3");
    await expect(conversation.drawing("waterfall")).toBeVisible();
    await expect.poll(conversation.types).toEqual(CHAIN);
    await expect(conversation.box("order.placed")).toHaveAccessibleName(/taken by payment after/);

    await conversation.box("shop.order.place").focus();
    await page.keyboard.press("ArrowRight");
    await expect(conversation.box("order.placed")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(conversation.box("payment.captured")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(conversation.dockTitle).toHaveText("payment.captured");
    await page.keyboard.press("ArrowLeft");
    await expect(conversation.box("order.placed")).toBeFocused();

    await page.keyboard.press("e"); // shut what follows; the one that is looked at goes with it
    await expect(conversation.boxes).toHaveCount(2);
    await expect(conversation.dockTitle).toHaveText("order.placed");
    await expect(conversation.counts).toContainText("3 behind 1 shut box");
    await page.reload();
    await expect(conversation.drawing("waterfall")).toBeVisible();
    await expect(conversation.boxes).toHaveCount(2);
    await conversation.box("order.placed").focus();
    await page.keyboard.press("e");
    await expect(conversation.boxes).toHaveCount(CHAIN.length);

    await page.keyboard.press("1");
    await expect(conversation.drawing("causation graph")).toBeVisible();
    await page.goBack();
    await expect(conversation.drawing("waterfall")).toBeVisible();
  });
});

test.describe("a conversation of ten thousand envelopes", () => {
  const LARGE = "large-conversation";
  const ENVELOPES = 10_000;
  /** What is in the document at once, whatever the conversation holds. */
  const BOXES_MAX = 300;
  const ELEMENTS_MAX = 6_000;

  test.beforeAll(async ({ database }) => {
    await database.recordConversation(LARGE, ENVELOPES);
  });

  test("is counted whole and drawn in some hundred boxes, in every view and grouping", async ({
    page,
    conversation,
  }) => {
    test.slow(); // nine pages
    for (const view of ["graph", "sequence", "time"]) {
      for (const group of ["type", "lane", "none"]) {
        await conversation.open(LARGE, `?view=${view}&group=${group}`);
        await expect(conversation.boxes.first()).toBeVisible();
        await expect(page.getByText(/^10,000 envelopes, 4 services/)).toBeVisible();
        await expect(conversation.counts).toContainText(/\d+ drawn/);
        expect(await conversation.boxes.count(), `${view} by ${group}`).toBeLessThan(BOXES_MAX);
        const elements = await page.locator("*").count();
        expect(elements, `${view} by ${group}`).toBeLessThan(ELEMENTS_MAX);
      }
    }
  });

  test("sends where its envelopes stand once, in less than 100 bytes each", async ({
    page,
    conversation,
  }) => {
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("conversations.skeleton")) {
        sizes.push(response.body().then(({ length }) => length));
      }
    });
    await conversation.open(LARGE);
    await expect(conversation.boxes.first()).toBeVisible();
    await conversation.view("Time").click();
    await expect(conversation.drawing("waterfall")).toBeVisible();
    expect(sizes).toHaveLength(1);
    expect(await sizes[0]).toBeLessThan(100 * ENVELOPES);
  });

  test("shows more of a stack on request, and takes what a link names out of it", async ({
    page,
    conversation,
  }) => {
    await conversation.open(LARGE);
    await conversation.more.first().click();
    await expect(page).toHaveURL(/open=/);
    const named = `${LARGE}-7777`;
    await conversation.open(LARGE, `?event=${named}`);
    await expect(conversation.dock).toContainText(named);
    await expect(conversation.selected).toBeVisible();
    await expect(conversation.counts).toContainText("causes not recorded");
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
