import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { consoleRoutes, isOfRoute } from "../fixtures/console-routes.ts";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails } from "../fixtures/till.ts";
import type { AsyncapiPage } from "../pages/asyncapi-page.ts";
import type { Shell } from "../pages/shell.ts";

const ORDER = "order-460";
const MISTYPED = "order-461";
/** An address of every page, and of each view that looks different. */
const ADDRESSES = [
  "/",
  "/instances",
  "/instances?status=done&machine=nobody",
  `/instances/order/${ORDER}`,
  `/instances/order/${ORDER}?rev=1`,
  "/instances/order/order-nobody-placed",
  "/compare",
  `/compare?a=order/${ORDER}&b=order/${ORDER}`,
  "/conversations",
  `/conversations/till-${ORDER}`,
  `/conversations/till-${ORDER}?view=sequence`,
  `/conversations/till-${ORDER}?view=time`,
  "/conversations/no-such-conversation",
  "/choreography",
  "/choreography?at=machine:payment",
  "/choreography?view=table",
  "/dead-letters",
  "/dead-letters?state=resolved&q=nothing-like-it",
  "/dead-letters/no-such-letter",
  "/asyncapi",
  "/asyncapi/order",
  "/asyncapi/no-such-machine",
  "/asyncapi/-/system/shop",
  "/asyncapi/-/import/parcel-notes",
  "/asyncapi/-/viewer/machine/order",
  "/replay-jobs",
  "/replay-jobs/no-such-job",
  "/alerts",
  "/pipes",
  "/audit",
  "/settings",
  "/settings/account",
  "/settings/users",
  "/settings/roles",
  "/settings/tokens",
  "/settings/channels",
  "/settings/retention",
  "/settings/redaction",
  "/settings/keys",
  `/search?q=${ORDER}`,
  "/search?q=nothing-is-called-this",
  "/no-such-page",
  "/sign-in",
  "/welcome?token=used",
  "/register",
  "/link",
];
/** A letter's page is looked at in a test of its own, since its id is not known before. */
const LETTER_ROUTE = "/dead-letters/some-letter";
/** Pages without the console around them follow the system's theme only when they are loaded. */
const BARE = ["/sign-in", "/welcome?token=used", "/register", "/link", "/no-such-page"];

const IMPORTED = `asyncapi: 3.0.0
info: { title: Parcel notes, version: "1" }
channels:
  notes: { address: notes, messages: { noted: { name: parcel.noted } } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/notes" } }
`;

/** What a page would have loaded, run or styled, had its policy let it; not the viewer's frame, which has a stricter one that axe runs into. */
function refusedByPolicy(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    const isFrames = message.text().includes("/asyncapi-viewer/");
    if (!isFrames && /content security policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

test.describe("nothing serious is in the way of anybody", () => {
  test.beforeAll(async ({ till }) => {
    await till.placeOrder(ORDER, ORDER); // the same event each time, and so one order
    await till.postEvent({
      id: MISTYPED,
      type: "shop.order.plcae",
      subject: MISTYPED,
      correlationid: `till-${MISTYPED}`,
      data: orderDetails(),
    });
  });

  test("every page of the console is looked at", () => {
    const missing = consoleRoutes().filter(
      (route) => ![...ADDRESSES, LETTER_ROUTE].some((address) => isOfRoute(address, route)),
    );
    expect(missing, "name an address of each page in this spec").toEqual([]);
  });

  for (const address of ADDRESSES) {
    test(`on ${address}, in light and in dark`, async ({ page, shell, asyncapi }) => {
      const refused = refusedByPolicy(page);
      if (address.includes("/import/")) await importOnce(asyncapi);
      await page.goto(address);
      await lookAt(page, shell, BARE.includes(address));
      expect(refused, "what the page's own policy keeps from it").toEqual([]);
    });
  }

  test("on a dead letter, in light and in dark", async ({ page, shell, letters }) => {
    await letters.open();
    await letters.link(MISTYPED).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("no route takes");
    await lookAt(page, shell, false);
  });

  test("on the public pages, which nobody signs in for", async ({ page, asyncapi, house }) => {
    await page.goto("/asyncapi");
    await asyncapi.openToPublic.click();
    await expect(asyncapi.publicPages).toBeVisible();
    try {
      for (const file of ["index.html", "machine/payment.html"]) {
        await page.emulateMedia({ colorScheme: "light" });
        const answer = await page.goto(`${house.url}/public/asyncapi/${file}`);
        expect(answer?.status()).toBe(200);
        expect(await problemsOf(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await problemsOf(page)).toEqual([]);
      }
    } finally {
      await page.goto("/asyncapi");
      await asyncapi.closePublic.click();
      await expect(asyncapi.openToPublic).toBeVisible();
    }
  });

  test("in the dialogs that open over a page", async ({ page, shell }) => {
    await page.goto("/asyncapi");
    await shell.untilReady();
    await page.keyboard.press("?");
    await expect(shell.keys).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("order");
    await expect(shell.paletteOptions.first()).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Import a document" }).click();
    await expect(page.getByRole("dialog", { name: "Import a document" })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
  });
});

async function importOnce(asyncapi: AsyncapiPage): Promise<void> {
  await asyncapi.import(IMPORTED, "parcel-notes");
  await expect(asyncapi.title).toHaveText("Parcel notes");
}

async function lookAt(page: Page, shell: Shell, isBare: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (isBare) await page.reload();
  else await expect(shell.theme).toHaveAttribute("data-theme", "light");
  await expect(shell.loading).toHaveCount(0);
  expect(await problemsOf(page)).toEqual([]);

  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  if (isBare) await page.reload();
  else await expect(shell.theme).toHaveAttribute("data-theme", "dark");
  await expect(shell.loading).toHaveCount(0);
  expect(await problemsOf(page)).toEqual([]);
}

/** What axe finds of serious or critical impact. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
}
