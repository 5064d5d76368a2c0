import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

const ORDERS = Array.from({ length: 40 }, (_, at) => `order-${7000 + at}`);

test.describe("instances", () => {
  test.beforeAll(async ({ till }) => {
    for (const order of ORDERS) await till.placeOrder(order, order); // the same events in each run
  });

  test("narrows with counts, opens a row, and Back leads to the same place", async ({
    page,
    instances,
    instance,
  }) => {
    await instances.open("?q=order-70&order=oldest");
    await instances.filter("Machine").selectOption("order");
    await expect(page).toHaveURL(/machine=order/);
    await expect(
      instances.filter("Machine").getByRole("option", { name: "order (40)" }),
    ).toHaveCount(1);
    await expect(instances.rows).toHaveCount(ORDERS.length + 1);
    const last = ORDERS.at(-1) ?? "";
    await instances.link(last).scrollIntoViewIfNeeded();
    const list = instances.table.locator("xpath=..");
    const top = await list.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(0);

    await instances.link(last).click();
    await expect(instance.title).toHaveText(last);
    await page.goBack();
    await expect(page).toHaveURL(/q=order-70.*machine=order/);
    await expect(instances.link(last)).toBeFocused();
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(top);

    await page.keyboard.press("Enter"); // and on by keyboard
    await expect(instance.title).toHaveText(last);
  });

  test("compares two that were chosen from the list, by mouse or by keyboard alone", async ({
    page,
    instances,
    compare,
  }) => {
    await instances.open("?q=order-70&machine=order&order=oldest");
    await expect(instances.rows).toHaveCount(ORDERS.length + 1);
    await instances.choose("order-7003", "order");
    await expect(instances.chosen).toHaveText(/^order-7003 is chosen\./);
    await expect(instances.compare).toBeDisabled();
    await instances.choose("order-7005", "order");
    await instances.compare.click();
    await expect(compare.title).toHaveText("order-7003 and order-7005");

    await instances.open("?q=order-70&machine=order&order=oldest");
    await expect(instances.rows).toHaveCount(ORDERS.length + 1);
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    await expect(instances.chosen).toHaveText("order-7000 and order-7001 are chosen.");
    await page.keyboard.press("c");
    await expect(compare.title).toHaveText("order-7000 and order-7001");
  });

  test("chooses columns, keeps them with the filters under a name, and shares them", async ({
    page,
    instances,
    audit,
  }) => {
    await instances.open("?q=order-7001");
    await instances.menu("Columns").click();
    await instances.column("Correlation").check();
    await instances.column("Step").uncheck();
    await expect(instances.columns.filter({ hasText: "Correlation" })).toBeVisible();
    await page.keyboard.press("Escape");

    await instances.menu(/^View/).click();
    await instances.viewName.fill("one order");
    await instances.keepView.click();
    await expect(instances.menu("View: one order")).toBeVisible();
    await instances.viewName.fill("everyone's order");
    await instances.forEveryone.check();
    await instances.keepView.click();
    await expect(instances.view("everyone's order")).toBeVisible();

    await instances.open();
    await expect(instances.columns.filter({ hasText: "Correlation" })).toHaveCount(0);
    await instances.menu("Views").click();
    await instances.view("everyone's order").click();
    await expect(page).toHaveURL(/q=order-7001/);
    await expect(instances.columns.filter({ hasText: "Correlation" })).toBeVisible();
    await expect(instances.row("order-7001").first()).toBeVisible();

    for (const name of ["one order", "everyone's order"]) {
      await instances.removeView(name).click();
      await expect(instances.view(name)).toHaveCount(0);
    }
    await audit.open();
    await expect(audit.row("take a shared view away").first()).toBeVisible();
  });

  test("hands out all rows of the filter as CSV and as JSON", async ({ page, instances }) => {
    await instances.open("?q=order-70&machine=order");
    const download = async (format: "CSV" | "JSON") => {
      await instances.menu("Export").click();
      const file = page.waitForEvent("download");
      await instances.export(format).click();
      return readFile(await (await file).path(), "utf8");
    };
    const lines = (await download("CSV")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(ORDERS.length + 1);
    const rows: { subject: string }[] = JSON.parse(await download("JSON"));
    expect(rows.map(({ subject }) => subject).sort()).toEqual(ORDERS);
  });

  test("searches, opens the drawn chart, pins it and finds it again, by keyboard alone", async ({
    page,
    shell,
    instance,
  }) => {
    await page.goto("/");
    await shell.untilReady();
    await page.keyboard.press("/");
    await page.keyboard.type("order-7002");
    await expect(shell.paletteOptions.first()).toContainText("order-7002");
    await page.keyboard.press("Enter");
    await expect(instance.title).toHaveText("order-7002");
    await expect(instance.arrows.first()).toBeVisible();

    await page.keyboard.press("Control+k");
    const kept = (group: string) =>
      shell.palette.getByRole("group", { name: group }).getByRole("option", { name: /order-7002/ });
    await expect(kept("Recent")).toHaveCount(1);
    await page.keyboard.press("Alt+p");
    await expect(kept("Pinned")).toHaveCount(1);
    await page.reload();
    await shell.untilReady();
    await page.keyboard.press("Control+k");
    await expect(kept("Pinned")).toHaveCount(1);
    await page.keyboard.press("Alt+p");
    await expect(kept("Pinned")).toHaveCount(0);
  });

  test("holds back what changes while it is paused, and says what waits", async ({
    page,
    shell,
    instances,
    till,
  }) => {
    const stream = page.waitForResponse(/live\.changes/); // what moves before it is open is not heard of
    await instances.open("?q=order-7100");
    await stream;
    await expect(shell.liveness).toHaveText("Live");
    await shell.liveness.click();
    await expect(shell.liveness).toHaveText(/^Paused/); // orders of other specs may move meanwhile
    await till.placeOrder("order-7100");
    await expect(shell.liveness).toHaveText(/^Paused: instances\b/);
    await expect(instances.row("order-7100")).toHaveCount(0);
    await shell.liveness.click();
    await expect(instances.row("order-7100").first()).toBeVisible();
    await expect(shell.liveness).toHaveText("Live");
    await expect(page).toHaveURL(/q=order-7100/);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`has nothing serious in anybody's way with its menus open, in ${colorScheme}`, async ({
      page,
      shell,
      instances,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await instances.open("?machine=order&age=under-7d");
      await expect(shell.loading).toHaveCount(0);
      await expect(instances.rows.nth(1)).toBeVisible();
      for (const name of ["Views", "Columns", "Export"]) {
        await instances.menu(name).click();
        expect(await seriousProblems(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      await page.keyboard.press("Control+k");
      await expect(shell.paletteOptions.first()).toBeVisible();
      expect(await seriousProblems(page)).toEqual([]);
    });
  }
});

async function seriousProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
}
