import { describe, expect, it } from "vitest";
import {
  behindOf,
  type Feed,
  holderInWords,
  lastingHolders,
  mayHoldLeases,
  missingInWords,
  type OutboxLine,
  type Pipes,
  pipesInWords,
  standingOfFeed,
  standingOfLine,
  standingOfWorker,
  takerWords,
  tokensInWords,
  trendOf,
  type Worker,
  workerName,
} from "./pipes.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const TREND: Pipes["trend"] = {
  ...{ sinceMs: 0, bucketMs: 60_000, missing: 0, lines: [], now: { waiting: 0, ageMs: 0 } },
  all: { waiting: [], ageMs: [] },
};

const line = (fields: Partial<OutboxLine>): OutboxLine => ({
  ...{ kind: "relay", project: "shop", name: "kafka", topic: "events" },
  ...{ waiting: 0, retrying: 0, oldestAt: null, dead: 0 },
  ...fields,
});
const feed = (fields: Partial<Feed>): Feed => ({
  ...{ project: "shop", name: "search", topic: "events", sink: "function", target: null },
  ...{ declared: true, partitions: 1, partition: 0, registeredAt: ago(3_600_000) },
  ...{ streamState: "open", lastPosition: "9", position: "9", behind: "0", notNumbered: "0" },
  ...{ oldestAt: null, now: NOW, leader: "host:1:x", leasedUntil: NOW, token: "7", failures: 0 },
  ...{ failingSince: null, lastError: null, advancedAt: ago(1_000) },
  ...fields,
});
const worker = (fields: Partial<Worker>): Worker => ({
  ...{ id: "host:17:ab", project: "shop", host: "host", pid: 17, version: "1" },
  ...{ startedAt: ago(60_000), heartbeatAt: ago(500), stoppedAt: null },
  ...{ shards: 64, shardsInAll: 64, now: NOW },
  ...fields,
});

describe("how a line of the outbox stands", () => {
  it.each([
    [{}, "done", "all handed on"],
    [{ dead: 2 }, "dead", "2 dead letters"],
    [{ waiting: 3 }, "waiting", "at work"],
    [{ waiting: 3, retrying: 1 }, "overdue", "1 tried before"],
  ])("%j is %s: %s", (fields, state, words) => {
    expect(standingOfLine(line(fields))).toEqual({ state, words });
  });
});

describe("what takes a line of the outbox", () => {
  it.each([
    [{}, "relay"],
    [{ kind: "queue", name: "order" } as const, "machine"],
    [{ kind: "queue", name: "shop" } as const, "unrouted"],
  ])("%j is %s", (fields, words) => {
    expect(takerWords(line(fields))).toBe(words);
  });
});

describe("how a feed stands", () => {
  const error = { name: "Error", message: "no", at: "2026-03-01T12:00:00Z", attempt: 1 };
  it.each<[Partial<Feed>, string, string]>([
    [{}, "done", "all handed on"],
    [{ oldestAt: ago(1_000) }, "waiting", "moving"],
    [{ oldestAt: ago(300_000) }, "waiting", "moving"],
    [{ oldestAt: ago(300_000), advancedAt: ago(200_000) }, "stuck", "stands still"],
    [{ oldestAt: ago(300_000), advancedAt: null }, "stuck", "stands still"],
    [{ leader: null }, "stuck", "nobody leads it"],
    [{ streamState: "waiting", leader: null }, "waiting", "its topic is being numbered"],
    [{ lastError: error, leader: null }, "failed", "no"],
    [{ declared: false, leader: null }, "unreachable", "not declared any more"],
  ])("%j is %s: %s", (fields, state, words) => {
    expect(standingOfFeed(feed(fields))).toEqual({ state, words });
  });

  it("counts what has no position yet as well", () => {
    expect(behindOf({ behind: "3", notNumbered: "2", oldestAt: NOW })).toBe(5);
    expect(behindOf({ behind: "3", notNumbered: "2", oldestAt: null })).toBe(0); // all of other partitions
  });
});

