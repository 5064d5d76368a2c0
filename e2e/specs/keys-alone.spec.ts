import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";
import { orderDetails } from "../fixtures/till.ts";

/** No other spec has subjects that contain this. */
const OWN = "order-58";
const UNPAID = ["1", "2", "3"].map((digit) => `${OWN}2${digit}`);
const ODD = `${OWN}29`;
/** Four tries with growing waits come before a letter. */
const GIVEN_UP = { timeout: 60_000 };

/** Nothing in these is done with a mouse, and no focus is set but by Tab. */
test.describe("by keyboard alone", () => {
  test("finds dead letters, replays one, replays one edited, and the others in a job", async ({
    page,
    keys,
    letters,
    letter,
    bulk,
    job,
    till,
    world,
  }) => {
    await world.change({ card: { down: true } });
    for (const order of UNPAID) await till.placeOrder(order);
    await till.postEvent({
      ...{ id: `odd-${ODD}`, type: "shop.order.place", subject: ODD, correlationid: `till-${ODD}` },
      data: { ...orderDetails(), currency: "DOUBLOONS" },
    });
    await letters.open(`?q=${OWN}`);
    for (const order of [...UNPAID, ODD]) await expect(letters.link(order)).toBeVisible(GIVEN_UP);
    await world.change({ card: { down: false } });
    const [one = ""] = UNPAID;

    await test.step("a cause narrows the list", async () => {
      await keys.press(letters.cause("Card answered").first());
      await expect(page).toHaveURL(/cause=/);
    });
    await test.step("one is replayed with a reason", async () => {
      await keys.press(letters.link(one));
      await expect(letter.verdict).toContainText("Would be tried again");
      await keys.write(letter.reason, "by keys");
      await keys.press(letter.replay);
      await expect(letter.form).toContainText("Processed.");
      await letters.open(`?q=${OWN}`);
    });
    await test.step("one is edited and replayed", async () => {
      await keys.press(letters.link(ODD));
      await keys.press(page.getByRole("button", { name: "Edit and replay…" }));
      const dialog = page.getByRole("dialog", { name: "Edit and replay 1 letter" });
      const data = dialog.getByLabel(/^Data/);
      const before = JSON.parse(await data.inputValue());
      await keys.write(data, JSON.stringify({ ...before, currency: "EUR" }));
      await keys.write(dialog.getByLabel(/^Reason/), "there are no doubloons");
      await keys.press(dialog.getByRole("button", { name: "Replay 1 edited letter" }));
      await expect(dialog).toContainText("Processed.");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    });
    await test.step("the others go in one job, which is paused and resumed", async () => {
      await letters.open(`?q=${OWN}`);
      await expect(letters.links).toHaveCount(UNPAID.length - 1);
      await keys.press(page.getByRole("button", { name: /^Select all/ }));
      await keys.press(page.getByRole("button", { name: "Replay…", exact: true }));
      await expect(bulk.rehearsal).toContainText("2 letters rehearsed; nothing was changed");
      await keys.write(bulk.first, "1");
      await keys.write(bulk.reason, "the card company answers");
      await keys.press(bulk.confirm(/^Replay 2 letters$/));
      await expect(job.title).toHaveText("Replay of 2 letters");
      await expect(job.state("Done")).toBeVisible(GIVEN_UP);
    });
  });

  test("acts on an instance, looks at a state, zooms, and goes to its conversation", async ({
    page,
    keys,
    instance,
    conversation,
    till,
    world,
  }) => {
    await world.hold("card");
    await till.startSaga("order-5810");
    await instance.open("fulfil", "order-5810");
    await expect(instance.state("steps.charge")).toHaveAttribute("data-mark", "active");

    await keys.press(instance.state("steps.charge"));
    await expect(page).toHaveURL(/[?&]state=steps\.charge/);
    await expect(instance.selectedState).toContainText("calls chargeCard");
    await keys.press(page.getByRole("button", { name: "Zoom in" }));
    await keys.press(page.getByRole("button", { name: "Fit", exact: true }));

    await keys.press(instance.act);
    const { dialog, outcome, reason, doIt } = instance.actions;
    await expect(dialog).toBeVisible();
    const what = page.getByRole("group", { name: "What to do" });
    await keys.press(what.getByRole("button", { name: "Cancel" }));
    await expect(outcome).toContainText("Would be done");
    await keys.write(reason, "the customer changed her mind");
    await keys.press(doIt);
    await expect(outcome).toContainText("Done");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await keys.press(instance.conversation);
    await expect(conversation.title).toContainText("order-5810");
  });

  test("narrows a list, chooses columns, keeps the view, and takes the rows away as a file", async ({
    page,
    keys,
    instances,
    till,
  }) => {
    await till.placeOrder("order-5820", "order-5820");
    await instances.open();
    await keys.write(instances.subjectBox, "order-5820");
    await expect(page).toHaveURL(/q=order-5820/);
    await keys.choose(instances.filter("Machine"), "order");
    await expect(page).toHaveURL(/machine=order/);
    await keys.press(instances.menu("Columns"));
    await keys.press(instances.column("Correlation"), "Space");
    await expect(instances.columns.filter({ hasText: "Correlation" })).toBeVisible();
    await page.keyboard.press("Escape");
    await keys.press(instances.menu(/^View/));
    await keys.write(instances.viewName, "by keys");
    await keys.press(instances.keepView);
    await expect(instances.menu("View: by keys")).toBeVisible();
    await keys.press(instances.removeView("by keys"));
    await expect(instances.view("by keys")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await keys.press(instances.menu("Export"));
    const file = page.waitForEvent("download");
    await keys.press(instances.export("CSV"));
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  });

  test("makes a channel and a rule, an invitation and a token, and takes them away", async ({
    page,
    keys,
    operations,
  }) => {
    const dialog = page.getByRole("dialog");
    await operations.openChannels();
    await keys.press(page.getByRole("button", { name: "New channel" }));
    await keys.write(dialog.getByLabel("Name"), "hook by keys");
    await keys.write(dialog.getByLabel("Address"), "https://hooks.example.com/keys");
    await keys.write(dialog.getByLabel("Signing secret"), "a secret of the keys");
    await keys.press(dialog.getByRole("button", { name: "Save channel" }));
    await expect(operations.channel("hook by keys")).toBeVisible();

    await operations.openAlerts();
    await keys.press(page.getByRole("button", { name: "New rule" }));
    await keys.write(dialog.getByLabel("Name"), "rule by keys");
    await keys.press(dialog.getByRole("checkbox", { name: /hook by keys/ }), "Space");
    await keys.press(dialog.getByRole("button", { name: "Save rule" }));
    await expect(operations.rule("rule by keys")).toContainText("hook by keys");
    await keys.press(page.getByRole("button", { name: "Change rule rule by keys" }));
    await keys.press(dialog.getByRole("button", { name: "Delete rule" }));
    await expect(operations.rule("rule by keys")).toHaveCount(0);

    await page.goto("/settings/tokens");
    await keys.press(page.getByRole("button", { name: "New token" }));
    await keys.write(dialog.getByLabel("Name"), "token by keys");
    await keys.press(dialog.getByLabel("ingest:", { exact: false }), "Space");
    await keys.press(dialog.getByRole("button", { name: "Make the token" }));
    await keys.press(dialog.getByRole("button", { name: "Done" }));
    await expect(page.getByRole("row").filter({ hasText: "token by keys" })).toBeVisible();
  });

  test("reads what a machine publishes, what the map shows, and looks further back at the pipes", async ({
    page,
    keys,
    asyncapi,
    choreography,
    pipes,
  }) => {
    await asyncapi.open("payment");
    await keys.press(asyncapi.operation("payment.captured"));
    await expect(asyncapi.messageTitle).toHaveText("payment.captured");
    const file = page.waitForEvent("download");
    await keys.press(asyncapi.json);
    await file;

    await choreography.open();
    await keys.press(choreography.place("machine", "payment"));
    await expect(choreography.selected("payment")).toBeVisible();
    await keys.press(choreography.table);
    await expect(choreography.row("payment.captured").first()).toBeVisible();

    await pipes.open();
    await keys.press(page.getByRole("button", { name: "7 d", exact: true }));
    await expect(page).toHaveURL(/range=7d/);
  });
});

test.describe("by keyboard alone, from outside", () => {
  test.use({ storageState: { cookies: [], origins: [] } }); // a session of its own, since it is ended

  test("signs in and out", async ({ page, keys, shell, account }) => {
    await page.goto("/sign-in");
    await keys.write(page.getByLabel("E-mail"), ADMIN.email);
    await keys.write(page.getByLabel("Password"), ADMIN.password);
    await page.keyboard.press("Enter");
    await expect(shell.person).toBeVisible();
    await keys.press(shell.person);
    await keys.press(page.getByRole("button", { name: "Sign out" }));
    await expect(account.signInTitle).toBeVisible();
  });
});
