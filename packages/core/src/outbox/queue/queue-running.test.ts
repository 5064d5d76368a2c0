import { describe, expect, it } from "vitest";
import { InvalidConfigError, StoreUnavailableError } from "../../kernel/errors.ts";
import { queueBench, until } from "../../testing/queue-bench.ts";
import { F_QUEUE, F_QUEUE_LATER } from "../presets.ts";
import { constantRetry } from "../retry/retry-strategies.ts";
import { forwardResult, type QueueDelivery } from "./handle-message.ts";
import { type QueueSettings, queueSettingsOf } from "./queue-settings.ts";

const POLL = { minMs: 50, maxMs: 200, factor: 2 };
const never = () => new Promise<never>(() => undefined);

describe("a queue that runs", () => {
  it("survives a store that fails, and waits longer each time, up to its longest wait [DSP-31]", async () => {
    const { queue, add, clock, outbox, lines } = queueBench();
    const seen: unknown[] = [];
    const one = queue();
    one.subscribe(["orders"], ({ body }) => void seen.push(body), {
      storageErrorDelayMaxMs: 4_000,
    });
    add(["x"]);
    const { claim } = outbox.storage;
    outbox.storage.claim = async () => Promise.reject(new StoreUnavailableError("claim messages"));
    await one.start();
    const waits: number[] = [];
    for (let failure = 1; failure <= 4; failure += 1) {
      await until(() => lines.length === failure && clock.waitingTimers() === 1);
      const waitMs = (clock.nextDueAt()?.getTime() ?? 0) - clock.now().getTime();
      waits.push(waitMs);
      if (failure === 4) outbox.storage.claim = claim;
      clock.advance(waitMs);
    }
    await until(() => seen.length === 1);
    for (const [at, longest] of [1_000, 2_000, 4_000, 4_000].entries()) {
      expect(waits[at]).toBeLessThanOrEqual(longest);
      expect(waits[at]).toBeGreaterThanOrEqual(longest * 0.75);
    }
    expect(lines.every(({ message }) => message === "messages could not be fetched")).toBe(true);
    await one.stop(0);
  });

  it("goes on when a retry strategy itself fails [DSP-34]", async () => {
    const { queue, add, row } = queueBench();
    const [id, next] = add(["x", "fine"]);
    const one = queue();
    const handler = ({ body }: QueueDelivery<unknown>) => {
      if (body === "x") throw new Error("no");
    };
    one.subscribe(["orders"], handler, {
      retry: () => {
        throw new TypeError("a bug in the strategy");
      },
    });
    await one.drain();
    expect(row(id)).toMatchObject({
      status: "pending",
      lastError: "TypeError: a bug in the strategy",
    });
    expect(row(next)).toMatchObject({ status: "delivered" });
  });

  it("starts nothing without subscribers, and then is well [DSP-37]", async () => {
    const { queue, clock, outbox } = queueBench();
    const one = queue();
    await one.start();
    expect(clock.waitingTimers()).toBe(0);
    expect(await one.ping()).toBe(true);
    outbox.storage.stats = async () => Promise.reject(new Error("down"));
    expect(await one.ping()).toBe(false);
    await one.stop();
  });

  it("is not well once a subscriber ended by itself [DSP-37]", async () => {
    const { queue, outbox } = queueBench();
    const one = queue({
      logger: {
        ...{ debug: () => undefined, info: () => undefined, warn: () => undefined },
        error: (message) => {
          if (message === "messages could not be fetched") throw new Error("the log is full");
        },
      },
    });
    one.subscribe(["orders"], never);
    outbox.storage.claim = async () => Promise.reject(new Error("down"));
    await one.start();
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    expect(await one.ping()).toBe(false);
    await one.stop(0);
  });

  it("finishes what it took when it stops, and takes no more [DSP-37][DSP-39]", async () => {
    const { queue, add, clock, outbox } = queueBench();
    let finish: (() => void) | undefined;
    const seen: unknown[] = [];
    const one = queue();
    const handler = async ({ body }: QueueDelivery<unknown>) => {
      if (body === 0) {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      seen.push(body);
    };
    one.subscribe(["orders"], handler, { concurrency: 1, fetchBatchSize: 3, poll: POLL });
    add([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await one.start();
    await until(() => finish !== undefined);
    const taken = outbox.rows().filter(({ token }) => token !== undefined).length;
    const stopped = one.stop();
    finish?.();
    await Promise.all([stopped, one.stop()]);
    expect(seen).toHaveLength(taken);
    expect(outbox.rows().filter(({ status }) => status === "pending")).toHaveLength(9 - taken);
    expect(clock.waitingTimers()).toBe(0);
  });

  it("hands back what is not finished in time, deletes nothing of it, and says how much it was [DSP-39]", async () => {
    const { queue, add, clock, outbox, lines } = queueBench();
    const one = queue();
    one.subscribe(["orders"], never, { concurrency: 1, fetchBatchSize: 3, poll: POLL });
    one.subscribe(["others"], never, { concurrency: 1 });
    add([0, 1, 2]);
    add([3], { topic: "others" });
    await one.start();
    await until(() => outbox.rows().every(({ token }) => token !== undefined));
    const stopped = one.stop();
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    clock.advance(15_000); // both at once
    await stopped;
    expect(
      outbox.rows().map(({ status, token, deliveries }) => [status, token, deliveries]),
    ).toEqual(Array.from({ length: 4 }, () => ["pending", undefined, 0]));
    expect(lines).toMatchObject([{ level: "warn", fields: { abandoned: 4 } }]);
  });

  it("settles what is done many at a time where it may, and never so what failed [DSP-40]", async () => {
    const { queue, add, outbox } = queueBench();
    const writes: (readonly [string, number])[] = [];
    const { complete, retry } = outbox.storage;
    outbox.storage.complete = (receipts) => {
      writes.push(["complete", receipts.length]);
      return complete(receipts);
    };
    outbox.storage.retry = (failures) => {
      writes.push(["retry", failures.length]);
      return retry(failures);
    };
    const one = queue();
    const handler = ({ body }: QueueDelivery<unknown>) => {
      if (body === "bad") throw new Error("no");
    };
    const settings = { flushSize: 4, concurrency: 1, order: "loose" } as const;
    one.subscribe(["orders"], handler, settings);
    add([1, 2, 3, 4, 5, "bad", 6, 7]);
    await one.drain();
    expect(writes).toEqual([
      ["complete", 4],
      ["complete", 1],
      ["retry", 1],
      ["complete", 2],
    ]);
  });

  it("hands a handler's result on, and tries again if nobody took it [BRK-38]", async () => {
    const { queue, add, clock, row } = queueBench();
    const [id] = add([20]);
    const taken: number[] = [];
    let isDown = true;
    const publish = (result: number) => {
      if (isDown) throw new Error("broker down");
      taken.push(result);
    };
    const one = queue();
    one.subscribe<number>(
      ["orders"],
      forwardResult(({ body }) => body + 1, publish),
      {
        retry: constantRetry({ delayMs: 10 }),
      },
    );
    await one.drain();
    expect(row(id)).toMatchObject({ status: "pending", lastError: "Error: broker down" });
    isDown = false;
    clock.advance(10);
    await one.drain();
    expect(taken).toEqual([21]);
    expect(row(id)?.status).toBe("delivered");
  });

  it.each<[string, Partial<QueueSettings>]>([
    ["concurrency", { concurrency: 0 }],
    ["fetchBatchSize", { fetchBatchSize: 0 }],
    ["flushSize", { flushSize: -1 }],
    ["deliveriesMax", { deliveriesMax: 0 }],
    ["leaseMs", { leaseMs: 0 }],
    ["gracefulMs", { gracefulMs: 0 }],
    ["handlerTimeoutMs", { handlerTimeoutMs: -1 }],
    ["visibilityDelayMs", { visibilityDelayMs: Number.NaN }],
    ["order", { order: "x" as "loose" }],
    ["onPoison", { onPoison: "x" as "drop" }],
    ["ackPolicy", { ackPolicy: "ack_first" as "manual" }],
    ["ackPolicy", { ackPolicy: "later" as "manual" }],
    ["ackPolicy", { ackPolicy: "reject_on_error", onPoison: "block" }],
    ["poll.minMs", { poll: { minMs: 0, maxMs: 1, factor: 1 } }],
  ])(
    "refuses a %s that makes no sense when it is registered [DSP-38][ERR-04]",
    (setting, given) => {
      const one = queueBench().queue();
      expect(() => one.subscribe(["orders"], never, given)).toThrow(InvalidConfigError);
      expect(() => queueSettingsOf(given)).toThrow(setting);
    },
  );

  it("has the presets of the system it takes over from [CFG-06][CFG-07]", () => {
    expect(queueSettingsOf(F_QUEUE)).toMatchObject({
      ...{ concurrency: 1, fetchBatchSize: 10, leaseMs: 300_000, gracefulMs: 15_000 },
      ...{ poll: { minMs: 1_000, maxMs: 10_000 }, onPoison: "drop" },
    });
    expect(F_QUEUE_LATER).toMatchObject({ leaseMs: 60_000, flushSize: 1 });
  });
});
