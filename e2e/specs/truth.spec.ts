import { expect, test } from "../fixtures/test.ts";

/** A worker that has been silent for this long is taken for dead; the page asks now and then. */
const SILENCE = { timeout: 45_000 };

test.describe("the console tells the truth", () => {
  test("says that no worker is alive, takes events all the same, and shows what the next one does with them", async ({
    shell,
    instances,
    instance,
    till,
    database,
    page,
  }) => {
    test.setTimeout(120_000);
    await instances.open();
    await expect(shell.liveness).toHaveText("Live");
    const worker = await database.workerPid();
    process.kill(worker, "SIGSTOP");
    try {
      await till.placeOrder("order-450");
      await expect(shell.noWorker).toBeVisible(SILENCE);
      expect((await page.request.get("/api/health")).status()).toBe(503);
      await expect(instances.row("order-450")).toHaveCount(0);
    } finally {
      process.kill(worker, "SIGCONT");
    }
    await expect(shell.noWorker).toBeHidden(SILENCE);
    await instance.open("order", "order-450");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
  });

  test("shows an error where a read fails, never an empty list, and the old rows under a warning", async ({
    page,
    letters,
    shell,
    database,
  }) => {
    await database.withoutTable("dead_letter", async () => {
      await letters.open();
      await expect(letters.unreadable).toBeVisible();
      await expect(shell.errors.first()).toContainText("There may be letters.");
      await expect(letters.empty).toHaveCount(0);
    });
    await letters.tryAgain();
    await expect(letters.unreadable).toHaveCount(0);
    await expect(letters.empty.or(letters.table)).toBeVisible();

    await page.route(/\/api\/trpc\/.*conversations\.list/, (route) => route.abort());
    await page.goto("/conversations");
    await expect(page.getByText("Conversations could not be read")).toBeVisible();
    await expect(shell.errors).toContainText("The console did not answer");
  });
});
