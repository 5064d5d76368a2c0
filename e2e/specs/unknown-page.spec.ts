import { expect, test } from "../fixtures/test.ts";

test.describe("unknown places", () => {
  test("answers an unknown page with 404 and says so", async ({ page, shell }) => {
    const response = await page.goto("/orders");
    expect(response?.status()).toBe(404);
    await expect(shell.notFound).toBeVisible();
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await shell.untilReady();
  });

  test("shows whoever may not register the same page as for any unknown address", async ({
    page,
    shell,
  }) => {
    const response = await page.goto("/register");
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

  test("takes any name in an address, and keeps a very long one within a narrow page", async ({
    page,
    instance,
    shell,
  }) => {
    await page.setViewportSize({ width: 800, height: 900 });
    const odd = "50% off/#1 & ünïcode?";
    await instance.open("order", encodeURIComponent(odd));
    await expect(instance.noInstance).toHaveText(`order has no instance for ${odd}.`);

    const long = "order-".repeat(60);
    await instance.open("order", long);
    await expect(instance.noInstance).toBeVisible();
    expect(await shell.overflow()).toBe(0);
    for (const place of ["/compare?a=order/", "/search?q="]) {
      await page.goto(place + long);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await shell.overflow()).toBe(0);
    }
  });
});
