import { readFile } from "node:fs/promises";
import { Parser } from "@asyncapi/parser";
import { expect, test } from "../fixtures/test.ts";
import { asyncapiPage as asyncapiOn } from "../pages/asyncapi-page.ts";

const RECEIVES = ["order.cancelled", "order.completed", "order.placed"];
const SENDS = ["payment.captured", "payment.declined", "payment.refunded"];

test.describe("what a service publishes and consumes", () => {
  test("lists the operations of payment, and takes the document along as valid AsyncAPI 3.0 [API-07]", async ({
    page,
    shell,
    asyncapi,
  }) => {
    await page.goto("/");
    await shell.place("AsyncAPI").click();
    await expect(asyncapi.title).toHaveText("AsyncAPI");
    await asyncapi.machine("payment").click();
    await expect(asyncapi.title).toContainText("payment");
    await expect(asyncapi.valid).toBeVisible();
    await expect(asyncapi.messages("Receives")).toContainText(RECEIVES);
    await expect(asyncapi.messages("Sends")).toContainText(SENDS);

    const [download] = await Promise.all([page.waitForEvent("download"), asyncapi.json.click()]);
    expect(download.suggestedFilename()).toBe("payment-1.asyncapi.json");
    const text = await readFile(await download.path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({ asyncapi: "3.0.0" });
    const { document, diagnostics } = await new Parser().parse(text);
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    const names =
      document
        ?.messages()
        .all()
        .map((message) => message.name() ?? "") ?? [];
    for (const type of SENDS) expect(names.join(" ")).toContain(type);
  });

  test("leads by a link to one message, with the newest envelope redacted", async ({
    page,
    asyncapi,
    till,
    instance,
    context,
  }) => {
    await till.placeOrder("order-430");
    await instance.open("order", "order-430");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");

    await asyncapi.open("payment");
    await asyncapi.operation("payment.captured").click();
    await expect(asyncapi.messageTitle).toHaveText("payment.captured");
    const elsewhere = await context.newPage();
    await elsewhere.goto(page.url());
    await expect(asyncapiOn(elsewhere).messageTitle).toHaveText("payment.captured");
    await expect(asyncapiOn(elsewhere).example).toContainText("order-430");
  });
});
