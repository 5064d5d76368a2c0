import { describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { RETRY_MS, relayBench } from "../../testing/relay-bench.ts";
import type { ClaimedRow, OutboxStorage } from "../outbox-storage.ts";
import type { PublishMessage } from "./relay-round.ts";

const numbers = (count: number) => Array.from({ length: count }, (_n, at) => at);
const refuse: PublishMessage<unknown> = () => {
  throw new RangeError("broker down");
};

describe("a relay's round in which something fails", () => {
  it("makes a dead letter of what cannot be read, and of nothing else [OBX-45]", async () => {
    const { add, relay, published, outbox } = relayBench();
    add(["a", "b"], { key: "k" });
    add([1], { key: "k", headers: ["no object"] });
    add(["c"], { key: "k" });
    outbox.add([
      {
        topic: "orders",
        payload: Buffer.from("{"),
        headers: { "content-type": "application/json" },
      },
    ]);
    add(["d"]);
    expect(await relay().runOnce()).toMatchObject({ claimed: 6, published: 4, deadLettered: 2 });
    expect([...published].sort()).toEqual(["a", "b", "c", "d"]);
    expect(outbox.letters().map(({ reason, message }) => [reason, message.attempts])).toEqual([
      ["corrupt", 0],
      ["corrupt", 0],
    ]);
  });

  it("tries what crashed somebody alone, once the rest of its round is settled", async () => {
    const { add, relay, clock, outbox, published } = relayBench();
    add(["bad", "good", "fine"]);
    const claim = { owner: "dying", limit: 1, leaseMs: 1_000, order: "strict" } as const;
    await outbox.storage.claim(claim);
    clock.advance(1_000);
    const settledBefore: number[] = [];
    const isDelivered = ({ status }: { readonly status: string }) => status === "delivered";
    const one = relay({
      publish: ({ body }) => {
        if (body === "bad") settledBefore.push(outbox.rows().filter(isDelivered).length);
        published.push(String(body));
        if (body === "bad") return new Promise(() => undefined); // it dies
      },
    });
    void one.runOnce();
    while (settledBefore.length === 0) await Promise.resolve();
    expect(settledBefore).toEqual([2]);
    expect(published).toEqual(["good", "fine", "bad"]);
  });

  it("gives up what was handed out too often without an end, untried [RTY-12]", async () => {
    const { add, relay, clock, outbox, published } = relayBench();
    add(["crasher"]);
    for (const owner of ["first", "second"]) {
      await outbox.storage.claim({ owner, limit: 1, leaseMs: 1_000, order: "strict" });
      clock.advance(1_000);
    }
    expect(await relay({ deliveriesMax: 2 }).runOnce()).toMatchObject({ deadLettered: 1 });
    expect(published).toEqual([]);
    expect(outbox.letters()).toMatchObject([{ reason: "max_deliveries" }]);
  });

  it.each([
    ["skip", { letters: 1, isResolved: true }],
    ["dead_letter", { letters: 1, isResolved: false }],
    ["drop", { letters: 0, isResolved: undefined }],
    ["block", { letters: 0, isResolved: undefined }],
  ] as const)(
    "does with a hopeless message what its policy says: %s",
    async (onPoison, expected) => {
      const { add, relay, clock, outbox, published, note } = relayBench();
      add(["bad", "behind"], { key: "k" });
      const publish: PublishMessage<unknown> = (message, call) =>
        message.body === "bad" ? refuse(message, call) : note(message, call);
      const one = relay({ publish, onPoison, attemptsMax: 1 });
      await one.runOnce();
      clock.advance(60_000);
      await one.runOnce();

      expect(outbox.letters()).toHaveLength(expected.letters);
      expect(outbox.letters()[0]?.isResolved).toBe(expected.isResolved);
      expect(published).toEqual(onPoison === "block" ? [] : ["behind"]);
    },
  );

  it("stays whole when the store refuses what is to be written down, which is left to the lease [RLY-04][RLY-19]", async () => {
    const { add, relay, outbox, lines, row } = relayBench();
    const ids = add(["fails", "ok"]);
    const down = async () => {
      throw new StoreUnavailableError("write");
    };
    const publish: PublishMessage<unknown> = (message, call) =>
      message.body === "fails" ? refuse(message, call) : undefined;
    const broken = { ...outbox.storage, retry: down };
    const round = await relay({ publish, storage: broken }).runOnce();
    expect(round).toMatchObject({ published: 1, retried: 1 });
    expect(row(ids[1])?.status).toBe("delivered");
    expect(lines.filter(({ level }) => level === "error")).toMatchObject([
      { fields: { phase: "retry", count: 1 } },
    ]);

    add(["again"]);
    let handedBack: readonly unknown[] = [];
    const half: OutboxStorage = {
      ...{ ...outbox.storage, complete: down },
      handBack: async (receipts) => {
        handedBack = receipts;
        return receipts.length;
      },
    };
    add(["k1", "k2"], { key: "k" });
    const stop: PublishMessage<unknown> = (message, call) =>
      message.body === "k1" ? refuse(message, call) : undefined;
    await expect(
      relay({ publish: stop, storage: half, onFailure: "stop" }).runOnce(),
    ).rejects.toThrow("broker down");
    expect(handedBack).toHaveLength(2);
  });

  it("with onFailure 'stop', marks what was accepted, hands the rest back at once and passes the broker's own error on [RLY-03][RLY-05]", async () => {
    const { add, relay, outbox, note, published } = relayBench();
    add(numbers(5));
    const failing: PublishMessage<unknown> = (message, call) =>
      message.body === 2 ? refuse(message, call) : note(message, call);
    const settings = { onFailure: "stop", concurrency: 1 } as const;

    await expect(relay({ ...settings, publish: failing }).runOnce()).rejects.toThrow(RangeError);
    expect(published).toEqual(["0", "1"]);
    expect(outbox.rows().map(({ status }) => status)).toEqual([
      ...["delivered", "delivered", "pending", "pending", "pending"],
    ]);
    expect(outbox.rows()[2]).toMatchObject({ attempts: 0, deliveries: 0, token: undefined });
    expect(await relay(settings).runOnce()).toMatchObject({ claimed: 3, published: 3 });
  });

  it("tells its hooks what it does, and survives those that throw [RLY-20]", async () => {
    const { add, relay, lines, published } = relayBench();
    add(["x", "bad"]);
    const told: string[] = [];
    const hook = (name: string) => () => {
      told.push(name);
      throw new Error(`hook ${name}`);
    };
    const names = ["onClaimed", "onPublished", "onRetry", "onDeadLetter", "onRound"] as const;
    const hooks = Object.fromEntries(names.map((name) => [name, hook(name)]));
    const rejecting = { ...hooks, onRound: async () => Promise.reject(new Error("later")) };
    const publish: PublishMessage<unknown> = ({ body }) => {
      if (body === "bad") throw new Error("no");
      published.push(String(body));
    };
    const one = relay({ publish, hooks: rejecting, attemptsMax: 1 });
    expect(await one.runOnce()).toMatchObject({ published: 1, deadLettered: 1 });
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();

    expect(told[0]).toBe("onClaimed");
    expect(told.slice(1).sort()).toEqual(["onDeadLetter", "onPublished"]); // side by side, in no order
    const failed = lines.filter(({ message }) => message === "a hook failed");
    expect(failed.map(({ fields }) => fields.hook)).toEqual([...told, "onRound"]);
  });

  it("logs a message's first failure as news, later ones for whoever looks closely, and one warning a round [RLY-21]", async () => {
    const { add, relay, clock, lines } = relayBench();
    add(["x", "y"]);
    const one = relay({ publish: refuse });
    await one.runOnce();
    clock.advance(RETRY_MS);
    await one.runOnce();

    const of = (message: string) => lines.filter((line) => line.message === message);
    expect(of("a message failed").map(({ level }) => level)).toEqual([
      ...["info", "info", "debug", "debug"],
    ]);
    expect(of("a round had failures")).toMatchObject([
      { level: "warn", fields: { retried: 2 } },
      { level: "warn", fields: { retried: 2 } },
    ]);
  });

  it("warns of a round that outlived its lease [RLY-21]", async () => {
    const { add, relay, clock, lines } = relayBench();
    add(["x"]);
    const publish = () => clock.advance(1_001);
    await relay({ publish, leaseMs: 1_000 }).runOnce();
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "warn", message: "a round outlived its lease" }),
    );
  });

  it("keeps its messages while it works on them, by renewing their leases", async () => {
    const { add, relay, clock, outbox } = relayBench();
    add(["slow"]);
    let finish = (): void => undefined;
    const publish = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const round = relay({ publish, leaseMs: 3_000, publishTimeoutMs: 60_000 }).runOnce();
    const other = { owner: "b", limit: 9, leaseMs: 3_000, order: "loose" } as const;
    while (clock.waitingTimers() < 2) await Promise.resolve();
    for (let step = 0; step < 8; step += 1) {
      clock.advance(1_000);
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
      expect(await outbox.storage.claim(other)).toEqual([]);
    }
    finish();
    expect(await round).toMatchObject({ published: 1 });
    expect(outbox.rows()[0]?.status).toBe("delivered");
  });

  it("publishes nothing that somebody else may have by now", async () => {
    const { add, relay, clock, outbox, published, lines } = relayBench();
    add(["first", "second"], { key: "k" });
    const storage: OutboxStorage = { ...outbox.storage, renew: async () => [] };
    let stolen: readonly ClaimedRow[] = [];
    const publish: PublishMessage<unknown> = async ({ body }) => {
      published.push(String(body));
      clock.advance(1_000);
      const thief = { owner: "thief", limit: 9, leaseMs: 1_000, order: "strict" } as const;
      stolen = await outbox.storage.claim(thief);
    };
    expect(await relay({ storage, publish, leaseMs: 1_000 }).runOnce()).toMatchObject({
      claimed: 2,
    });

    expect(stolen).toHaveLength(2);
    expect(published).toEqual(["first"]);
    expect(lines).toContainEqual(
      expect.objectContaining({ message: "lease lost", fields: { phase: "complete", lost: 1 } }),
    );
    expect(await outbox.storage.complete(stolen)).toBe(2);
  });
});