describe("how a worker stands", () => {
  it.each([
    [{}, "done", "alive"],
    [{ heartbeatAt: ago(41_000) }, "failed", "silent for 41 s"],
    [{ heartbeatAt: ago(41_000), stoppedAt: ago(30_000) }, "unreachable", "stopped"],
  ])("%j is %s: %s", (fields, state, words) => {
    expect(standingOfWorker(worker(fields))).toEqual({ state, words });
  });

  it.each([
    [{}, false],
    [{ heartbeatAt: ago(41_000) }, true],
    [{ heartbeatAt: ago(41_000), stoppedAt: ago(30_000), shards: 0 }, true],
    [{ heartbeatAt: ago(99_000), stoppedAt: ago(90_000), shards: 0 }, false],
    [{ heartbeatAt: ago(99_000), stoppedAt: ago(90_000) }, true],
  ])("%j may hold what could be handed back: %j", (fields, may) => {
    expect(mayHoldLeases(worker(fields))).toBe(may);
  });

  it("is named by its machine and process", () => {
    expect(workerName("till-1:4182:9f")).toBe("till-1 4182");
    expect(workerName("memory")).toBe("memory");
  });
});

describe("the trend of one of them", () => {
  it("is told by kind, project and name; nothing where nothing waited", () => {
    const of = { kind: "relay", project: "shop", name: "kafka" } as const;
    const trend = { ...TREND, lines: [{ ...of, waiting: [0, 4], ageMs: [0, 9] }] };

    expect(trendOf({ trend }, of)).toEqual([0, 4]);
    expect(trendOf({ trend }, { ...of, kind: "feed" })).toBeUndefined();
  });
});

describe("what nobody looked at", () => {
  const trend = (bucketMs: number, count: number, missing: number): Pipes["trend"] => ({
    ...{ ...TREND, bucketMs, missing },
    all: { waiting: Array.from({ length: count }, () => 0), ageMs: [] },
  });

  it.each([
    [trend(60_000, 60, 0), undefined],
    [trend(60_000, 60, 12), "No worker looked in 12 of the 59 minutes before this one."],
    [trend(3_600_000, 24, 1), "No worker looked in 1 of the 23 hours before this one."],
    [trend(14_400_000, 42, 5), "No worker looked in 5 of the 41 spans of 4 h before this one."],
  ])("is told in the unit of the chart: %#", (of, words) => {
    expect(missingInWords(of)).toBe(words);
  });
});

describe("the fence tokens of leases", () => {
  it("are told as one, or from the least to the greatest", () => {
    const lease = { project: "shop", owner: "host:1:x", shards: 2, leasedUntil: NOW };

    expect(tokensInWords({ ...lease, lowestToken: "8", highestToken: "8" })).toBe("#8");
    expect(tokensInWords({ ...lease, lowestToken: "8", highestToken: "71" })).toBe("#8–71");
  });
});

describe("the page in one line", () => {
  it("counts what waits, relays, feeds by name, and workers that live", () => {
    const pipes = {
      ...{
        now: NOW,
        isCut: true,
        holders: [],
        dispatchers: [],
        scheduled: { waiting: 0, due: 0, isCut: false, nextDueAt: null },
      },
      outbox: [line({ waiting: 12 }), line({ name: "order", kind: "queue", waiting: 3 })],
      feeds: [feed({ partition: 0 }), feed({ partition: 1 })],
      workers: [worker({}), worker({ heartbeatAt: ago(99_000) })],
      timers: { late: 0, byMinute: [], nextDueAt: null },
      leases: [],
      trend: TREND,
    } as Pipes;
    expect(pipesInWords(pipes)).toBe("≥ 15 deliveries to do, 1 relay, 1 feed, 1 worker alive");
  });
});

describe("who holds a topic up", () => {
  const holder = {
    ...{ topic: "events", pid: 4182, database: "shop", application: "billing-import", user: "app" },
    ...{ state: "idle in transaction", openSince: ago(252_000), now: NOW, oldestPendingAt: NOW },
  };
  it("is named with its process and for how long, as far as may be seen", () => {
    expect(holderInWords(holder)).toBe(
      "A transaction of billing-import (server process 4182, open for 4 min 12 s) is older than what waits.",
    );
    expect(holderInWords({ ...holder, application: null, user: null, openSince: null })).toBe(
      "A transaction of a session (server process 4182) is older than what waits.",
    );
    expect(holderInWords({ ...holder, pid: null })).toBe("A prepared transaction is open.");
  });

  it("is told only once it is open for longer than any publisher should be", () => {
    const brief = { ...holder, openSince: ago(800) };
    const unknown = { ...holder, openSince: null };
    expect(lastingHolders([brief, holder, unknown])).toEqual([holder, unknown]);
  });
});
