import type { Random } from "../seeded-random.ts";
import type { CloudEvent, TimedEvent } from "./order-events.ts";
import type { PostOutcome } from "./post-events.ts";

/** What a run of traffic is made of. */
export interface TrafficSetup {
  /** Orders a second. */
  readonly rate: number;
  /** Orders to place; Infinity for a run without end. */
  readonly orders: number;
  /** Posts under way at once. */
  readonly concurrency: number;
  /** The number of the next order; undefined if none can be had right now. */
  readonly nextNumber: () => number | undefined;
  readonly eventsOf: (number: number) => readonly TimedEvent[];
  readonly post: (events: readonly CloudEvent[]) => Promise<PostOutcome>;
  /** Spreads the tries after a failed post. */
  readonly random: Random;
  readonly nowMs: () => number;
  /** The event endpoint said no, and would say so again. */
  readonly onRefused: (status: number, reason: string) => void;
}

export interface TrafficCounts {
  readonly orders: number;
  readonly accepted: number;
  readonly retried: number;
  readonly refused: number;
  /** Events that wait for their time or another try. */
  readonly waiting: number;
  readonly inFlight: number;
}

/** A run of traffic. It does nothing by itself: somebody has to call `tick` every few milliseconds. */
export interface Traffic {
  tick(): void;
  counts(): TrafficCounts;
  /** All orders are placed and all their events are stored or refused. */
  isDone(): boolean;
}

/** What is left to send of one order. */
interface Errand {
  readonly events: readonly TimedEvent[];
  readonly dueMs: number;
  readonly tries: number;
}

/** Orders at once at the start, so that there is something to see. */
const OPENING_ORDERS = 3;
const BATCH_MAX = 100;
/** With so much unsent, the endpoint is down or slow: no new orders until it has caught up. */
const WAITING_MAX = 2_000;
const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 5_000;

/** Traffic that places orders at a steady rate, in batches when one post an order would be too many. */
export function createTraffic(setup: TrafficSetup): Traffic {
  let waiting: Errand[] = [];
  let credit = OPENING_ORDERS;
  let creditedMs = setup.nowMs();
  const counts = { orders: 0, accepted: 0, retried: 0, refused: 0, inFlight: 0 };

  function placeOrders(nowMs: number): void {
    const earned = ((nowMs - creditedMs) / 1_000) * setup.rate;
    credit = Math.min(credit + earned, Math.max(OPENING_ORDERS, setup.rate));
    creditedMs = nowMs;
    while (credit >= 1 && counts.orders < setup.orders && waiting.length < WAITING_MAX) {
      const number = setup.nextNumber();
      if (number === undefined) return;
      waiting.push({ events: setup.eventsOf(number), dueMs: nowMs, tries: 0 });
      counts.orders += 1;
      credit -= 1;
    }
  }

  async function send(errands: readonly Errand[]): Promise<void> {
    counts.inFlight += 1;
    const time = new Date().toISOString();
    const heads = errands.flatMap(({ events }) => events[0] ?? []);
    const result = await setup.post(heads.map(({ event }) => ({ ...event, time })));
    counts.inFlight -= 1;
    if (result.outcome === "unavailable") {
      counts.retried += heads.length;
      waiting.push(...errands.map((errand) => again(errand, result.retryAfterMs, setup)));
    } else if (result.outcome === "refused") {
      counts.refused += heads.length;
      setup.onRefused(result.status, result.reason);
    } else {
      counts.accepted += heads.length;
      waiting.push(...errands.flatMap((errand) => next(errand, setup.nowMs())));
    }
  }

  return {
    tick() {
      const nowMs = setup.nowMs();
      placeOrders(nowMs);
      const ready = waiting.filter(({ dueMs }) => dueMs <= nowMs);
      const slots = setup.concurrency - counts.inFlight;
      const taken = new Set(ready.slice(0, slots * BATCH_MAX));
      waiting = waiting.filter((errand) => !taken.has(errand));
      for (const batch of batchesOf([...taken])) void send(batch);
    },
    counts: () => ({ ...counts, waiting: waiting.length }),
    isDone: () => counts.orders >= setup.orders && waiting.length === 0 && counts.inFlight === 0,
  };
}

function next({ events }: Errand, nowMs: number): Errand[] {
  const [, ...rest] = events;
  const [head] = rest;
  return head === undefined ? [] : [{ events: rest, dueMs: nowMs + head.afterMs, tries: 0 }];
}

/** Doubles the wait with each try, and draws it from its upper half so that retries do not march in step. */
function again(
  errand: Errand,
  retryAfterMs: number | undefined,
  { nowMs, random }: Pick<TrafficSetup, "nowMs" | "random">,
): Errand {
  const most = Math.min(RETRY_FIRST_MS * 2 ** errand.tries, RETRY_MOST_MS);
  const waitMs = retryAfterMs ?? most * (0.5 + random() / 2);
  return { ...errand, dueMs: nowMs() + waitMs, tries: errand.tries + 1 };
}

function batchesOf(errands: readonly Errand[]): readonly (readonly Errand[])[] {
  const count = Math.ceil(errands.length / BATCH_MAX);
  return Array.from({ length: count }, (_, index) =>
    errands.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
}
