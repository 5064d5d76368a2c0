import type { Page } from "@playwright/test";
import { asyncapiExamples } from "../fixtures/asyncapi-examples.ts";
import type { House } from "../fixtures/house.ts";
import { expect, test } from "../fixtures/test.ts";

const MAIL = (required: string) => `asyncapi: 3.0.0
info: { title: Mail, version: "${required.length}" }
channels:
  sent: { address: mail, messages: { sent: { name: mail.sent, payload: { type: object, required: [${required}], properties: { to: { type: string }, at: { type: string } } } } } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/sent" } }
`;
/** Only in the official viewer's bundle. */
const VIEWER_SCRIPT = "AsyncApiStandalone";

test.describe("documents of systems and services", () => {
  test("shows a whole system: who sends and takes what, on which topics and broker", async ({
    asyncapi,
    page,
  }) => {
    await asyncapi.openSystem("shop");
    await expect(asyncapi.title).toHaveText("shop system");
    await expect(asyncapi.valid).toBeVisible();
    await asyncapi.part("Channels", "events").click();
    await expect(asyncapi.channel).toContainText("Published by");
    await asyncapi.part("Servers", "queue").click();
    await expect(asyncapi.server).toContainText("postgresql");
    await asyncapi.search.fill("captured");
    await expect(asyncapi.messages("Sends")).toHaveText([/payment\.captured/]);
    await asyncapi.operation("payment.captured").first().click();
    await expect(asyncapi.messageTitle).toHaveText("payment.captured");
    await expect(page).toHaveURL(/#/);
  });

  test("infers what nobody declared from real envelopes, and counts them", async ({
    asyncapi,
    till,
    instance,
  }) => {
    await till.placeOrder("order-431");
    await instance.open("order", "order-431");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await asyncapi.open("payment");
    await asyncapi.operation("order.placed").click();
    await expect(asyncapi.fields).toContainText("required");
    await expect(asyncapi.live).toContainText("came in");
    await expect(asyncapi.live).toContainText("Subjects it came for");
  });

  test("imports somebody else's document, compares its versions, and says where one is wrong", async ({
    asyncapi,
  }) => {
    await asyncapi.import("asyncapi: 3.0.0\ninfo: { title: Mail }\nchannels: {}\n", "mail-service");
    await expect(asyncapi.importProblem).toContainText("info");
    await asyncapi.import(MAIL("to, at"), "mail-service");
    await expect(asyncapi.title).toHaveText("Mail");
    await expect(asyncapi.versions).toContainText("1 kept");
    await asyncapi.import(MAIL("to"), "mail-service");
    await expect(asyncapi.changes).toContainText("1 breaking");
    await expect(asyncapi.changes).toContainText("is no longer required");
  });

  test("forgets an imported document once that is confirmed, and audits it", async ({
    asyncapi,
    audit,
    page,
  }) => {
    await asyncapi.import(MAIL("to"), "mail-of-old");
    await expect(asyncapi.title).toHaveText("Mail");
    await asyncapi.forget();
    await expect(page).toHaveURL("/asyncapi");
    await expect(asyncapi.machine("order")).toBeVisible();
    await expect(asyncapi.service("mail-of-old")).toHaveCount(0);
    await audit.open();
    await expect(audit.row("mail-of-old").first()).toBeVisible();
  });

  test("opens its pages to people who are not signed in, and closes them again", async ({
    asyncapi,
    page,
    browser,
    house,
  }) => {
    const stranger = await (await browser.newContext({ storageState: undefined })).newPage();
    const index = `${house.url}/public/asyncapi/index.html`;
    expect((await stranger.goto(index))?.status()).toBe(404);
    await page.goto("/asyncapi");
    await asyncapi.openToPublic.click();
    await expect(asyncapi.publicPages).toBeVisible();
    expect((await stranger.goto(index))?.status()).toBe(200);
    await stranger.getByRole("link", { name: "payment" }).click();
    await expect(stranger.getByRole("heading", { name: "Integration events" })).toBeVisible();
    await asyncapi.closePublic.click();
    await expect(asyncapi.publicPages).toBeHidden();
    expect((await stranger.goto(index))?.status()).toBe(404);
    await stranger.context().close();
  });
});

test.describe("the official viewer", () => {
  for (const [kind, name, text] of [
    ["machine", "payment", "payment.captured"],
    ["machine", "fulfil", "xsm.fulfil.START"],
    ["system", "shop", "parcel.scanned"],
  ] as const) {
    test(`shows the document of ${name} without an error`, async ({ asyncapi, page, house }) => {
      const problems = watch(page, house);
      await asyncapi.openViewer(kind, name);
      await expect(asyncapi.viewer).toContainText(text);

      expect(problems).toEqual([]);
    });
  }

  for (const { file, text, title } of asyncapiExamples()) {
    test(`shows the official example ${file} without an error`, async ({
      asyncapi,
      page,
      house,
    }) => {
      const problems = watch(page, house);
      await asyncapi.import(text, file);
      await expect(asyncapi.title).toHaveText(title);
      await asyncapi.openViewer("import", file);
      await expect(asyncapi.viewer).toContainText(title);
      expect(problems).toEqual([]);
    });
  }

  test("is loaded on its own page only", async ({ page, asyncapi }) => {
    const scripts = async (path: string) => {
      const texts: Promise<string>[] = [];
      page.on("response", (response) => {
        if (response.request().resourceType() === "script") texts.push(response.text());
      });
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      page.removeAllListeners("response");
      return (await Promise.all(texts)).join("");
    };
    for (const path of ["/", "/asyncapi", "/asyncapi/payment", "/asyncapi/-/system/shop"]) {
      expect(await scripts(path)).not.toContain(VIEWER_SCRIPT);
    }
    expect(await scripts("/asyncapi/-/viewer/machine/payment")).toContain(VIEWER_SCRIPT);
    await expect(asyncapi.viewer).toContainText("payment.captured");
  });
});

/** A picture that a document shows from elsewhere: the viewer's policy refuses it, and the browser says so. */
const REFUSED_PICTURE = /^Loading the image '.*' violates .* directive: "img-src data:"/;

/** What the page complains about, and what came from elsewhere. */
function watch(page: Page, { url }: House): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" && !REFUSED_PICTURE.test(line.text())) problems.push(line.text());
  });
  page.on("response", (response) => {
    const from = response.url();
    if (from.startsWith("http") && !from.startsWith(url)) problems.push(`loaded ${from}`);
  });
  return problems;
}
