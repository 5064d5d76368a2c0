import { describe, expect, it } from "vitest";
import { queueBench, until } from "../../testing/queue-bench.ts";
import type { RelayHooks } from "../relay/relay-hooks.ts";
import { constantRetry } from "../retry/retry-strategies.ts";

const LEASE_MS = 30_000;

/** A recorder that notes what it is told and then breaks. */
function brokenRecorder() {
  const told: unknown[] = [];
  const note = (name: string, facts: unknown) => {
    told.push([name, facts]);
    throw new Error("the recorder is broken");
  };
  const hooks: Omit<RelayHooks, "onRound"> = {
    onClaimed: (rows) => note("fetched", rows.length),
    onOffered: ({ topic }) => note("dispatched", topic),
    onPublished: ({ topic }) => note("acked", topic),
    onRetry: (_row, { delayMs }) => note("nacked_retried", delayMs),
    onDeadLetter: (_row, { reason }) => note("dlq_written", reason),
    onLeaseLost: (lost) => note("lease_lost", lost),
    onDrainTimeout: () => note("drain_timeout", undefined),
  };
  return { told, hooks };
}

describe("what a queue tells a recorder of metrics, which may break [OPS-06]", () => {
  it("is what it fetched, handed to handlers, settled, put off and gave up", async () => {
    const { told, hooks } = brokenRecorder();
    const { queue, add, clock, outbox } = queueBench();
    const one = queue({ hooks });
    let tries = 0;
    one.subscribe(
      ["orders"],
      ({ body }) => {
        if (body === "bad") throw new Error(`try ${++tries}`);
      },
      { retry: constantRetry({ delayMs: 100, attemptsMax: 2 }), concurrency: 1 },
    );
    add(["good", "bad"]);
    await one.drain();
    clock.advance(100);
    await one.drain();

    expect(told).toEqual([
      ["fetched", 2],
      ["dispatched", "orders"],
      ["acked", "orders"],
      ["dispatched", "orders"],
      ["nacked_retried", 100],
      ["fetched", 1],
      ["dispatched", "orders"],
      ["dlq_written", "max_attempts"],
    ]);
    expect(outbox.rows().map(({ status }) => status)).toEqual(["delivered"]);
    expect(outbox.letters()).toHaveLength(1); // written in one with the message's end: the two cannot tell different things
  });

  it("is a lease that was over when a message was settled", async () => {
    const { told, hooks } = brokenRecorder();
    const { queue, add, outbox } = queueBench();
    outbox.storage.complete = async () => 0; // somebody else has them by now
    const one = queue({ hooks });
    one.subscribe(["orders"], () => undefined);
    add(["good"]);
    outbox.storage.claim = once(outbox.storage.claim.bind(outbox.storage));
    await one.drain();
    expect(told.at(-1)).toEqual(["lease_lost", { phase: "complete", count: 1 }]);
  });

  it("is a lease that could not be renewed, and a stop that took too long", async () => {
    const { told, hooks } = brokenRecorder();
    const { queue, add, clock, outbox } = queueBench();
    outbox.storage.renew = async () => [];
    const one = queue({ hooks });
    one.subscribe(["orders"], () => new Promise(() => undefined), { leaseMs: LEASE_MS });
    add(["stuck"]);
    await one.start();
    await until(() => told.length === 2);
    clock.advance(LEASE_MS / 3);
    await until(() => told.length === 3);
    const stopped = one.stop(5);
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    clock.advance(5);
    await stopped;
    expect(told.slice(2)).toEqual([
      ["lease_lost", { phase: "renew", count: 1 }],
      ["drain_timeout", undefined],
    ]);
  });
});

function once<Request, Row>(
  claim: (request: Request) => Promise<readonly Row[]>,
): (request: Request) => Promise<readonly Row[]> {
  let isFirst = true;
  return async (request) => {
    if (!isFirst) return [];
    isFirst = false;
    return claim(request);
  };
}
