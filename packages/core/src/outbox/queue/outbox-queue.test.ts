import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../../kernel/errors.ts";
import { queueBench, until } from "../../testing/queue-bench.ts";
import { NotAQueueOperationError } from "../errors.ts";
import { F_QUEUE } from "../presets.ts";
import { constantRetry } from "../retry/retry-strategies.ts";
import type { QueueDelivery } from "./handle-message.ts";

const POLL = { minMs: 50, maxMs: 200, factor: 2 };
const never = () => new Promise<never>(() => undefined);

describe("a queue", () => {
  it("hands a handler the decoded body, and keeps nothing waiting of what it did [EXA-09][DSP-32]", async () => {
    const { queue, add, outbox } = queueBench();
    const bodies: unknown[] = [];
    const one = queue();
    one.subscribe(["orders"], ({ body, message }) => void bodies.push([body, message.topic]));
    add([{ order: 7 }, "text", new Uint8Array([1, 2])]);
    expect(await one.drain()).toBe(3);
    expect(bodies).toEqual([
      [{ order: 7 }, "orders"],
      ["text", "orders"],
      [new Uint8Array([1, 2]), "orders"],
    ]);
    expect(outbox.rows().every(({ status }) => status === "delivered")).toBe(true);
  });

  it("takes only its own topics, under their prefix [RLY-11][DSP-35]", async () => {
    const { queue, add } = queueBench();
    const seen: unknown[] = [];
    const one = queue({ topicPrefix: "eu." });
    one.subscribe(["orders"], ({ body }) => void seen.push(body));
    add(["mine"], { topic: "eu.orders" });
    add(["other"], { topic: "orders" });
    await one.drain();
    expect(seen).toEqual(["mine"]);
  });

  it("refuses a subscriber without topics, and warns of two that share one [DSP-35][ERR-03]", () => {
    const { queue, lines } = queueBench();
    const one = queue();
    expect(() => one.subscribe([], never)).toThrow(InvalidConfigError);
    expect(() => one.subscribe([""], never)).toThrow("topics");
    one.subscribe(["a", "b"], never);
    expect(lines).toEqual([]);
    one.subscribe(["b"], never);
    expect(lines).toMatchObject([{ level: "warn", fields: { topics: ["b"] } }]);
  });

  it("refuses what a table cannot do, and says what to do instead [DSP-36][ERR-03]", () => {
    const one = queueBench().queue();
    expect(() => one.request()).toThrow(NotAQueueOperationError);
    expect(() => one.getOne()).toThrow("subscribe");
  });

  it("tries again what its handler threw, as its strategy says [DSP-34][RTY-06]", async () => {
    const { queue, add, clock, row } = queueBench();
    const [id] = add(["x"]);
    let tries = 0;
    const one = queue();
    const flaky = () => {
      tries += 1;
      if (tries < 3) throw new Error("not yet");
    };
    one.subscribe(["orders"], flaky, { retry: constantRetry({ delayMs: 5_000 }) });
    await one.drain();
    expect(row(id)).toMatchObject({ attempts: 1, lastError: "Error: not yet", token: undefined });
    expect(await one.drain()).toBe(0);
    for (let wait = 0; wait < 2; wait += 1) {
      clock.advance(5_000);
      await one.drain();
    }
    expect(tries).toBe(3);
    expect(row(id)).toMatchObject({ status: "delivered", attempts: 2, deliveries: 3 });
  });

  it("gives up what its strategy gives up, with a letter, or without one where it keeps none [RTY-06][RTY-09]", async () => {
    const { queue, add, outbox, lines } = queueBench();
    const one = queue();
    const bad = () => {
      throw new Error("bad");
    };
    add(["letter"]);
    one.subscribe(["orders"], bad, { retry: () => undefined });
    await one.drain();
    expect(outbox.letters()).toMatchObject([{ reason: "max_attempts", error: "Error: bad" }]);

    add(["gone"], { topic: "f" });
    one.subscribe(["f"], bad, F_QUEUE);
    await one.drain();
    expect(outbox.letters()).toHaveLength(1);
    expect(outbox.rows().filter(({ status }) => status === "pending")).toEqual([]);
    expect(lines.filter(({ level }) => level === "error")).toHaveLength(2);
  });

  it("tries again by default, where the first version of the system it takes over from deleted [RTY-09]", async () => {
    const { queue, add, row } = queueBench();
    const [id] = add(["x"]);
    const one = queue();
    one.subscribe(["orders"], () => {
      throw new Error("no");
    });
    await one.drain();
    expect(row(id)).toMatchObject({ status: "pending", attempts: 1 });
  });

  it("drops the third delivery of two without calling the handler, and says so [DSP-32]", async () => {
    const { queue, add, clock, outbox, lines } = queueBench();
    add(["x"]);
    for (let claim = 0; claim < 2; claim += 1) {
      await outbox.storage.claim({ owner: "dead", limit: 1, leaseMs: 10, order: "loose" });
      clock.advance(10);
    }
    const one = queue();
    const calls: unknown[] = [];
    const handler = ({ body }: QueueDelivery<unknown>) => void calls.push(body);
    one.subscribe(["orders"], handler, { ...F_QUEUE, deliveriesMax: 2 });
    await one.drain();
    expect(calls).toEqual([]);
    expect(outbox.rows()).toMatchObject([{ status: "delivered" }]);
    expect(lines).toMatchObject([{ level: "error", message: "a message was given up" }]);
  });

  it("leaves a message to its handler's own word, of which the first counts [DSP-33]", async () => {
    const { queue, add, outbox } = queueBench();
    const answers: boolean[] = [];
    const one = queue();
    const handler = ({ body, ack, nack, reject }: QueueDelivery<unknown>) => {
      if (body === "acked") answers.push(ack(), nack(), reject(), ack());
      if (body === "nacked") answers.push(nack(new Error("later")), ack());
      if (body === "rejected") answers.push(reject(), ack());
    };
    one.subscribe(["orders"], handler, { ackPolicy: "manual" });
    add(["acked", "nacked", "rejected"]);
    await one.drain();
    expect(answers).toEqual([true, false, false, false, true, false, true, false]);
    expect(outbox.rows().map(({ status, lastError }) => [status, lastError])).toEqual([
      ["delivered", undefined],
      ["pending", "Error: later"],
    ]);
    expect(outbox.letters()).toMatchObject([{ reason: "rejected" }]);
  });

  it("rejects what a handler left unsettled, with an error in the log [DSP-33]", async () => {
    const { queue, add, outbox, lines } = queueBench();
    const one = queue();
    one.subscribe(["orders"], () => undefined, { ackPolicy: "manual" });
    add(["forgotten"]);
    await one.drain();
    expect(outbox.letters()).toMatchObject([{ reason: "rejected" }]);
    expect(lines[0]).toMatchObject({
      level: "error",
      message: "a handler returned without settling its message, which is rejected",
    });
  });

  it("fails a handler that takes too long", async () => {
    const { queue, add, clock, row } = queueBench();
    const [id] = add(["x"]);
    const one = queue();
    one.subscribe(["orders"], never, { handlerTimeoutMs: 700 });
    const drained = one.drain();
    await until(() => clock.waitingTimers() === 2);
    clock.advance(700);
    await drained;
    expect(row(id)?.lastError).toMatch(/^TimeoutError/);
  });

  it("works on so many at once, and on one key's messages one after another [DSP-30]", async () => {
    const { queue, add } = queueBench();
    const open = new Map<string, number>();
    let most = 0;
    const one = queue();
    const handler = async ({ message: { key = "" } }: QueueDelivery<unknown>) => {
      expect(open.get(key) ?? 0).toBe(0);
      open.set(key, 1);
      most = Math.max(most, [...open.values()].filter((count) => count > 0).length);
      await Promise.resolve();
      open.set(key, 0);
    };
    one.subscribe(["orders"], handler, { concurrency: 3, fetchBatchSize: 50 });
    for (let n = 0; n < 5; n += 1) for (const key of "abcdef") add([n], { key });
    await one.drain();
    expect(most).toBe(3);
  });

  it("holds no more leases than its buffer and its handlers [LEA-10]", async () => {
    const { queue, add, outbox, clock } = queueBench();
    const one = queue();
    one.subscribe(["orders"], never, {
      ...{ concurrency: 2, fetchBatchSize: 4, order: "loose", poll: POLL },
    });
    add(Array.from({ length: 30 }, (_n, at) => at));
    await one.start();
    const held = () => outbox.rows().filter(({ token }) => token !== undefined).length;
    for (let look = 0; look < 6; look += 1) {
      for (let tick = 0; tick < 30; tick += 1) await Promise.resolve();
      clock.advance(POLL.minMs);
    }
    expect(held()).toBeGreaterThanOrEqual(4);
    expect(held()).toBeLessThanOrEqual(2 + 4);
    const stopped = one.stop(1);
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    clock.advance(1);
    await stopped;
    expect(held()).toBe(0);
  });
});
