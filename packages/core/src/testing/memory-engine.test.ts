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
});
