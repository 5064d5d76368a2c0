import { describe, expect, it } from "vitest";
import { relayBench } from "../../testing/relay-bench.ts";
import type { OutboxStorage } from "../outbox-storage.ts";
import type { PublishMessage } from "./relay-round.ts";

const LEASE_MS = 1_000;

describe("what an operator sees of a relay over a table", () => {
  it("whose lease is shorter than its tries: 'lease lost' each round, and duplicates at the far side [OPS-08]", async () => {
    const { add, relay, clock, outbox, lines, published } = relayBench();
    add(["slow"]);
    const storage: OutboxStorage = { ...outbox.storage, renew: async () => [] };
    const publish: PublishMessage<unknown> = async ({ body }) => {
      published.push(String(body));
      clock.advance(LEASE_MS);
      const thief = { owner: "another", limit: 1, leaseMs: 1, order: "strict" } as const;
      await outbox.storage.claim(thief); // as any other relay would
      clock.advance(1);
    };
    const one = relay({ storage, publish, leaseMs: LEASE_MS });
    for (let round = 0; round < 3; round += 1) await one.runOnce();

    expect(published).toEqual(["slow", "slow", "slow"]);
    const lost = lines.filter(({ message }) => message === "lease lost");
    expect(lost.filter(({ fields }) => fields.phase === "complete")).toHaveLength(3);
    expect((await outbox.storage.stats()).pending).toBe(1);
  });

  it("that is too slow, or not there: rows grow and age, and no lease is lost [OPS-08]", async () => {
    const { add, relay, clock, outbox, lines } = relayBench();
    const one = relay({ batchSize: 1 });
    const grown: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      add(["a", "b", "c"]);
      clock.advance(60_000);
      await one.runOnce();
      grown.push((await outbox.storage.stats()).pending);
    }
    expect(grown).toEqual([2, 4, 6]);
    expect((await outbox.storage.stats()).oldestPendingAgeMs).toBe(120_000);
    expect(lines.filter(({ message }) => message === "lease lost")).toEqual([]);
  });

  it("that was killed: its rows stay held until the lease ends, and no longer; one that was stopped leaves none [OPS-08]", async () => {
    const { add, relay, clock, outbox, published } = relayBench();
    add(["x"]);
    const claim = { owner: "killed", limit: 9, leaseMs: LEASE_MS, order: "strict" } as const;
    await outbox.storage.claim(claim);
    const next = relay();
    clock.advance(LEASE_MS - 1);
    expect(await next.runOnce()).toMatchObject({ claimed: 0 });
    expect(await outbox.storage.stats()).toMatchObject({ pending: 1 });
    clock.advance(1);
    expect(await next.runOnce()).toMatchObject({ claimed: 1, published: 1 });

    add(["y"]);
    const stopped = relay({ publish: () => new Promise(() => undefined) });
    stopped.start();
    for (let tick = 0; outbox.rows().every(({ token }) => token === undefined); tick += 1) {
      if (tick > 1_000) throw new Error("it was never claimed");
      await Promise.resolve();
    }
    const stopping = stopped.stop(0);
    clock.advance(0);
    await stopping;
    expect(await relay().runOnce()).toMatchObject({ claimed: 1 });
    expect(published).toEqual(["x", "y"]);
  });
});
