import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IDLE_INFLOW } from "../testing/idle-inflow.ts";
import { createBroadcast } from "./broadcast.ts";
import { BrokerRefusedError } from "./errors.ts";
import { createPullSource } from "./pull-source.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a source that waits for room has one timer, however often it is told that something changed", async () => {
  const changes = createBroadcast();
  const source = createPullSource(
    { ...IDLE_INFLOW, room: () => 0, changed: () => changes.next() },
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

it("tells of whatever it failed with, and tries on", async () => {
  const told: unknown[] = [];
  const refusal = new BrokerRefusedError("test", "NOPERM");
  const source = createPullSource(
    { ...IDLE_INFLOW, failed: (error) => void told.push(error) },
    {
      leaseMs: undefined,
      pull: () => Promise.reject(refusal),
      close: async () => undefined,
      idleMs: 25,
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.length).toBeGreaterThan(20);
  expect(new Set(told)).toEqual(new Set([refusal]));
  await source.close();
});
