import type { CommandLine } from "../fixtures/command-line.ts";
import { expect, test } from "../fixtures/test.ts";
import { placing } from "../fixtures/till.ts";
import { type InstancePage, instancePage } from "../pages/instance-page.ts";

test.describe("where is order 42", () => {
  test("finds it from the keyboard, shows it on its chart, moves with it and tells how it came there", async ({
    page,
    shell,
    instance,
    till,
    world,
    commandLine,
  }) => {
    await world.hold("card"); // the moment in which the order is looked for
    await till.placeOrder("order-42");

    await page.goto("/");
    await shell.untilReady();
    await page.keyboard.press("/");
    await expect(shell.paletteBox).toBeFocused();
    await page.keyboard.type("42");
    await expect(shell.paletteOptions.first()).toContainText("order-42");
    await page.keyboard.press("Enter");
    await expect(instance.title).toHaveText("order-42");

    const machine = machineOf(page.url());
    await expect(instance.arrows.first()).toBeVisible();
    await expectAgreement(instance, commandLine, machine);

    await instance.markVisit();
    await world.release("card");
    await expect(instance.state(ENDS[machine])).toHaveAttribute("data-mark", "done");
    expect(await instance.isSameVisit()).toBe(true);
    await expectAgreement(instance, commandLine, machine);
  });

  test("goes through the steps by keys, and a link shows the same step to somebody else", async ({
    page,
    instance,
    till,
    context,
  }) => {
    await till.placeOrder("order-420");
    await instance.open("order", "order-420");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    await expect(instance.stepCount).toHaveText("step 3 of 3");

    await page.keyboard.press("[");
    await expect(instance.stepCount).toHaveText("step 2 of 3");
    await expect(page).toHaveURL(/[?&]rev=2(&|$)/);
    await expect(instance.state("open.packing")).toHaveAttribute("data-mark", "active");
    await page.keyboard.press("[");
    await expect(instance.state("open.paying.waiting")).toHaveAttribute(
      "data-mark",
      /active|waiting/,
    );
    await page.keyboard.press("]");
    await expect(instance.stepCount).toHaveText("step 2 of 3");

    const link = page.url();
    const somebodyElse = instancePage(await context.newPage());
    await somebodyElse.visit(link);
    await expect(somebodyElse.stepCount).toHaveText("step 2 of 3");
    await expect(somebodyElse.state("open.packing")).toHaveAttribute("data-mark", "active");
    await expect(somebodyElse.answers).toContainText("Where it was after step 2");

    await page.keyboard.press("l");
    await expect(instance.stepCount).toHaveText("step 3 of 3");
    await expect(page).not.toHaveURL(/rev=/);
  });

  test("takes up an order on an open page, and shows each event without being asked again", async ({
    instance,
    till,
    world,
    database,
  }, testInfo) => {
    const order = "order-421";
    await world.hold("card");
    await instance.open("order", order);
    await expect(instance.noInstance).toBeVisible();
    await instance.markVisit();
    await till.postBinaryEvent(placing(order));
    await expect(instance.tokens).toHaveCount(1);

    await instance.watchSteps();
    await world.release("card");
    await expect(instance.state("completed")).toHaveAttribute("data-mark", "done");
    expect(await instance.isSameVisit()).toBe(true);
    const lagsMs = lagsOf(await database.stepsAt("order", order), await instance.seenSteps());
    expect(lagsMs).not.toEqual([]);
    testInfo.annotations.push({
      type: "ms from commit to chart",
      description: lagsMs.join(", "),
    });
  });
});

/** How long after each step was written the page showed it; steps that follow each other closely are shown at once. */
function lagsOf(writtenAt: readonly Date[], seenMs: Readonly<Record<string, number>>): number[] {
  return writtenAt.flatMap((at, index) => {
    const seen = seenMs[index + 1];
    return seen === undefined ? [] : [seen - at.getTime()];
  });
}

/** How an order that is paid for ends, by machine. */
const ENDS = { order: "completed", payment: "settled", warehouse: "handedOver" } as const;

function machineOf(url: string): keyof typeof ENDS {
  return new URL(url).pathname.split("/")[2] as keyof typeof ENDS;
}

/** What the chart marks is what the command line says. */
async function expectAgreement(
  instance: InstancePage,
  commandLine: CommandLine,
  machine: string,
): Promise<void> {
  const { state, status, revision } = await commandLine.showInstance(machine, "order-42");
  const states = [state].flat();
  await expect(instance.stepCount).toHaveText(`step ${revision} of ${revision}`);
  const marked = status === "active" ? instance.tokens : instance.state(states[0] ?? "");
  await expect(marked).toHaveCount(states.length);
  const paths = await marked.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute("data-state")),
  );
  expect(paths.sort()).toEqual(states.toSorted());
}
