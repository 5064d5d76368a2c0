import { expect, test } from "../fixtures/test.ts";

test.describe("unknown places", () => {
  test("answers an unknown page with 404 and says so", async ({ page, shell }) => {
    const response = await page.goto("/orders");
    expect(response?.status()).toBe(404);
    await expect(shell.notFound).toBeVisible();
  });

  test("says that there is no such instance, letter or conversation", async ({
    page,
    instance,
    shell,
  }) => {
    await instance.open("order", "order-nobody-placed");
    await expect(instance.noInstance).toBeVisible();
    await page.goto("/dead-letters/no-such-letter");
    await expect(page.getByText("There is no such letter.")).toBeVisible();
    await page.goto("/conversations/no-such-conversation");
    await expect(page.getByText("No envelope of no-such-conversation is recorded.")).toBeVisible();
    await expect(shell.errors).toHaveCount(0);
  });
});
