import { describe, expect, it } from "vitest";
import type { CloudEvent } from "./order-events.ts";
import type { PostOutcome } from "./post-events.ts";
import { createTraffic, type TrafficSetup } from "./traffic.ts";

const event = (id: string) => ({
  specversion: "1.0" as const,
  id,
  type: "shop.order.place",
  source: "/shop/till",
  subject: "order-40",
  correlationid: "c",
  data: {},
});

/** Traffic against an endpoint that answers as told, on a clock that moves as told. */
function trafficWith(setup: Partial<TrafficSetup>, answers: PostOutcome[] = []) {
  let nowMs = 0;
  let number = 40;
  const posts: string[][] = [];
  const traffic = createTraffic({
    rate: 1,
    orders: Number.POSITIVE_INFINITY,
    concurrency: 4,
    nextNumber: () => number++,
    eventsOf: (order) => [{ afterMs: 0, event: event(`place-${order}`) }],
    post: async (events: readonly CloudEvent[]) => {
      posts.push(events.map(({ id }) => id));
      return answers.shift() ?? { outcome: "accepted" };
    },
    random: () => 1,
    nowMs: () => nowMs,
    onRefused: () => {},
    ...setup,
  });
  const tickAfter = async (ms: number) => {
    nowMs += ms;
    traffic.tick();
    await new Promise((settled) => setImmediate(settled));
  };
  return { traffic, posts, tickAfter };
}

describe("traffic", () => {
  it("opens with orders 40 to 42, then keeps its rate", async () => {
    const { traffic, posts, tickAfter } = trafficWith({ rate: 1 });
    await tickAfter(0);
    expect(posts).toEqual([["place-40", "place-41", "place-42"]]);
    for (let second = 0; second < 10; second += 1) await tickAfter(1_000);
    expect(traffic.counts()).toMatchObject({ orders: 13, accepted: 13, inFlight: 0 });
    expect(posts[1]).toEqual(["place-43"]);
  });

  it("posts batches of at most a hundred events when one post an order would be too many", async () => {
    const { posts, tickAfter } = trafficWith({ rate: 1_000 });
    await tickAfter(0);
    await tickAfter(250);
    expect(posts.map(({ length }) => length)).toEqual([3, 100, 100, 50]);
  });

  it("ends once all orders are stored", async () => {
    const { traffic, tickAfter } = trafficWith({ orders: 5 });
    await tickAfter(0);
    expect(traffic.isDone()).toBe(false);
    await tickAfter(60_000);
    expect(traffic.isDone()).toBe(true);
    expect(traffic.counts().orders).toBe(5);
  });

  it("waits longer after each failed try, and sends the same event again", async () => {
    const down: PostOutcome = { outcome: "unavailable", retryAfterMs: undefined };
    const { traffic, posts, tickAfter } = trafficWith({ orders: 1 }, [down, down]);
    await tickAfter(0);
    await tickAfter(249);
    expect(posts.length).toBe(1);
    await tickAfter(1);
    expect(posts.length).toBe(2);
    await tickAfter(499);
    expect(posts.length).toBe(2);
    await tickAfter(1);
    expect(posts).toEqual([["place-40"], ["place-40"], ["place-40"]]);
    expect(traffic.counts()).toMatchObject({ accepted: 1, retried: 2 });
    expect(traffic.isDone()).toBe(true);
  });

  it("waits as long as the endpoint asks", async () => {
    const busy: PostOutcome = { outcome: "unavailable", retryAfterMs: 7_000 };
    const { posts, tickAfter } = trafficWith({ orders: 1 }, [busy]);
    await tickAfter(0);
    await tickAfter(6_999);
    expect(posts.length).toBe(1);
    await tickAfter(1);
    expect(posts.length).toBe(2);
  });

  it("sends an order's second event only once the first is stored and its time has come", async () => {
    const down: PostOutcome = { outcome: "unavailable", retryAfterMs: undefined };
    const eventsOf = () => [
      { afterMs: 0, event: event("place") },
      { afterMs: 1_000, event: event("cancel") },
    ];
    const { traffic, posts, tickAfter } = trafficWith({ orders: 1, eventsOf }, [down]);
    await tickAfter(0);
    await tickAfter(250);
    await tickAfter(999);
    expect(posts).toEqual([["place"], ["place"]]);
    await tickAfter(1);
    expect(posts[2]).toEqual(["cancel"]);
    expect(traffic.isDone()).toBe(true);
  });

  it("places no more orders while thousands are unsent", async () => {
    const post = async (): Promise<PostOutcome> => ({ outcome: "unavailable", retryAfterMs: 1e9 });
    const { traffic, tickAfter } = trafficWith({ rate: 10_000, post });
    for (let second = 0; second < 5; second += 1) await tickAfter(1_000);
    expect(traffic.counts()).toMatchObject({ orders: 2_000, waiting: 2_000 });
  });

  it("drops what is refused, and says why", async () => {
    const reasons: string[] = [];
    const { traffic, tickAfter } = trafficWith(
      { orders: 1, onRefused: (status, reason) => reasons.push(`${status} ${reason}`) },
      [{ outcome: "refused", status: 401, reason: "no such token" }],
    );
    await tickAfter(0);
    expect(reasons).toEqual(["401 no such token"]);
    expect(traffic.counts()).toMatchObject({ refused: 1, waiting: 0 });
  });
});
