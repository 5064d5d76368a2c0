import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBroadcast } from "./broadcast.ts";
import { createPullSource } from "./pull-source.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a source that waits for room has one timer, however often it is told that something changed", async () => {
  const changes = createBroadcast();
  const source = createPullSource(
    {
      ...{ room: () => 0, push: () => undefined, changed: () => changes.next() },
      ...{
        recall: () => [],
        lost: () => undefined,
        worked: () => undefined,
        failed: () => undefined,
      },
    },
    { leaseMs: undefined, pull: async () => [], close: async () => undefined, idleMs: 25 },
  );
  for (let told = 0; told < 50; told += 1) {
    await vi.advanceTimersByTimeAsync(1);
    changes.notify();
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(1);
  await source.close();
  expect(vi.getTimerCount()).toBe(0);
});
