import type { Page } from "@playwright/test";
import {
  BUILT_IN_SECRETS,
  CARELESS_REASON,
  leaksIn,
  SECRET_DATA,
} from "../../packages/core/src/testing/seeded-secrets.ts";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails, placing, tillEvent } from "../fixtures/till.ts";

const UNKNOWN = "hero-unknown";
const INVALID = "hero-invalid";

const leaks = (text: string) => leaksIn(text, BUILT_IN_SECRETS);

test.describe("sixty secrets of every kind and in every place", () => {
  test("never appear in a page, nor in anything a browser is sent [RED-06]", async ({
    page,
    letters,
    letter,
    till,
    commandLine,
  }) => {
    test.setTimeout(300_000);
    expect(BUILT_IN_SECRETS.length).toBeGreaterThanOrEqual(60);
    const bodies = collectBodies(page);
    await till.postEvent(tillEvent("shop.order.plaec", UNKNOWN, SECRET_DATA));
    await till.postEvent(placing(INVALID, { ...orderDetails(), customer: 5, extra: SECRET_DATA }));

    const seen: string[] = [];
    const look = async () => {
      seen.push(await page.content());
    };
    for (const subject of [UNKNOWN, INVALID]) {
      await letters.open(`?q=${subject}`);
      await expect(letters.link(subject)).toBeVisible({ timeout: 120_000 });
      await look();
      await letters.link(subject).click();
      await expect(letter.masks.first()).toBeVisible();
      await expect(letter.verdict).toBeVisible({ timeout: 60_000 });
      await look();
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await commandLine.resolveLetter(id, CARELESS_REASON);
      await page.reload();
      await expect(letter.history).toContainText("***");
      await look();
      for (const path of [`/search?q=${subject}`, `/conversations/till-${subject}`]) {
        await page.goto(path);
        await expect(page.getByRole("main").getByText(subject).first()).toBeVisible();
        await look();
      }
    }
    await page.goto("/audit");
    await expect(page.getByText("password=***").filter({ visible: true }).first()).toBeVisible();
    await look();

    expect(seen.flatMap(leaks)).toEqual([]);
    expect((await bodies()).flatMap(leaks)).toEqual([]);
  });
});

/** Everything the browser is sent from now on, but for live streams, which have no end. */
function collectBodies(page: Page): () => Promise<readonly string[]> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (!/html|json|x-component/.test(type)) return;
    bodies.push(response.text().catch(() => "")); // of a page that was left there is no body
  });
  return () => Promise.all(bodies);
}
