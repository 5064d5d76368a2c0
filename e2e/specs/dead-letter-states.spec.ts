import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";
import { tillEvent } from "../fixtures/till.ts";

const SUBJECT = "states-1";

/** The pages of dead letters and replay jobs when there is nothing, not yet anything, no answer, and no permission. */
test.describe("states of the pages of dead letters and replay jobs", () => {
  test.describe.configure({ timeout: 300_000 }); // several pages each, on a machine that may be slow
  test("say when there is nothing, and that nothing needs anybody", async ({
    page,
    letters,
    job,
    commandLine,
  }) => {
    await commandLine.resolveLetters("left by specs before"); // what is open there is theirs
    await letters.open("?q=never-there");
    await expect(page.getByText("No letter fits.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await expect(letters.empty).toBeVisible();
    await job.openList();
    await expect(page.getByText("No replay job yet.")).toBeVisible();
    await job.open("no-such-job");
    await expect(page.getByText("There is no such job.")).toBeVisible();
    await page.goto("/dead-letters/no-such-letter");
    await expect(page.getByText("There is no such letter.")).toBeVisible();
    await letters.open("?selection=no-such-selection");
    await expect(page.getByText("There is no such selection.")).toBeVisible();
  });

  test("show that they read, as long as they do", async ({ page, letters, job }) => {
    const release = await holdAnswers(page);
    await letters.open();
    await expect(page.getByText("Reading letters").first()).toBeAttached();
    await expect(page.getByText("Reading causes").first()).toBeAttached();
    await job.openList();
    await expect(page.getByText("Reading replay jobs")).toBeAttached();
    await job.open("some-job");
    await expect(page.getByText("Reading the job")).toBeAttached();
    await release();
    await expect(page.getByText("There is no such job.")).toBeVisible();
  });

  test("never show an error as an empty list", async ({ page, letters, job, database }) => {
    await database.withoutTable("replay_job", async () => {
      await job.openList();
      await expect(page.getByText("Replay jobs could not be read")).toBeVisible();
      await expect(page.getByText("No replay job yet.")).toHaveCount(0);
      await job.open("some-job");
      await expect(page.getByText("The job could not be read")).toBeVisible();
    });
    await database.withoutTable("dead_letter", async () => {
      await letters.open();
      await expect(letters.unreadable).toBeVisible();
      await expect(letters.empty).toHaveCount(0);
      await page.goto("/dead-letters/some-letter");
      await expect(page.getByText("The letter could not be read")).toBeVisible();
    });
    await letters.open();
    await expect(letters.empty.or(letters.table)).toBeVisible();
    await expect(letters.unreadable).toHaveCount(0);
  });

  test("let a viewer look, and say what it takes to do more", async ({
    page,
    letters,
    letter,
    till,
    database,
    commandLine,
  }) => {
    await till.postEvent(tillEvent("shop.order.plaec", SUBJECT, {}));
    await letters.open();
    await expect(letters.link(SUBJECT)).toBeVisible({ timeout: 60_000 });
    await database.withRole("viewer", async () => {
      await letters.open();
      await expect(letters.link(SUBJECT)).toBeVisible();
      await expect(letters.table.getByRole("checkbox")).toHaveCount(0);
      await letters.link(SUBJECT).click();
      await expect(page.getByText("The role viewer may look.")).toBeVisible();
      await expect(letter.replay).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Add note" })).toHaveCount(0);
    });
    const [id = ""] = new URL(page.url()).pathname.split("/").slice(-1);
    await commandLine.resolveLetter(id, "a test's own");
  });
});

/** Let no read be answered until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/api\/trpc\/.*(deadLetters|replayJobs)/, async (route) => {
    await gate;
    await route.continue().catch(() => undefined); // the page may have gone on
  });
  return async () => {
    open();
    await page.unroute(/\/api\/trpc\/.*(deadLetters|replayJobs)/);
  };
}
