import path from "node:path";
import type { Page } from "@playwright/test";
import { consoleRoutes, isOfRoute } from "../fixtures/console-routes.ts";
import { ROOT } from "../fixtures/house.ts";
import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails, type Till } from "../fixtures/till.ts";
import type { World } from "../fixtures/world.ts";
import type { OperationsPages } from "../pages/operations-pages.ts";

const IMAGES = path.join(ROOT, "docs/images");
/** Nobody delivers there: the saga undoes what it has done. */
const NOWHERE = { street: "Lighthouse 1", postcode: "99999", city: "Skerry", country: "NO" };
/** Long enough to change the weather while a shipment is being booked. */
const SLOW = { latencyMinMs: 4_000, latencyMaxMs: 4_000 };

const PAGES = {
  overview: "/",
  instances: "/instances",
  "instance-order": "/instances/order/order-43",
  conversations: "/conversations",
  conversation: "/conversations/till-order-43",
  "conversation-sequence": "/conversations/till-order-43?view=sequence",
  "conversation-time": "/conversations/till-order-43?view=time",
  choreography: "/choreography",
  "dead-letters": "/dead-letters",
  search: "/search?q=42",
  "conversation-missing": "/conversations/no-such-conversation",
  "choreography-table": "/choreography?view=table",
  compare: "/compare?a=fulfil/order-42&b=fulfil/order-46",
  "compare-versions": "/compare?machine=fulfil",
  pipes: "/pipes",
  alerts: "/alerts",
  "replay-jobs": "/replay-jobs",
  "asyncapi-index": "/asyncapi",
  "asyncapi-system": "/asyncapi/-/system/shop",
  "asyncapi-import": "/asyncapi/-/import/parcel-notes",
  "asyncapi-viewer": "/asyncapi/-/viewer/machine/order",
  settings: "/settings",
  "settings-account": "/settings/account",
  "settings-users": "/settings/users",
  "settings-roles": "/settings/roles",
  "settings-tokens": "/settings/tokens",
  "settings-channels": "/settings/channels",
  "settings-retention": "/settings/retention",
  "settings-redaction": "/settings/redaction",
  "settings-keys": "/settings/keys",
};
/** Pages without the console around them: they follow the system's theme when they are loaded. */
const BARE = { register: "/register", link: "/link" };
const IMPORTED = `asyncapi: 3.0.0
info: { title: Parcel notes, version: "1", description: What the parcel service says of our parcels. }
channels:
  notes: { address: notes, messages: { noted: { name: parcel.noted, summary: A parcel was seen somewhere. } } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/notes" } }
`;

