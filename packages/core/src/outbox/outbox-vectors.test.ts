import { describe, expect, it } from "vitest";
import { createMemoryOutbox } from "../stores/memory/outbox/memory-outbox.ts";
import { readGolden } from "../testing/golden.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { relayBench } from "../testing/relay-bench.ts";
import type { Receipt } from "./outbox-storage.ts";
import { F_QUEUE, F_QUEUE_LATER, T_RELAY, X_RELAY } from "./presets.ts";
import { queueSettingsOf } from "./queue/queue-settings.ts";
import { relaySettingsOf } from "./relay/relay-settings.ts";

interface TraceStep {
  readonly op: "add" | "claim" | "mark_sent" | "release" | "advance" | "pending";
  readonly result: unknown;
  readonly topic?: string;
  readonly subject?: string;
  readonly limit?: number;
  readonly owner?: string;
  readonly lease_s?: number;
  readonly seqs?: readonly number[];
  readonly seconds?: number;
}

/** Plays a step on one table; whoever holds a message has its latest receipt. */
function player() {
  const clock = manualClock();
  const outbox = createMemoryOutbox({ clock });
  const holders = new Map<number, Receipt & { readonly owner: string }>();
  const receiptsOf = (seqs: readonly number[] = [], owner?: string) =>
    seqs.flatMap((seq) => {
      const held = holders.get(seq);
      return held !== undefined && (owner === undefined || held.owner === owner) ? [held] : [];
    });

  return async (step: TraceStep): Promise<unknown> => {
    switch (step.op) {
      case "add":
        outbox.add([{ topic: step.topic ?? "", key: step.subject, payload: new Uint8Array() }]);
        return null;
      case "claim": {
        const { owner = "", limit = 0, lease_s = 0 } = step;
        const rows = await outbox.storage.claim({
          ...{ owner, limit, leaseMs: lease_s * 1_000, order: X_RELAY.order },
          reclaimsOwn: X_RELAY.reclaimsOwn,
        });
        for (const { id, token } of rows) holders.set(Number(id), { id, token, owner });
        return rows.map(({ id }) => Number(id));
      }
      case "mark_sent":
        return await outbox.storage.complete(receiptsOf(step.seqs));
      case "release":
        return await outbox.storage.handBack(receiptsOf(step.seqs, step.owner), 0);
      case "advance":
        clock.advance((step.seconds ?? 0) * 1_000);
        return null;
      case "pending":
        return outbox.rows().filter(({ status }) => status === "pending");
    }
  };
}

describe("a table of messages", () => {
  it("goes through the trace of claims, releases and marks of the system it takes over from [LEA-01][LEA-02][LEA-03][LEA-04][OBX-22]", async () => {
    const { steps } = readGolden<{ readonly steps: readonly TraceStep[] }>("outbox_lease_trace");
    const play = player();
    for (const [at, step] of steps.entries()) {
      expect(await play(step), `step ${at}: ${step.op}`).toEqual(step.result);
    }
    expect(steps.length).toBeGreaterThan(20);
  });

  it("is handed on once each by two relays, of which one lets go of what it held [EXA-02][RLY-08]", async () => {
    const { add, outbox, relay, published } = relayBench();
    add(Array.from({ length: 10 }, (_n, at) => at));
    const a = { owner: "A", limit: 4, leaseMs: 30_000, order: "loose" } as const;
    const held = await outbox.storage.claim(a);
    const b = relay({ ...X_RELAY, owner: "B" });
    expect((await b.runOnce()).published).toBe(6);
    expect(await outbox.storage.handBack(held, 0)).toBe(4);
    expect((await b.runOnce()).published).toBe(4);
    expect([...published].sort()).toEqual([..."0123456789"]);
  });
});

describe("presets", () => {
  it("are settings that can be used", () => {
    for (const preset of [X_RELAY, T_RELAY]) expect(relaySettingsOf(preset)).toEqual(preset);
    for (const preset of [F_QUEUE, F_QUEUE_LATER]) expect(queueSettingsOf(preset)).toEqual(preset);
  });

  it("of xstate-statemachine relay a hundred messages under half a minute's lease [CFG-02]", () => {
    expect(X_RELAY).toMatchObject({ batchSize: 100, leaseMs: 30_000, onFailure: "stop" });
  });

  it("of txoutbox are its defaults [CFG-08][RTY-11]", () => {
    const { config_defaults: theirs } = readGolden<{
      readonly config_defaults: Readonly<Record<string, number>>;
    }>("txoutbox_vectors");
    expect({
      batch_size: T_RELAY.batchSize,
      lease_s: T_RELAY.leaseMs / 1_000,
      concurrency: T_RELAY.concurrency,
      max_attempts: T_RELAY.attemptsMax,
      publish_timeout_s: T_RELAY.publishTimeoutMs / 1_000,
      poll_min_s: T_RELAY.poll.minMs / 1_000,
      poll_max_s: T_RELAY.poll.maxMs / 1_000,
      poll_factor: T_RELAY.poll.factor,
      storage_error_delay_s: T_RELAY.storageErrorDelayMs / 1_000,
      worst_case_round_s: theirs.worst_case_round_s,
    }).toEqual(theirs);
    const delays = Array.from({ length: 50 }, () =>
      T_RELAY.retry({ attempts: 1, error: undefined, failingForMs: 0 }),
    );
    expect(Math.min(...delays.map(Number))).toBeGreaterThanOrEqual(750);
    expect(Math.max(...delays.map(Number))).toBeLessThanOrEqual(1_250);
  });

  it("of faststream-outbox are its defaults, first and later [CFG-06][CFG-07][RTY-09]", () => {
    const { subscriber_defaults_010: theirs } = readGolden<{
      readonly subscriber_defaults_010: Readonly<Record<string, unknown>>;
    }>("faststream_vectors");
    expect({
      max_workers: F_QUEUE.concurrency,
      fetch_batch_size: F_QUEUE.fetchBatchSize,
      min_fetch_interval_s: F_QUEUE.poll.minMs / 1_000,
      max_fetch_interval_s: F_QUEUE.poll.maxMs / 1_000,
      release_stuck_timeout_s: F_QUEUE.leaseMs / 1_000,
      release_stuck_interval_s: "timeout/2", // nothing has to be released: a lease that is over is over
      max_deliveries: Number.isFinite(F_QUEUE.deliveriesMax) ? F_QUEUE.deliveriesMax : null,
      retry_strategy: F_QUEUE.retry({ attempts: 1, error: 0, failingForMs: 0 }) ?? null,
      graceful_timeout_s: F_QUEUE.gracefulMs / 1_000,
      ack_policy: F_QUEUE.ackPolicy.toUpperCase(),
    }).toEqual(theirs);
    const later = (attempts: number) =>
      F_QUEUE_LATER.retry({ attempts, error: 0, failingForMs: 0 });
    expect(later(1)).toBeLessThanOrEqual(1_200);
    expect(later(9)).toBeGreaterThanOrEqual(256_000);
    expect(later(10)).toBeUndefined();
  });
});
