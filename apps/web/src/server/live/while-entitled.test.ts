import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../access/actor.ts";
import { actorAs } from "../trpc/testing/caller-as.ts";
import { whileEntitled } from "./while-entitled.ts";

const EVERY_MS = 100;
const ADA: Actor = { ...actorAs("viewer"), sessionId: "s-1" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream of Ada's, and what is known of her later. */
function stream(later: () => Promise<Actor | undefined>, request = new AbortController()) {
  const findActor = vi.fn(later);
  const { signal, end } = whileEntitled({ actor: ADA, findActor }, request.signal, EVERY_MS);
  return { signal, end, findActor, request };
}

describe("whileEntitled", () => {
  it.each<[string, Actor | undefined]>([
    ["the session is over", undefined],
    ["somebody else has it", { ...ADA, id: "user-bo" }],
    ["it is another session", { ...ADA, sessionId: "s-2" }],
    ["the role is another", { ...ADA, role: "responder" }],
    ["the role lost something", { ...ADA, permissions: [] }],
    ["only some machines are left", { ...ADA, machines: ["order"] }],
    ["a second factor is owed", { ...ADA, mustEnrol: true }],
  ])("aborts once %s", async (_what, actor) => {
    const { signal } = stream(async () => actor);
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal.aborted).toBe(true);
  });

  it("goes on for whoever is as before, also under a new name", async () => {
    const { signal } = stream(async () => ({ ...ADA, name: "Ada Lovelace" }));
    await vi.advanceTimersByTimeAsync(EVERY_MS * 10);
    expect(signal.aborted).toBe(false);
  });

  it("goes on while nobody can say, and asks again", async () => {
    let isAway = true;
    const { signal } = stream(async () => {
      if (isAway) throw new Error("away");
      return undefined;
    });
    await vi.advanceTimersByTimeAsync(EVERY_MS * 3);
    expect(signal.aborted).toBe(false);
    isAway = false;
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(signal.aborted).toBe(true);
  });

  it("asks at the same moments, whenever the stream was opened", async () => {
    const askedAt: number[] = [];
    const ask = async () => {
      askedAt.push(performance.now());
      return ADA;
    };
    for (let opened = 0; opened < 5; opened += 1) {
      stream(ask);
      await vi.advanceTimersByTimeAsync(EVERY_MS / 5 - 3);
    }
    await vi.advanceTimersByTimeAsync(EVERY_MS * 2);
    expect(askedAt.length).toBeGreaterThanOrEqual(10);
    expect(new Set(askedAt).size).toBe(2);
  });

  it("asks one thing at a time, and nothing more once it is let go of", async () => {
    const { end, findActor } = stream(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(EVERY_MS * 5);
    expect(findActor).toHaveBeenCalledTimes(1);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("aborts with the request", () => {
    const { signal, request } = stream(async () => ADA);
    request.abort();
    expect(signal.aborted).toBe(true);
  });
});
