import { describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { RETRY_MS, relayBench } from "../../testing/relay-bench.ts";
import type { PublishMessage } from "./relay-round.ts";

const numbers = (count: number) => Array.from({ length: count }, (_n, at) => at);
const refuse: PublishMessage<unknown> = () => {
  throw new RangeError("broker down");
};

describe("a relay's round", () => {
  it("publishes a batch in order and marks what was accepted, and nothing twice [RLY-01][RLY-13]", async () => {
    const { add, relay, published, outbox } = relayBench();
    add(numbers(7));
    const one = relay({ batchSize: 3 });
    const claimed: number[] = [];
    for (let round = 0; round < 4; round += 1) claimed.push((await one.runOnce()).claimed);

    expect(claimed).toEqual([3, 3, 1, 0]);
    expect(published).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    expect(outbox.rows().every(({ status }) => status === "delivered")).toBe(true);
  });

  it("publishes keys side by side, and the messages of one key one after another [ORD-06][RLY-13]", async () => {
    const { add, relay } = relayBench();
    for (const n of numbers(4)) {
      for (const key of ["a", "b", "c"]) add([n], { key });
    }
    const open = new Set<string>();
    let most = 0;
    const seen: Record<string, number[]> = { a: [], b: [], c: [] };
    const publish: PublishMessage<unknown> = async ({ key = "", body }) => {
      expect(open.has(key)).toBe(false);
      open.add(key);
      most = Math.max(most, open.size);
      await Promise.resolve();
      seen[key]?.push(Number(body));
      open.delete(key);
    };
    await relay({ publish, concurrency: 10 }).runOnce();

    expect(most).toBe(3);
    expect(seen).toEqual({ a: [0, 1, 2, 3], b: [0, 1, 2, 3], c: [0, 1, 2, 3] });
  });

  it("has no more on their way than its concurrency says [RLY-13]", async () => {
    const { add, relay } = relayBench();
    add(numbers(10));
    let open = 0;
    let most = 0;
    const publish = async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
    };
    await relay({ publish, concurrency: 2 }).runOnce();
    expect(most).toBe(2);
  });

  it("puts a failed message off, counts the try and keeps the error [RLY-05][RLY-13]", async () => {
    const { add, relay, row, clock } = relayBench();
    const [id] = add(["x"]);
    const one = relay({ publish: refuse });

    expect(await one.runOnce()).toMatchObject({ claimed: 1, retried: 1, published: 0, failed: 1 });
    expect(row(id)).toMatchObject({
      ...{ status: "pending", attempts: 1, token: undefined, lastError: "RangeError: broker down" },
    });
    expect((await one.runOnce()).claimed).toBe(0);
    clock.advance(RETRY_MS);
    expect((await one.runOnce()).claimed).toBe(1);
  });

  it("gives a message up at its last try, and its followers carry on [RTY-12][ORD-09]", async () => {
    const { add, relay, clock, outbox, published, note } = relayBench();
    add(["head", "f1", "f2"], { key: "k" });
    let hasF1Failed = false;
    const publish: PublishMessage<unknown> = (message, call) => {
      if (message.body === "head") throw new Error("never");
      if (message.body === "f1" && !hasF1Failed) {
        hasF1Failed = true;
        throw new Error("once");
      }
      return note(message, call);
    };
    const one = relay({ publish, attemptsMax: 3 });
    for (let round = 0; round < 6; round += 1) {
      await one.runOnce();
      clock.advance(RETRY_MS);
    }

    expect(published).toEqual(["f1", "f2"]);
    expect(outbox.letters()).toMatchObject([
      { reason: "max_attempts", error: "Error: never", message: { attempts: 3 } },
    ]);
    expect(outbox.rows()).toMatchObject([
      { status: "delivered", attempts: 1 },
      { status: "delivered", attempts: 0, lastError: undefined },
    ]);
  });

  it("hands back untried what follows a failed message of its key, to wait as long; other keys go on [ORD-07][RLY-13]", async () => {
    const { add, relay, row, published, note } = relayBench();
    const ids = add(["k1", "k2", "k3"], { key: "k" });
    add(["other"], { key: "other" });
    const blocked: (readonly (string | undefined)[])[] = [];
    const one = relay({
      publish: (message, call) =>
        message.body === "k1" ? refuse(message, call) : note(message, call),
      hooks: { onBlocked: (follower, head) => blocked.push([follower.id, head.id]) },
    });

    expect(await one.runOnce()).toMatchObject({ claimed: 4, published: 1, retried: 1, blocked: 2 });
    expect(published).toEqual(["other"]);
    const [head, ...followers] = ids.map(row);
    for (const follower of followers) {
      expect(follower).toMatchObject({ attempts: 0, deliveries: 0, lastError: undefined });
      expect(follower).toMatchObject({ token: undefined, availableAtMs: head?.availableAtMs });
    }
    expect(blocked).toEqual([
      [ids[1], ids[0]],
      [ids[2], ids[0]],
    ]);
  });

  it("fails a message that takes too long, and tells the far side to stop [RLY-18]", async () => {
    const { add, relay, row, clock } = relayBench();
    const [id] = add(["x"]);
    let signal: AbortSignal | undefined;
    const publish: PublishMessage<unknown> = (_message, call) => {
      signal = call.signal;
      return new Promise(() => undefined);
    };
    const round = relay({ publish, publishTimeoutMs: 5_000 }).runOnce();
    await Promise.resolve();
    while (clock.waitingTimers() < 2) await Promise.resolve();
    clock.advance(5_000);

    expect(await round).toMatchObject({ retried: 1 });
    expect(signal?.aborted).toBe(true);
    expect(row(id)?.lastError).toMatch(/^TimeoutError: /);
  });

  it("counts no outage of the far side against a message", async () => {
    const { add, relay, row } = relayBench();
    const [id] = add(["x"]);
    const publish = () => {
      throw new StoreUnavailableError("publish");
    };
    const one = relay({ publish, attemptsMax: 1 });
    expect(await one.runOnce()).toMatchObject({ retried: 1, deadLettered: 0 });
    expect(row(id)).toMatchObject({ attempts: 0, deliveries: 0 });
  });
});
