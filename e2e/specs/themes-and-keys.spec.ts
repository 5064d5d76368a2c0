import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";
import type { Shell } from "../pages/shell.ts";

const ORDER = "order-460";
test.describe("themes and keys", () => {
  test.beforeEach(async ({ till }) => {
    await till.placeOrder(ORDER, ORDER); // the same event each time, and so one order
  });

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
    await goBy(page, shell, "g m", "Choreography");
    await goBy(page, shell, "g d", "Dead letters");
    await goBy(page, shell, "g a", "AsyncAPI");
    await goBy(page, shell, "g p", "Pipes");
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
    await expect(page).toHaveURL(/\/instances\/[\w-]+\/[\w-]+$/); // whichever subject other specs left as the newest
  });
});

async function goBy(page: Page, shell: Shell, keys: string, place: string): Promise<void> {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
  await expect(shell.currentPlace).toContainText(place);
}
