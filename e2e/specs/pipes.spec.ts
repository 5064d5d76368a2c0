import { expect, test } from "../fixtures/test.ts";

const LATER = "?delayMs=3600000&key=e2e-reminder";

test("shows who works and what falls due, and an event that was scheduled over HTTP until it is cancelled from the shell", async ({
  pipes,
  page,
  house,
  database,
  commandLine,
}) => {
  const pid = await database.workerPid();
  await pipes.open();
  await expect(pipes.worker(pid)).toContainText("64 of 64");
  await expect(pipes.worker(pid)).toContainText("alive");
  await expect(pipes.timers).toContainText("Scheduled events0");

  const event = { specversion: "1.0", id: "later-1", source: "/e2e", subject: "order-470" };
  const answer = await page.request.post(`${house.url}/api/events/commands${LATER}`, {
    headers: {
      authorization: `Bearer ${house.ingestToken}`,
      "content-type": "application/cloudevents+json",
    },
    data: { ...event, type: "shop.order.place" },
  });
  expect(answer.status()).toBe(202);
  await pipes.open();
  await expect(pipes.timers).toContainText("Scheduled events1 · next");

  expect(await commandLine.listScheduled()).toEqual(["e2e-reminder"]);
  await commandLine.cancelScheduled("commands", "e2e-reminder");
  await pipes.open();
  await expect(pipes.timers).toContainText("Scheduled events0");
});

test("looks back an hour, a day or a week, and draws no zero where nobody looked", async ({
  pipes,
  page,
}) => {
  await pipes.open();
  await expect(pipes.backlog).toContainText("last 1 h");
  await pipes.lookBack("7 d");
  await expect(page).toHaveURL(/range=7d/);
  await expect(pipes.backlog).toContainText("last 7 d, most of each 4 h");
  await expect(pipes.backlog).toContainText(/No worker looked in \d+ of the 41 spans of 4 h/); // this house is younger
  await expect(pipes.outbox).toBeVisible();
  await page.reload();
  await expect(pipes.backlog).toContainText("last 7 d");
  await pipes.lookBack("24 h");
  await expect(pipes.backlog).toContainText(/No worker looked in \d+ of the 23 hours/);
});
