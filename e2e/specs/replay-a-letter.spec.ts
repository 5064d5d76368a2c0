import type { Page } from "@playwright/test";
import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";
import { CARD_NUMBER } from "../fixtures/till.ts";

const ORDER = "order-4711";
const REASON = "the card company is back";

test.describe("replay a dead letter", () => {
  test("rescues an order whose card service was down, once, with a reason [RPL-02, RPL-05, RED-06, SEC-05]", async ({
    page,
    letters,
    letter,
    instance,
    audit,
    till,
    world,
    commandLine,
    database,
    house,
  }) => {
    const bodies = collectBodies(page);
    await letters.open(`?q=${ORDER}`);
    await expect(letters.empty).toBeVisible();
    await world.change({ card: { down: true } });
    await till.placeOrder(ORDER);

    await test.step("the letter appears by itself, with its secrets masked", async () => {
      await expect(letters.link(ORDER)).toBeVisible({ timeout: 30_000 });
      await letters.link(ORDER).click();
      await expect(letter.wrong).toContainText("card answered 503");
      await expect(letter.wrong).toContainText("4 attempts");
      await expect(letter.masks.first()).toBeVisible();
    });
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    await test.step("the dry run beside it shows both ways on and changes nothing", async () => {
      await expect(letter.verdict).toContainText("Would be tried again");
      await expect(letter.branches.filter({ hasText: "if it answers" }).first()).toContainText(
        "captured",
      );
      await expect(letter.branches.filter({ hasText: "if it fails again" })).toBeVisible();
      await expect(async () => {
        const before = await database.checksums();
        await letter.runAgain();
        expect(await database.checksums()).toEqual(before);
      }).toPass(); // once more if the order's own timer ran out in between
    });

    await test.step("the command line tells the same", async () => {
      const shown = await commandLine.showLetter(id);
      expect(shown).toMatchObject({ subject: ORDER, reason: "max_attempts", attempts: 4 });
      expect(shown.resolvedAt).toBeNull();
      expect(JSON.stringify(shown)).not.toContain(CARD_NUMBER);
    });

    await world.change({ card: { down: false } });
    await test.step("nobody replays without a reason", async () => {
      await expect(letter.replay).toBeDisabled();
      await letter.reason.fill("   ");
      await expect(letter.replay).toBeDisabled();
      const blank = await page.request.post("/api/trpc/deadLetters.replay", {
        headers: { origin: house.url },
        data: { json: { id, reason: " " } },
      });
      expect(blank.status()).toBe(400);
    });

    await test.step("the replay is processed and the letter resolved", async () => {
      await letter.reason.fill(REASON);
      await letter.replay.click();
      await expect(letter.form).toContainText("Processed.");
      await expect(letter.resolved).toBeVisible();
      await expect(letter.history).toContainText(REASON);
      expect((await commandLine.showLetter(id)).resolvedAt).not.toBeNull();
    });

    await test.step("a second replay is refused, and the card was charged once", async () => {
      await expect(letter.replay).toHaveCount(0);
      await expect(commandLine.replayLetter(id, "once more")).rejects.toThrow(/refused/);
      const captures = (await world.calls(ORDER)).filter(
        (call) => call.operation === "card/captures",
      );
      expect(captures).toMatchObject([{ carriedOut: 1 }]);
    });

    await test.step("the order completes", async () => {
      await instance.open("order", ORDER);
      await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    });

    await test.step("the audit says who did it and why", async () => {
      await audit.open();
      await expect(audit.row(REASON).first()).toContainText(ADMIN.email);
      await expect(audit.row(REASON).first()).toContainText(`dead letter of ${ORDER}`);
      await expect(audit.row("processed").first()).toBeVisible(); // what the worker came to
      await expect(audit.chain).toContainText("fit the chain");
      await commandLine.verifyAudit();
    });

    expect((await bodies()).filter((body) => body.includes(CARD_NUMBER))).toEqual([]);
    expect(await page.content()).not.toContain(CARD_NUMBER);
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
