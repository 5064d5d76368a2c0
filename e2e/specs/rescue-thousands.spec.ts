import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails, placing, type Till, type TillEvent, tillEvent } from "../fixtures/till.ts";
import { startTraffic } from "../fixtures/traffic.ts";
import { bulkDialog } from "../pages/bulk-dialog.ts";
import { settingsPages } from "../pages/settings-pages.ts";

/** Subjects of this run begin so, and none of another spec or run. */
const OWN = `bulk-${Date.now()}-`;
const LIVE = `${OWN}live-`;
/** Orders whose card company is away: the group that is rescued. */
const GROUP = 200;
const CARD = "ServiceUnavailableError: card answered <n>";
/** Of each of the five other causes. */
const OTHERS_EACH = 360;
const CANARY = 10;
const RATE = 20;
const REASON = "the card company answers again";
/** A worker that was killed is started again, and what it held is taken up once nobody can be at it any more. */
const TAKEN_UP = { timeout: 90_000 };
/** Four tries with growing waits come before a letter. */
const GIVEN_UP = { timeout: 90_000 };

test.describe("rescue one group of two thousand dead letters", () => {
  test.describe.configure({ timeout: 300_000 }); // on a machine that is busy with other things
  test.afterEach(async ({ database }) => database.closeLetters(OWN)); // one by one would take longer than all else

  test("finds the cause, rehearses, goes ahead with a few, and replays each letter once, while orders come, two start it and a worker is killed", async ({
    page,
    browser,
    baseURL,
    letters,
    bulk,
    job,
    till,
    world,
    commandLine,
    database,
  }) => {
    await world.change({ card: { down: true } });
    await postLetters(till);
    await expect
      .poll(() => database.openLetters(OWN), GIVEN_UP)
      .toEqual({
        [CARD]: GROUP,
        'Error: no route takes type "…" on topic "…"': OTHERS_EACH,
        "InvalidOrderError: card must be an object": OTHERS_EACH,
        "InvalidOrderError: lines must be a list with at least one line": OTHERS_EACH,
        "InvalidOrderError: total must be a whole number of at least <n>": OTHERS_EACH,
        'InvalidOrderError: currency "…" is not one of EUR, GBP, USD': OTHERS_EACH,
      });
    await world.change({ card: { down: false } });
    const traffic = startTraffic(till, LIVE);

    const causesAgree = async () => {
      await letters.open();
      await expect(async () => {
        const stored = await database.openLetters();
        expect(await letters.causeCounts()).toEqual(stored);
        expect(await commandLine.openLetters()).toEqual(stored);
      }).toPass(GIVEN_UP);
    };

    await test.step(
      "the causes are the same on the screen, in a terminal and in the tables",
      causesAgree,
    );

    await test.step("so are the letters of the cause, one by one", async () => {
      await letters.open(`?q=${OWN}`);
      await letters.cause("card answered").click();
      await expect(page).toHaveURL(/cause=/);
      const stored = await database.letterSubjects(CARD, OWN);
      expect(stored).toHaveLength(GROUP);
      await expect.poll(letters.subjects).toEqual(stored.slice(0, PAGE_LETTERS));
      const told = await commandLine.letterSubjects(CARD);
      expect(told.filter((subject) => subject.startsWith(OWN)).sort()).toEqual([...stored].sort());
    });

    await test.step("a dry run says what would come of all of them, and changes none", async () => {
      await letters.chooseEverything();
      await letters.act("Replay…");
      await expect(bulk.dialog).toHaveAccessibleName(`Replay ${GROUP} letters for real`);
      await expect(bulk.rehearsal).toContainText(`${GROUP} letters rehearsed; nothing was changed`);
      await expect(bulk.rehearsal).toContainText("would call a service again");
    });
    const selection = new URL(page.url()).searchParams.get("selection") ?? "";
    const { rehearsed } = await database.jobsOf(selection);
    expect(rehearsed).toHaveLength(1);
    const [rehearsal = ""] = rehearsed;
    expect(await commandLine.showJob(rehearsal)).toMatchObject({ dryRun: true, succeeded: GROUP });
    expect(await database.jobLetters(rehearsal)).toEqual({ succeeded: GROUP, resolved: 0 });

    await world.hold("card"); // so that the first letters are seen under way
    const id =
      await test.step("two start it at once: one job comes of it, and the other is told whose", async () => {
        const other = await secondOperator(browser, baseURL, page);
        await other.goto(page.url());
        const forms = [bulk, bulkDialog(other)];
        for (const form of forms) {
          await form.first.fill(String(CANARY));
          await form.rate.fill(String(RATE));
          await form.reason.fill(REASON);
          await expect(form.confirm(START)).toBeDisabled(); // nobody has typed how many
          await form.typed.fill(String(GROUP));
          await expect(form.confirm(START)).toBeEnabled();
        }
        // Whoever is later may find the button gone: the page follows what happens.
        await Promise.all(
          forms.map((form) =>
            form
              .confirm(START)
              .click({ timeout: 10_000 })
              .catch(() => undefined),
          ),
        );
        const started = () => [page, other].filter((each) => /\/replay-jobs\//.test(each.url()));
        await expect.poll(() => started().length).toBe(1);
        const { real } = await database.jobsOf(selection);
        expect(real).toHaveLength(1);
        const loser = started().includes(page) ? other : page;
        await expect(bulkDialog(loser).dialog).toContainText("is replaying these letters already");
        await loser.getByRole("link", { name: "Open the job" }).click();
        await expect(loser).toHaveURL(new RegExp(`/replay-jobs/${real[0]}`));
        await other.context().close();
        return real[0] ?? "";
      });

    const agree = async (expected: Counts) => {
      expect(sum(expected)).toBe(GROUP);
      await expect.poll(async () => countsOnScreen(await job.counts())).toEqual(expected);
      const { succeeded, failed, held, skipped, open, waiting } = await commandLine.showJob(id);
      expect({ succeeded, failed, held, skipped, open, waiting }).toEqual(expected);
      const stored = await database.jobLetters(id);
      expect(countsInTables(stored)).toEqual(expected);
      expect(stored.resolved).toBe(expected.succeeded);
    };

    await test.step("a few go ahead while all others wait", async () => {
      await expect(job.title).toHaveText(`Replay of ${GROUP} letters`);
      await expect(job.state("Canary")).toBeVisible();
      await expect
        .poll(() => database.jobLetters(id))
        .toMatchObject({ open: CANARY, ready: GROUP - CANARY });
      await agree({ ...NONE, open: CANARY, waiting: GROUP - CANARY });
      await world.release("card");
    });

    await test.step("stopped on its way, it has come as far on the screen as in a terminal and in the tables", async () => {
      await expect
        .poll(async () => (await database.jobLetters(id)).succeeded, TAKEN_UP)
        .toBeGreaterThan(CANARY);
      await world.hold("card"); // so that it cannot come to its end before somebody has pressed the button
      await expect(job.state("Running")).toBeVisible();
      await job.change("Pause", "Pause now", "a look at the first ones");
      await expect(job.state("Paused")).toBeVisible();
      await world.release("card");
      await expect.poll(async () => (await database.jobLetters(id)).open, TAKEN_UP).toBeUndefined();
      const { succeeded = 0 } = await database.jobLetters(id);
      expect(succeeded).toBeGreaterThan(CANARY);
      expect(succeeded).toBeLessThan(GROUP);
      await agree({ ...NONE, succeeded, waiting: GROUP - succeeded });
    });

    await test.step("a worker is killed in the middle, and the next one goes on", async () => {
      const before = (await database.jobLetters(id)).succeeded ?? 0;
      await world.hold("card"); // calls are under way when it dies
      await job.change("Resume", "Resume now", "they came through");
      await expect.poll(async () => (await database.jobLetters(id)).open ?? 0).toBeGreaterThan(5);
      const killed = await database.workerPid();
      process.kill(killed, "SIGKILL");
      await world.release("card");
      await expect
        .poll(() => database.workerPid().catch(() => killed), TAKEN_UP) // for a moment there may be none
        .not.toBe(killed);
      expect((await database.jobLetters(id)).succeeded).toBeGreaterThanOrEqual(before);
      await expect(job.state("Done")).toBeVisible(TAKEN_UP);
      await agree({ ...NONE, succeeded: GROUP });
    });

    await test.step("all of the group, in one order everywhere, and each letter once", async () => {
      const stored = await database.jobSubjects(id);
      expect(new Set(stored).size).toBe(GROUP);
      await expect.poll(job.subjects).toEqual(stored.slice(0, PAGE_ITEMS));
      const { items } = await commandLine.showJob(id);
      expect(items.map(({ subject }) => subject)).toEqual(stored);
      expect(await database.jobReplays(id)).toEqual(stored.map(() => 1));
      for (const order of stored) expect(await charges(order)).toBe(1);
      await commandLine.verifyAudit();
    });

    await test.step("the orders complete, those that came meanwhile as well", async () => {
      const placed = await traffic.stop();
      expect(placed).toBeGreaterThan(0);
      await expect
        .poll(() => database.orders(LIVE), TAKEN_UP)
        .toEqual({ placed, notCompleted: [] });
      await expect
        .poll(() => database.orders(`${OWN}card-`), TAKEN_UP)
        .toEqual({ placed: GROUP, notCompleted: [] });
    });

    await test.step("the letters of the other causes are as they were, for all to see", async () => {
      const { [CARD]: rescued, ...others } = await database.openLetters(OWN);
      expect(rescued).toBeUndefined();
      expect(Object.values(others)).toEqual(Array.from({ length: 5 }, () => OTHERS_EACH));
      await causesAgree();
    });

    /** How often the card of an order was charged. */
    async function charges(order: string): Promise<number> {
      const calls = await world.calls(order);
      return calls
        .filter(({ operation }) => operation === "card/captures")
        .reduce((all, { carriedOut }) => all + carriedOut, 0);
    }
  });
});

const START = new RegExp(`^Replay ${GROUP} letters$`);
const PAGE_LETTERS = 50;
const PAGE_ITEMS = 100;

/** How many letters of a job stand how. */
interface Counts {
  readonly [state: string]: number;
  readonly succeeded: number;
}
const NONE: Counts = { succeeded: 0, failed: 0, held: 0, skipped: 0, open: 0, waiting: 0 };

function countsOnScreen(told: Readonly<Record<string, number>>): Counts {
  return {
    succeeded: told["Came through"] ?? 0,
    failed: told.Failed ?? 0,
    held: told["Held back"] ?? 0,
    skipped: told["Passed over"] ?? 0,
    open: told["Under way"] ?? 0,
    waiting: told.Waiting ?? 0,
  };
}

function countsInTables(stored: Readonly<Record<string, number>>): Counts {
  const { ready = 0, blocked = 0, resolved: _resolved, ...states } = stored;
  return { ...NONE, ...states, waiting: ready + blocked };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** Two thousand events that come to nothing, for six reasons. */
async function postLetters(till: Till): Promise<void> {
  const order = orderDetails();
  const placed = (kind: string, details: object) => (nth: number) =>
    placing(`${OWN}${kind}-${nth}`, details);
  const batches: readonly (readonly [number, (nth: number) => TillEvent])[] = [
    [GROUP, placed("card", order)],
    [OTHERS_EACH, (nth) => tillEvent("shop.order.plaec", `${OWN}type-${nth}`, order)],
    [OTHERS_EACH, placed("empty", {})],
    [OTHERS_EACH, placed("lines", { ...order, lines: [] })],
    [OTHERS_EACH, placed("total", { ...order, total: 0 })],
    [OTHERS_EACH, placed("currency", { ...order, currency: "XXX" })],
  ];
  for (const [count, make] of batches) {
    await till.postBatch(Array.from({ length: count }, (_one, nth) => make(nth)));
  }
}

/** Somebody else, in a browser of their own, who may replay. */
async function secondOperator(browser: Browser, baseURL: string | undefined, page: Page) {
  const own = await page.context().newPage();
  const settings = settingsPages(own);
  await settings.openUsers();
  const link = await settings.invite({
    name: "Olga Perator",
    email: `${OWN}olga@example.com`,
    role: "responder",
  });
  await own.close();
  const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: undefined });
  const theirs = await context.newPage();
  await settingsPages(theirs).setPassword(link, "a lighthouse keeper 1858");
  await expect(theirs.locator("summary")).toContainText("Olga Perator");
  return theirs;
}
