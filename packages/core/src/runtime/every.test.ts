import { expect, it } from "vitest";
import { silentLogger } from "../kernel/logger.ts";
import { every } from "./every.ts";

it("a task that is stopped has ended, and does not come back", async () => {
  let runs = 0;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let end: () => void = () => undefined;
  const task = every(
    60_000,
    () => {
      runs += 1;
      begin();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    silentLogger,
    "failed",
  );
  task.start();
  task.runIn(0);
  await begun;
  let hasStopped = false;
  const stopped = task.stop().then(() => {
    hasStopped = true;
  });
  task.runIn(0);
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  end();
  await stopped;
  await task.stop();
  expect(runs).toBe(1);
});
