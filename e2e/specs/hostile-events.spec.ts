import type { Page } from "@playwright/test";
import { hostileRequest } from "../../packages/core/src/testing/hostile-requests.ts";
import type { House } from "../fixtures/house.ts";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails, tillEvent } from "../fixtures/till.ts";

/** Texts that have hurt somebody, in every part of an event that may hold a text. */
const MARKUP = [
  "<script>window.__pwned=1</script>",
  '"><img src=x onerror="window.__pwned=1">',
  "<svg/onload=window.__pwned=1>",
  "{{constructor.constructor('window.__pwned=1')()}}",
];
/** A part of each, as JSON shows it. */
const SHOWN = "window.__pwned=1";
const SEED = 99;
const REQUESTS = 400;
const NAMES = {
  types: ["shop.order.place", "shop.order.cancel", "shop.nobody"],
  subjects: ["grammar-1", "grammar-2", "<b>grammar</b>", "'; --"],
};

test.describe.configure({ timeout: 1_200_000 }); // hundreds of pages

/** What a page says if something of an event runs, or is more than text. */
function watch(page: Page): { expectText(place: string): Promise<void> } {
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) alarms.push(message.text());
  });
  page.on("pageerror", (error) => alarms.push(error.message));
  return {
    async expectText(place) {
      expect(await page.evaluate("'__pwned' in window"), place).toBe(false);
      const active =
        "img[src=x], main script, main iframe, svg[onload], main [onerror], main a[href^=javascript]";
      expect(await page.locator(active).count(), place).toBe(0);
      expect(alarms, place).toEqual([]);
    },
  };
}

async function open(page: Page, place: string): Promise<void> {
  await page.goto(place);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Reading");
}

async function send(house: House, headers: Readonly<Record<string, string>>, body: Uint8Array) {
  const answer = await fetch(`${house.url}/api/events/commands`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${house.ingestToken}` },
    body: body as Uint8Array<ArrayBuffer>,
  });
  const { ids = [] } = (await answer.json()) as { readonly ids?: readonly string[] };
  return { status: answer.status, ids };
}

const segment = encodeURIComponent;

test("an instance, a letter and an envelope show what an event held as text", async ({
  page,
  till,
  database,
}) => {
  const { expectText } = watch(page);
  for (const [at, markup] of MARKUP.entries()) {
    const subject = `markup-${at}${markup}`;
    const details = { ...orderDetails(), customer: markup };
    const placed = tillEvent("shop.order.place", subject, details);
    const unknown = tillEvent(`shop.${at}.unknown`, subject, { [markup]: markup, list: [markup] });
    await till.postEvent(placed);
    await till.postEvent(unknown);
    const ids = [placed.id, unknown.id];
    await expect.poll(async () => (await database.becameOf(ids)).waiting).toBe(0);
    const { letters, instances, events } = await database.becameOf(ids);
    expect(instances).toEqual([{ machine: "order", subject }]);
    expect(letters).toHaveLength(1);

    const instance = `/instances/order/${segment(subject)}`;
    await open(page, `${instance}?tab=context`);
    const story = page.getByRole("region", { name: "Story" });
    await expect(story).toContainText(SHOWN);
    for (const tab of await story.getByRole("tab").all()) {
      await tab.click();
      await expect(story).not.toContainText("Reading");
      await expectText(`${instance} ${await tab.textContent()}`);
    }
    await open(page, `/dead-letters/${letters[0]}`);
    await expect(page.getByRole("region", { name: "Envelope" })).toContainText(SHOWN);
    await expectText("the letter");
    for (const { id, correlationId } of events) {
      await open(page, `/conversations/${segment(correlationId)}?event=${segment(id)}`);
      const dock = page.getByRole("region", { name: "Envelope" });
      await expect(dock).not.toContainText("Reading");
      await expect(dock).toContainText(SHOWN);
      await expectText("the envelope");
    }
    await database.closeLettersOf(ids);
  }
});

test("whatever hundreds of hostile requests lead to is text wherever it is opened", async ({
  page,
  house,
  database,
}) => {
  const { expectText } = watch(page);
  const statuses = new Set<number>();
  const taken: string[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const { kind, headers, body } = hostileRequest(SEED, index, NAMES);
    const { status, ids } = await send(house, headers, body);
    expect([202, 400, 413, 415], `request ${index}, ${kind}`).toContain(status);
    statuses.add(status);
    taken.push(...ids);
  }
  expect([...statuses].sort()).toEqual([202, 400, 413, 415]);
  expect(taken.length).toBeGreaterThan(REQUESTS / 20);
  try {
    await expect
      .poll(async () => (await database.becameOf(taken)).waiting, { timeout: 120_000 })
      .toBe(0);
    const { letters, instances, events } = await database.becameOf(taken);
    expect(letters.length).toBeGreaterThan(REQUESTS / 40);
    for (const id of letters) {
      await open(page, `/dead-letters/${segment(id)}`);
      await expect(page.getByRole("region", { name: "Envelope" })).toBeVisible();
      await expectText(`letter ${id}`);
    }
    for (const { id, correlationId } of events) {
      await open(page, `/conversations/${segment(correlationId)}?event=${segment(id)}`);
      const dock = page.getByRole("region", { name: "Envelope" });
      await expect(dock).not.toContainText("Reading");
      await expectText(`envelope ${id}`);
    }
    for (const { machine, subject } of instances) {
      await open(page, `/instances/${segment(machine)}/${segment(subject)}`);
      await expectText(`instance ${subject}`);
    }
  } finally {
    await database.closeLettersOf(taken); // other specs look at what is open
  }
});
