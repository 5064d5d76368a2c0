import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures/test.ts";

const SECRET = "e2e signing secret";

test("makes a channel and a rule, sees why a test did not arrive, and finds it in the audit and its export, without the secret", async ({
  operations,
  audit,
  page,
}) => {
  await operations.openChannels();
  await operations.newChannel({
    Name: "e2e hook",
    Address: "http://127.0.0.1:9/hook",
    "Signing secret": SECRET,
  });
  const channel = operations.channel("e2e hook");
  await channel.getByRole("button", { name: "Send a test" }).click();
  await expect(channel.getByRole("status")).toContainText("private network", { timeout: 60_000 });

  await operations.openAlerts();
  await operations.newRule({ Name: "e2e letters", "Alert from": "1000" }, "e2e hook");
  await expect(operations.rule("e2e letters")).toContainText("from 1,000 letters");
  await expect(operations.rule("e2e letters")).toContainText("e2e hook");
  await operations.deleteRule("e2e letters");
  await expect(operations.rule("e2e letters")).toHaveCount(0);

  await audit.open();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    operations.exportCsv.click(),
  ]);
  const text = await readFile((await download.path()) ?? "", "utf8");
  expect(text).toContain("alerts.channel");
  expect(text).toContain("alerts.rule");
  expect(text).not.toContain(SECRET);
});

test("tries out what is masked, and sees which key seals and what is kept", async ({
  operations,
}) => {
  await operations.openRedaction();
  await operations.payload.fill('{"password": "geheim", "total": 12}');
  await operations.showMasked.click();
  await expect(operations.masked).toContainText("/password");
  await expect(operations.masked).not.toContainText("geheim");
  await expect(operations.rules).toContainText("the built-in ones");
  await operations.byWhichRules.selectOption("By the rules of order");
  await operations.payload.fill('{"token": "geheim", "total": 12}');
  await operations.showMasked.click();
  await expect(operations.masked).toContainText("/token");

  await operations.openKeys();
  await expect(operations.keys).toContainText("seals and opens");

  await operations.openRetention();
  await expect(operations.policies).toContainText("for ever");
});
