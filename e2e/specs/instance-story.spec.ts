import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails } from "../fixtures/till.ts";

/** Nobody delivers there: the saga undoes what it has done. */
const NOWHERE = { street: "Lighthouse 1", postcode: "99999", city: "Skerry", country: "NO" };
const PNG_START = "89504e470d0a1a0a";

test.describe("one instance and its story", () => {
  test("travels in time by keys, slider and link, with the timers of then", async ({
    page,
    instance,
    till,
  }) => {
    await till.startSaga("order-700");
    await instance.open("fulfil", "order-700");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await page.keyboard.press("[");
    await expect(page).toHaveURL(/[?&]rev=\d+/);
    await expect(instance.state("steps.ship")).toHaveAttribute("data-mark", "active");
    await expect(instance.timers).toContainText("after 10 s");
    await expect(instance.timers).toContainText("due");

    await instance.open("fulfil", "order-700", "?rev=1&state=steps.charge");
    await expect(instance.state("steps.reserve")).toHaveAttribute("data-mark", "active");
    await expect(instance.selectedState).toContainText("calls chargeCard");
    await expect(instance.risks).toContainText("reserveStock now");
    await instance.open("fulfil", "order-700", "?rev=4711");
    await expect(page.getByText("Step 4711 is not recorded.")).toBeVisible();
  });

  test("acts on an instance by keys alone: dry run, drawn path, reason, then for real", async ({
    page,
    instance,
    till,
    world,
  }) => {
    await world.hold("card");
    await till.startSaga("order-701");
    await instance.open("fulfil", "order-701");
    await expect(instance.state("steps.charge")).toHaveAttribute("data-mark", "active");
    await page.keyboard.press("a");
    const { dialog, outcome, reason, doIt, choose } = instance.actions;
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/[?&]act=send/);
    await choose("Cancel");
    await expect(outcome).toContainText("Would be done");
    await expect(doIt).toBeDisabled();
    await reason.focus();
    await page.keyboard.type("the customer changed her mind");
    await expect(doIt).toBeEnabled();
    await doIt.focus();
    await page.keyboard.press("Enter");
    await expect(outcome).toContainText("It ends in steps.charge.");
    await expect(outcome).toContainText("Done");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/act=/);
  });

  test("saves the drawing as files that need nothing else", async ({ page, instance, till }) => {
    await till.startSaga("order-702");
    await instance.open("fulfil", "order-702");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    const save = async (kind: "SVG" | "PNG") => {
      await instance.exportMenu.click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        instance.saveAs(kind).click(),
      ]);
      return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
    };
    const svg = await save("SVG");
    const text = svg.file.toString();
    expect(svg.name).toMatch(/^fulfil-order-702-step-\d+\.svg$/);
    expect(text).toContain("reserveStock");
    expect(text).not.toMatch(/foreignObject|var\(--|class=|https?:\/\/(?!www\.w3\.org)/);
    // As text: these files are checked without the types of a browser.
    const shapes = await page.evaluate<readonly [number, number]>(`(() => {
      const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, "image/svg+xml");
      return [parsed.querySelectorAll("parsererror").length, parsed.querySelectorAll("rect").length];
    })()`);
    expect(shapes[0]).toBe(0);
    expect(shapes[1]).toBeGreaterThan(8);
    const png = await save("PNG");
    expect(png.name).toMatch(/\.png$/);
    expect(png.file.subarray(0, 8).toString("hex")).toBe(PNG_START);
    expect(png.file.length).toBeGreaterThan(10_000);
  });

  test("asks what to do with it in the first field, never on Close", async ({
    page,
    instance,
    till,
  }) => {
    await till.startSaga("order-705");
    await instance.open("fulfil", "order-705");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await page.keyboard.press("a");
    await expect(instance.actions.dialog.locator("input, select, textarea").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(instance.actions.dialog).toHaveCount(0);
    await instance.open("fulfil", "order-705", "?act=rewind");
    await expect(instance.actions.step).toBeFocused();
    await instance.open("fulfil", "order-705", "?act=cancel"); // which asks for nothing but why
    await expect(instance.actions.reason).toBeFocused();
  });

  test("compares two instances: where they part, and what only one of them did", async ({
    page,
    instance,
    compare,
    till,
  }) => {
    await till.startSaga("order-703");
    await till.startSaga("order-704", { ...orderDetails(), address: NOWHERE });
    await instance.open("fulfil", "order-704");
    await expect(instance.state("failed")).toHaveAttribute("data-mark", "compensated");
    await compare.openInstances("fulfil/order-703", "fulfil/order-704");
    await expect(compare.partingNote).toContainText("their paths part after steps.ship");
    const [went, undone] = [compare.side("order-703"), compare.side("order-704")];
    await expect(went.locator("[data-state=completed]")).toHaveAttribute("data-difference", "only");
    await expect(undone.locator("[data-state=failed]")).toHaveAttribute("data-difference", "only");
    await expect(went.locator("[data-state='steps.ship']")).not.toHaveAttribute("data-difference");
    await expect(compare.context).toContainText("99999");

    await page.keyboard.press("p");
    await expect(page).toHaveURL(/[?&]at=4/);
    await page.keyboard.press("[");
    await expect(page).toHaveURL(/[?&]at=3/);
    await expect(went.locator("[data-state='steps.ship']")).toHaveAttribute("data-mark", "active");
    await expect(undone.locator("[data-state='steps.ship']")).toHaveAttribute(
      "data-mark",
      "active",
    );
  });

  test("compares the versions of a chart, and says when there is only one", async ({ compare }) => {
    await compare.openVersions("fulfil");
    await expect(compare.side("Before").locator("[data-state='steps.ship']")).toBeVisible();
    await expect(compare.side("After").locator("[data-state='steps.ship']")).toBeVisible();
    await expect(compare.differences).toContainText("Nothing that a drawing shows is different.");
  });
});
