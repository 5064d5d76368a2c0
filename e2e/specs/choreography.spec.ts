import { expect, test } from "../fixtures/test.ts";

test.describe("who tells whom what", () => {
  test("draws the machines and what they say from charts and traffic, and leads on from each", async ({
    page,
    shell,
    choreography,
    instance,
    till,
  }) => {
    await till.placeOrder("order-470");
    await instance.open("order", "order-470");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");

    await shell.place("Choreography").click();
    await expect(choreography.title).toHaveText("Choreography");
    for (const name of ["order", "payment", "warehouse", "fulfil"]) {
      await expect(choreography.place("machine", name)).toBeVisible();
    }
    await expect(choreography.place("service", "carrier")).toBeVisible();
    await expect(choreography.arrow("machine:order", "machine:payment")).toHaveCount(1);
    await expect(choreography.findings).toContainText("fulfil.reserve.completed");

    await choreography.place("machine", "payment").focus();
    await page.keyboard.press("Enter");
    await expect(choreography.selected("payment")).toContainText("payment.captured");
    await expect(page).toHaveURL(/at=machine%3Apayment/);
    await choreography.instancesOf("payment").click();
    await expect(page).toHaveURL(/\/instances\?machine=payment/);
    await page.goBack();
    await expect(choreography.selected("payment")).toBeVisible();

    await choreography.table.click();
    await expect(choreography.row("payment.declined").first()).toContainText("order");
  });
});
