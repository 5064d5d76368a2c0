import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { ServiceCall } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "./memory-engine.ts";
import { simulatedClock } from "./simulated-clock.ts";

const HOUR_MS = 3_600_000;

const ticker = {
  chart: {
    id: "ticker",
    initial: "on",
    context: { ticks: 0 },
    states: {
      on: { after: { 10000: { target: "on", reenter: true, actions: ["count"] } }, on: { GO: {} } },
    },
  },
  logic: { actions: { count: assign({ ticks: ({ context }) => context.ticks + 1 }) } },
};

const command = (type: string, subject = "o-1") =>
  createEnvelope({ type, source: "/test", subject, data: {} });

describe("createMemoryEngine", () => {
  it("publishes scheduled events at their own times, and what was cancelled never", async () => {
    const engine = createMemoryEngine(
      defineProject({
        name: "later",
        topics: ["in", "events"],
        machines: [ticker],
        routes: [{ topic: "in", type: "go", machine: "ticker", event: "GO" }],
      }),
    );
    const later = { topic: "in", delayMs: HOUR_MS };
    const { keys } = await engine.schedule(
      { ...later, envelope: command("go", "kept") },
      { ...later, envelope: command("go", "cancelled"), key: "c" },
    );
    expect(keys).toHaveLength(2);
    expect(await engine.cancelScheduled("in", "c")).toEqual(["c"]);

    await engine.advance(HOUR_MS - 1);
    expect(await engine.findInstance("ticker", "kept")).toBeUndefined();
    await engine.advance(1);
    expect(await engine.findInstance("ticker", "kept")).toMatchObject({ revision: 1 });
    expect(await engine.findInstance("ticker", "cancelled")).toBeUndefined();
  });

  it("lets two hours of timers pass at their own times", async () => {
    const engine = createMemoryEngine(
      defineProject({
        name: "clock",
        topics: ["in", "events"],
        machines: [ticker],
        routes: [{ topic: "in", type: "go", machine: "ticker", event: "GO" }],
      }),
    );
    await engine.publish("in", command("go"));

    const result = await engine.advance(2 * HOUR_MS);

    expect(result).toMatchObject({ processed: 1, steps: 720 });
    expect((await engine.findInstance("ticker", "o-1"))?.context).toEqual({ ticks: 720 });
    expect(engine.clock.now().toISOString()).toBe("2026-01-01T02:00:00.000Z");
  });

  const slow = (takesMs: number, states: object = {}) => {
    const clock = simulatedClock();
    const calls: string[] = [];
    const project = defineProject({
      name: "slow",
      topics: ["in", "events"],
      machines: [
        {
          chart: {
            id: "job",
            initial: "idle",
            states: {
              idle: { on: { GO: "busy" } },
              busy: {
                invoke: { id: "work", src: "work", onDone: "done", onError: "failed" },
                ...states,
              },
              done: { type: "final" },
              failed: { type: "final" },
              late: {},
            },
          },
          logic: {
            services: {
              work: async ({ subject, signal }: ServiceCall) => {
                calls.push(subject);
                await clock.sleep(takesMs, signal);
                return "worked";
              },
            },
          },
        },
      ],
      routes: [{ topic: "in", type: "go", machine: "job", event: "GO" }],
    });
    return { calls, engine: createMemoryEngine(project, { clock }) };
  };

  it("does not wait for a service that sleeps on the simulated clock, and takes its answer when it wakes", async () => {
    const { engine, calls } = slow(20_000);
    await engine.publish("in", command("go"));

    await engine.runUntilQuiet();
    expect((await engine.findInstance("job", "o-1"))?.states).toEqual(["busy"]);
    await engine.advance(20_000);

    expect((await engine.findInstance("job", "o-1"))?.states).toEqual(["done"]);
    expect(calls).toEqual(["o-1"]);
  });

  it("limits a call in simulated time", async () => {
    const { engine } = slow(HOUR_MS);
    await engine.publish("in", command("go"));
    await engine.advance(31_000);
    expect((await engine.findInstance("job", "o-1"))?.states).toEqual(["failed"]);
  });

  it("runs until told to stop, woken by what is published [DSP-05]", async () => {
    let handled: () => void = () => undefined;
    const once = new Promise<void>((resolve) => {
      handled = resolve;
    });
    const engine = createMemoryEngine(
      defineProject({
        name: "clock",
        topics: ["in", "events"],
        machines: [ticker],
        routes: [{ topic: "in", type: "go", machine: "ticker", event: "GO" }],
      }),
      { onResult: () => handled() },
    );
    const stop = new AbortController();
    const running = engine.runForever(stop.signal);
    await engine.publish("in", command("go"));
    await once;
    stop.abort();
    await running;
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("fires a timer by itself that a worker before took up and never ended", async () => {
    const project = defineProject({
      name: "clock",
      topics: ["in", "events"],
      machines: [ticker],
      routes: [{ topic: "in", type: "go", machine: "ticker", event: "GO" }],
    });
    const dead = createMemoryEngine(project, { workerId: "dead" });
    for (const subject of ["o-1", "o-2"]) await dead.publish("in", command("go", subject));
    await dead.runUntilQuiet();
    dead.clock.advance(10_000);
    for (const [key, row] of dead.database.timers.rows().map((row) => [keyOf(row), row] as const)) {
      if (row.subject === "o-1")
        dead.database.timers.put(key, { ...row, deliveries: 1, takenBy: "dead" });
    }
    const log: string[] = [];
    const next = createMemoryEngine(project, {
      clock: dead.clock,
      database: dead.database,
      workerId: "next",
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          countTimerTry: (timer, change) => {
            log.push(`${timer.subject} ${change}`);
            return stores.lanes.countTimerTry(timer, change);
          },
          commit: (commits) => {
            log.push(`fires ${commits.map(({ subject }) => subject)}`);
            return stores.lanes.commit(commits);
          },
        },
      }),
    });
    next.clock.advance(HOUR_MS); // until the shards of the dead worker are free

    await next.runOnce();

    expect(log).toEqual(["fires o-2", "o-1 begins", "fires o-1", "o-1 is over"]);
    expect((await next.findInstance("ticker", "o-1"))?.context).toEqual({ ticks: 1 });
  });
});

describe("a project's feeds in memory", () => {
  it("hand on what machines published when they are told to, with dead letters for what is refused", async () => {
    const seen: string[] = [];
    const project = defineProject({
      name: "shop",
      topics: [{ name: "events", onUnknown: "ignore" }],
      machines: [],
      routes: [],
      feeds: [
        {
          ...{ name: "elsewhere", topic: "events" },
          onPoison: { kind: "dead_letter", afterFailures: 1 },
          sink: async (batch) => {
            if (batch.some(({ subject }) => subject === "bad")) throw new Error("refused");
            seen.push(...batch.map(({ subject }) => subject));
          },
        },
      ],
    });
    const engine = createMemoryEngine(project);
    const envelope = (subject: string) => createEnvelope({ type: "t", source: "/test", subject });
    await engine.publish("events", envelope("a"), envelope("bad"), envelope("b"));

    expect(await engine.runFeeds()).toMatchObject([
      { feed: "elsewhere", kind: "ran", result: { delivered: 2, skipped: 1, cursor: 3n } },
    ]);
    expect(seen).toEqual(["a", "b"]);
    expect(await engine.openLetters()).toMatchObject([{ source: "feed", subject: "bad" }]);
    expect(await engine.runFeeds()).toMatchObject([{ result: { delivered: 0 } }]);
  });
});

const keyOf = (row: { machineId: string; subject: string; ref: string }) =>
  [row.machineId, row.subject, row.ref].join("\0");
