import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";
import type { Shell } from "../pages/shell.ts";

const ORDER = "order-460";
const PAGES = [
  "/",
  "/instances",
  `/instances/order/${ORDER}`,
  "/conversations",
  `/conversations/till-${ORDER}`,
  "/dead-letters",
  "/asyncapi",
  "/asyncapi/order",
  "/audit",
  `/search?q=${ORDER}`,
  "/sign-in",
];

test.describe("themes and keys", () => {
  test.beforeEach(async ({ till }) => {
    await till.placeOrder(ORDER, ORDER); // the same event each time, and so one order
  });

  for (const path of PAGES) {
    test(`has nothing serious in the way of anybody on ${path}, in light and in dark`, async ({
      page,
      shell,
    }) => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.goto(path);
      await expect(shell.theme).toHaveAttribute("data-theme", "light");
      await expect(shell.loading).toHaveCount(0);
      expect(await seriousProblems(new AxeBuilder({ page }))).toEqual([]);

      await page.emulateMedia({ colorScheme: "dark" });
      if (path === "/sign-in") await page.reload(); // the only page that does not follow the system
      await expect(shell.theme).toHaveAttribute("data-theme", "dark");
      const colours = new AxeBuilder({ page }).withRules("color-contrast"); // nothing else differs
      expect(await seriousProblems(colours)).toEqual([]);
    });
  }

  test("shows every key that works here, and goes everywhere by keys", async ({ page, shell }) => {
    await page.goto("/");
    await shell.untilReady();
    await page.keyboard.press("?");
    await expect(shell.keys).toBeVisible();
    await expect(shell.keys).toContainText("next theme");
    await page.keyboard.press("Escape");
    await expect(shell.keys).toBeHidden();

    await goBy(page, shell, "g i", "Instances");
    await goBy(page, shell, "g c", "Conversations");
    await goBy(page, shell, "g d", "Dead letters");
    await goBy(page, shell, "g a", "AsyncAPI");
    await goBy(page, shell, "g o", "Overview");

    await shell.chooseTheme("Light");
    await expect(shell.theme).toHaveAttribute("data-theme", "light");
    await page.keyboard.press("t");
    await expect(shell.theme).toHaveAttribute("data-theme", "dark");
    await page.reload();
    await expect(shell.theme).toHaveAttribute("data-theme", "dark");

    await page.goto("/instances");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/instances\/\w+\/order-/);
  });
});

async function goBy(page: Page, shell: Shell, keys: string, place: string): Promise<void> {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
  await expect(shell.currentPlace).toContainText(place);
}

/** What axe finds of serious or critical impact. */
async function seriousProblems(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
}