test("takes a picture of every page in light and in dark", async ({
  page,
  account,
  shell,
  letters,
  letter,
  instance,
  audit,
  asyncapi,
  bulk,
  job,
  operations,
  house,
  till,
  world,
}) => {
  const taken: string[] = [];
  const take = async (name: string) => {
    taken.push(page.url());
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await expect(shell.theme).toHaveAttribute("data-theme", theme);
      await expect(shell.loading).toHaveCount(0);
      await page.screenshot({ path: path.join(IMAGES, `${name}.${theme}.png`) });
    }
  };

  await page.goto("/sign-in");
  await take("sign-in");
  await page.goto(house.welcomeUrl);
  await take("welcome");
  await account.createAdmin(ADMIN);
  await expect(shell.person).toBeVisible();

  await openShop(till, world);
  await letters.open();
  await expect(letters.link("order-48")).toBeVisible({ timeout: 60_000 });
  await compensate(till, world, async () => {
    await instance.open("fulfil", "order-42");
    await expect(instance.state("steps.ship")).toHaveAttribute("data-mark", "active");
  });
  await expect(instance.state("compensating.charge")).toHaveAttribute("data-mark", "compensating");
  await expect(instance.answers).toContainText(/running [1-9]/);
  await take("instance");

  await letters.open();
  await letters.chooseEverything();
  await letters.act("Replay…");
  await expect(bulk.rehearsal).toContainText("letters rehearsed; nothing was changed");
  await take("bulk-replay");
  await bulk.first.fill("1");
  await bulk.reason.fill("does the card company answer again?");
  await bulk.confirm(/^Replay \d+ letters$/).click();
  await expect(job.title).toHaveText(/^Replay of \d+ letters$/);
  await expect(job.letters).toContainText("order-4");
  await take("replay-job");

  await asyncapi.import(IMPORTED, "parcel-notes");
  await expect(asyncapi.title).toHaveText("Parcel notes");
  await makeAlerts(operations);
  for (const [name, address] of Object.entries(PAGES)) {
    await page.goto(address);
    await shell.untilReady();
    await take(name);
  }

  await letters.open();
  await letters.link("order-48").click();
  await expect(letter.verdict).toContainText("Would be tried again");
  await take("dead-letter");
  await world.release("card");
  await letter.reason.fill("the card company is back");
  await letter.replay.click();
  await expect(letter.form).toContainText("Processed.");
  await audit.open();
  await expect(audit.row("the card company is back").first()).toBeVisible();
  await take("audit");

  await asyncapi.open("payment");
  await asyncapi.operation("payment.captured").click();
  await expect(asyncapi.messageTitle).toHaveText("payment.captured");
  await expect(asyncapi.valid).toBeVisible();
  await take("asyncapi");

  await page.goto("/");
  await shell.untilReady();
  await page.keyboard.press("/");
  await page.keyboard.type("42");
  await expect(shell.paletteOptions.first()).toContainText("order-42");
  await take("palette");

  await page.context().clearCookies();
  for (const [name, address] of Object.entries(BARE)) {
    await page.goto(address);
    await takeBare(page, name);
    taken.push(page.url());
  }
  const missing = consoleRoutes().filter((route) => !taken.some((url) => isOfRoute(url, route)));
  expect(missing, "take a picture of each page in this spec").toEqual([]);
});

async function takeBare(page: Page, name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.screenshot({ path: path.join(IMAGES, `${name}.${theme}.png`) });
  }
}

/** Somebody is told when letters come, and one rule is met. */
async function makeAlerts(operations: OperationsPages): Promise<void> {
  await operations.openChannels();
  await operations.newChannel({
    Name: "On call",
    Address: "https://hooks.example.com/on-call",
    "Signing secret": "a secret of the pictures",
  });
  await operations.openAlerts();
  await operations.newRule({ Name: "Many dead letters", "Alert from": "3" }, "On call");
  await expect(operations.rule("Many dead letters")).toContainText("from 3 letters");
}

/** An ordinary hour: orders that went well, one that waits for its card, letters of several causes. */
async function openShop(till: Till, world: World): Promise<void> {
  for (const number of [31, 32, 33, 34, 43, 44]) await till.placeOrder(`order-${number}`);
  for (const number of [35, 36, 45]) await till.startSaga(`order-${number}`);
  await till.startSaga("order-46", { ...orderDetails(), address: NOWHERE });
  await till.postEvent({
    id: "typo-1",
    type: "shop.order.plcae",
    subject: "order-37",
    correlationid: "till-order-37",
    data: orderDetails(),
  });
  const doubloons = { ...orderDetails(), currency: "DOUBLOONS" };
  await till.postEvent({
    id: "doubloons-1",
    type: "shop.order.place",
    subject: "order-38",
    correlationid: "till-order-38",
    data: doubloons,
  });
  await expect
    .poll(async () => (await world.calls("order-44")).map(({ operation }) => operation))
    .toContain("card/captures");
  await world.change({ card: { down: true } });
  for (const number of [47, 48, 49]) await till.placeOrder(`order-${number}`);
}

/** Order 42: its goods are reserved and its card is charged, then nobody delivers; giving the money back takes long. */
async function compensate(
  till: Till,
  world: World,
  untilShipping: () => Promise<void>,
): Promise<void> {
  await world.change({ card: { down: false }, carrier: SLOW });
  await till.startSaga("order-42", { ...orderDetails(), address: NOWHERE });
  await untilShipping();
  await world.hold("card");
}
