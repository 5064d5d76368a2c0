import { describe, expect, it } from "vitest";
import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import { WORKER_DIED } from "../engine/worker-died.ts";
import { silentLogger } from "../kernel/logger.ts";
import { effectWrite } from "../testing/commit-makers.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { testPlanEnvironment } from "../testing/plan-environment.ts";
import { createEffectRunner } from "./effect-runner.ts";

const SECOND_MS = 1_000;

/** A runner on a clock of its own; a call ends when the test says so, or its time limit of 30 s comes. */
function bench(attemptsMax = 5) {
  const clock = manualClock();
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const results: [string, EffectOutcome, number][] = [];
  const charge = ({ idempotencyKey }: { readonly idempotencyKey: string }) => {
    log.push(`call ${idempotencyKey}`);
    return new Promise<string>((resolve) => ends.set(idempotencyKey, () => resolve("paid")));
  };
  const machine = {
    chart: {
      id: "order",
      initial: "paying",
      states: { paying: { invoke: { id: "charge", src: "charge" } } },
    },
    services: { charge: { attemptsMax } },
    logic: { services: { charge } },
  };
  const store: EffectStore = {
    claimEffects: async () => [],
    reclaimEffects: async () => [],
    renewEffects: async (ids) => ids,
    markAlone: async (id, alone) => {
      log.push(`${id} is ${alone ? "alone" : "among others"}`);
      return true;
    },
    rescheduleEffect: async ({ id }) => void log.push(`${id} is put off`),
    recordLateResult: async () => undefined,
    recordLateAnswer: async () => undefined,
    releaseEffects: async (ids) => void log.push(`${ids} given back`),
  };
  const runner = createEffectRunner({
    env: testPlanEnvironment([machine]),
    prepareCharts: async () => undefined,
    store,
    logger: silentLogger,
    concurrency: 10,
    timers: clock,
    onResult: ({ id, attempts }, outcome) => results.push([id, outcome, attempts]),
    onPutOff: () => undefined,
    // As a dispatcher does that has nothing else to do.
    onSuspect: () => void runner.nextSuspect()?.(),
  });
  const effect = (id: string, counts: Partial<EffectRecord> = {}): EffectRecord => ({
    ...effectWrite("charge", { src: "charge", idempotencyKey: id }),
    ...{ id, token: "1", machineId: "order", subject: id, attempts: 1, deaths: 0, errors: [] },
    ...counts,
  });
  const advance = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve)); // what follows from it has happened
  };
  const end = async (id: string) => {
    ends.get(id)?.();
    await advance(0);
  };
  return { advance, log, results, runner, effect, end };
}

describe("a call with which workers died", () => {
  it("runs with others after one death, which may be anybody's", async () => {
    const { advance, log, runner, effect } = bench();
    runner.start([effect("one", { deaths: 1 }), effect("other")]);
    await advance(0);
    expect(log).toEqual(["call one", "call other"]);
    await runner.stop(0);
  });

  it("waits for the calls that run, and then has the worker to itself until it ends", async () => {
    const { advance, log, runner, effect, end } = bench();
    runner.start([effect("early"), effect("suspect", { deaths: 2 })]);
    await advance(0);
    runner.start([effect("late")]);
    await advance(0);
    expect(log).toEqual(["call early"]);
    await end("early");
    expect(log.slice(1)).toEqual(["suspect is alone", "call suspect"]);
    expect(runner.isAlone()).toBe(true);
    await end("suspect");
    expect(log.slice(3)).toEqual(["suspect is among others", "call late"]);
    await runner.stop(0);
  });

  it.each([
    { deaths: 2, seconds: 5 },
    { deaths: 3, seconds: 10 },
    { deaths: 9, seconds: 30 }, // its time limit
  ])(
    "lets others go on after $seconds s where $deaths died with it",
    async ({ deaths, seconds }) => {
      const { advance, log, runner, effect } = bench();
      runner.start([effect("suspect", { deaths })]);
      await advance(0);
      runner.start([effect("other")]);
      await advance(seconds * SECOND_MS - 1);
      expect(log).toEqual(["suspect is alone", "call suspect"]);
      await advance(1);
      expect(log).toContain("suspect is among others");
      expect(log.at(-1)).toBe("call other");
      await runner.stop(0);
    },
  );

  it("is not tried while a longer call runs, which it gives time to end in turns", async () => {
    const { advance, log, runner, effect, end } = bench();
    runner.start([effect("long"), effect("suspect", { deaths: 2 })]);
    await advance(4 * SECOND_MS);
    runner.start([effect("next")]);
    expect(log).toEqual(["call long"]);
    await advance(1 * SECOND_MS);
    expect(log).toEqual(["call long", "call next"]);
    await end("next");
    await advance(6 * SECOND_MS);
    await end("long");
    expect(log.slice(2)).toEqual(["suspect is alone", "call suspect"]);
    await runner.stop(0);
  });

  it("is given back when the worker stops before its turn", async () => {
    const { advance, log, runner, effect } = bench();
    runner.start([effect("long"), effect("suspect", { deaths: 2 })]);
    await advance(0);
    expect(runner.heldIds()).toEqual(["long", "suspect"]);
    await runner.stop(0);
    expect(log).toEqual(["call long", "suspect given back", "long given back"]);
  });

  it("is not made when its state was left before its turn", async () => {
    const { log, runner, effect, end, advance } = bench();
    runner.start([effect("long"), effect("suspect", { deaths: 2 })]);
    runner.abort(["suspect"]);
    await advance(0);
    await end("long");
    expect(log.filter((line) => line.startsWith("call"))).toEqual(["call long"]);
    await runner.stop(0);
  });

  it("is tried again after it ended its worker, though it may fail but once", async () => {
    const { advance, log, runner, effect, end } = bench(1);
    const died = { name: WORKER_DIED, message: "died", at: "2026-01-01T00:00:00.000Z", attempt: 1 };
    runner.start([effect("unlucky", { attempts: 2, deaths: 3, errors: [died] })]);
    await advance(0);
    expect(log).toEqual(["unlucky is alone", "call unlucky"]);
    await end("unlucky");
    await runner.stop(0);
  });

  it("fails without being made once its last try ended the worker too, and not for what others did", async () => {
    const { advance, log, results, runner, effect } = bench();
    const died = { name: WORKER_DIED, message: "died", at: "2026-01-01T00:00:00.000Z", attempt: 5 };
    runner.start([
      effect("killer", { attempts: 6, deaths: 6, errors: [died] }),
      effect("innocent", { attempts: 1, deaths: 40 }),
      effect("lowered", { attempts: 9 }),
    ]);
    await advance(0);
    expect(results).toMatchObject([
      ["killer", { kind: "failed", error: { code: "CALL_KILLS_WORKER", fault: "message" } }, 5],
    ]);
    expect(`${results[0]?.[1].kind === "failed" && results[0][1].error}`).toContain(
      "service 'charge' ended its worker: 6 died",
    );
    expect(log).toEqual(["call lowered"]);
    await runner.stop(0);
  });
});
