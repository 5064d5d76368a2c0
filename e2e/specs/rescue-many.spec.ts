import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";

/** No other spec has subjects that contain this. */
const OWN = "order-862";
const ORDERS = ["1", "2", "3", "4"].map((digit) => `${OWN}${digit}`);
const REASON = "the card company has worked through its outage";
/** Four tries with growing waits come before a letter. */
const GIVEN_UP = { timeout: 60_000 };

test.describe("rescue many dead letters", () => {
  test("replays the letters of one cause in one job, after a dry run, with a reason, and each of them once", async ({
    page,
    letters,
    bulk,
    job,
    audit,
    till,
    world,
    commandLine,
  }) => {
    await world.change({ card: { down: true } });
    for (const order of ORDERS) await till.placeOrder(order);
    await letters.open(`?q=${OWN}`);
    for (const order of ORDERS) await expect(letters.link(order)).toBeVisible(GIVEN_UP);

    await test.step("the letters of one cause are chosen", async () => {
      await letters.cause("Card answered").click();
      await expect(page).toHaveURL(/cause=/);
      await expect(letters.links).toHaveCount(ORDERS.length);
      await letters.chooseEverything();
      await letters.act("Replay…");
    });

    await test.step("a dry run of exactly these says what would come of them, and changes nothing", async () => {
      await expect(bulk.dialog).toHaveAccessibleName("Replay 4 letters for real");
      await expect(bulk.rehearsal).toContainText("4 letters rehearsed; nothing was changed");
      await expect(bulk.rehearsal).toContainText("would call a service again");
      for (const order of ORDERS) expect(await charges(order)).toBe(0);
    });

    await test.step("nobody replays them without a reason", async () => {
      await expect(bulk.reason).toBeFocused();
      await expect(bulk.confirm(/^Replay 4 letters$/)).toBeDisabled();
    });

    await world.change({ card: { down: false } });
    await test.step("the job lets one go first, then the others, and ends", async () => {
      await bulk.first.fill("1");
      await bulk.reason.fill(REASON);
      await bulk.confirm(/^Replay 4 letters$/).click();
      await expect(job.title).toHaveText("Replay of 4 letters");
      await expect(job.state("Done")).toBeVisible(GIVEN_UP);
      await expect(job.progress).toContainText("4 of 4");
      await expect(job.which(/^Came through 4$/)).toBeVisible();
      for (const order of ORDERS) await expect(job.letters).toContainText(order);
      expect(await commandLine.showJob(job.id())).toMatchObject({ state: "done", succeeded: 4 });
    });

    await test.step("the letters are resolved", async () => {
      await letters.open(`?q=${OWN}`);
      await expect(letters.empty).toBeVisible();
      await letters.open(`?q=${OWN}&state=resolved`);
      await expect(letters.links).toHaveCount(ORDERS.length);
    });

    await test.step("each order completes, and its card was charged once", async () => {
      for (const order of ORDERS) {
        await expect
          .poll(async () => (await commandLine.showInstance("order", order)).state)
          .toBe("completed");
        expect(await charges(order)).toBe(1);
      }
    });

    await test.step("the audit says who did it and why", async () => {
      await audit.open();
      await expect(audit.row(REASON).first()).toContainText(ADMIN.email);
      await commandLine.verifyAudit();
    });

    /** How often the card of an order was charged. */
    async function charges(order: string): Promise<number> {
      const calls = await world.calls(order);
      return calls
        .filter(({ operation }) => operation === "card/captures")
        .reduce((sum, { carriedOut }) => sum + carriedOut, 0);
    }
  });
});
