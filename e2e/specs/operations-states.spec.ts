import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

/** A page, the words of its faces, and what makes it wear them. */
interface Faces {
  readonly name: string;
  readonly path: string;
  readonly reading: string;
  /** Where there is nothing: another address, or these tables without a row. */
  readonly empty: {
    readonly path?: string;
    readonly tables?: readonly string[];
    readonly says: string;
  };
  /** Which table it cannot do without. */
  readonly table: string;
  readonly unreadable: string;
  /** What a viewer sees of it, and which buttons are not for one. */
  readonly viewer: { readonly sees: string | RegExp; readonly lacks: readonly string[] };
}

const PAGES: readonly Faces[] = [
  {
    ...{ name: "Overview", path: "/", reading: "Reading the overview" },
    empty: { tables: ["machine"], says: "No machine is registered yet." },
    ...{ table: "letter_tally", unreadable: "The overview could not be read" },
    viewer: { sees: "Retry pressure", lacks: [] },
  },
  {
    ...{ name: "Pipes", path: "/pipes", reading: "Reading the pipes" },
    empty: {
      tables: ["work_count", "work_entry"],
      says: "Nothing was dispatched in the last 1 h.",
    },
    ...{ table: "pipe_sample", unreadable: "The pipes could not be read" },
    viewer: { sees: "Dispatchers", lacks: ["Hand back", "Move"] },
  },
  {
    ...{ name: "Alerts", path: "/alerts", reading: "Reading alerts" },
    empty: { tables: ["alert", "alert_rule"], says: "No rule watches anything." },
    ...{ table: "alert", unreadable: "Alerts could not be read" },
    viewer: { sees: "Rules", lacks: ["New rule", "Change rule"] },
  },
  {
    ...{ name: "Audit", path: "/audit", reading: "Reading the audit" },
    empty: { path: "/audit?q=never-there", says: "No entry fits." },
    ...{ table: "audit", unreadable: "The audit could not be read" },
    viewer: { sees: "Audit", lacks: [] },
  },
  {
    ...{ name: "Settings, channels", path: "/settings/channels", reading: "Reading channels" },
    empty: { tables: ["alert_channel"], says: "Alerts go nowhere yet." },
    ...{ table: "alert_channel", unreadable: "Channels could not be read" },
    viewer: { sees: /Your role, viewer, may not see alert channels/, lacks: ["New channel"] },
  },
];

for (const { name, path, reading, empty, table, unreadable, viewer } of PAGES) {
  test.describe(`states of ${name}`, () => {
    test.describe.configure({ timeout: 300_000 }); // several loads each, on a machine that may be slow

    test("shows that it reads, as long as it does", async ({ page }) => {
      const release = await holdAnswers(page);
      await page.goto(path);
      await expect(page.getByText(reading).first()).toBeAttached();
      await release();
      await expect(page.getByText(reading)).toHaveCount(0);
      await expect(page.getByText(unreadable)).toHaveCount(0);
    });

    test("says when there is nothing", async ({ page, database }) => {
      await database.withEmptyTables(empty.tables ?? [], async () => {
        await page.goto(empty.path ?? path);
        await expect(page.getByText(empty.says).first()).toBeVisible();
      });
    });

    test("never shows an error as if there were nothing", async ({ page, database }) => {
      await database.withoutTable(table, async () => {
        await expect(async () => {
          await page.goto(path); // anew: an answer of the test before may live for a second
          await expect(page.getByText(unreadable).first()).toBeVisible({ timeout: 10_000 });
        }).toPass({ timeout: 60_000 });
        await expect(page.getByText(empty.says)).toHaveCount(0);
      });
      await page.goto(path);
      await expect(page.getByText(reading)).toHaveCount(0);
      await expect(page.getByText(unreadable)).toHaveCount(0);
    });

    test("gives a viewer what a viewer may have", async ({ page, database }) => {
      await database.withRole("viewer", async () => {
        await page.goto(path);
        await expect(page.getByRole("main").getByText(viewer.sees).first()).toBeVisible();
        for (const button of viewer.lacks) {
          await expect(page.getByRole("button", { name: new RegExp(`^${button}`) })).toHaveCount(0);
        }
      });
    });
  });
}

/** Let no read be answered until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reads = /\/api\/trpc\/.*(overview|pipes|alerts|audit)/;
  await page.route(reads, async (route) => {
    await gate;
    await route.continue().catch(() => undefined); // the page may have gone on
  });
  return async () => {
    open();
    await page.unroute(reads);
  };
}
