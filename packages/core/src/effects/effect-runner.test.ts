import { describe, expect, it } from "vitest";
import type { ServiceCall } from "../charts/logic.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { JsonObject } from "../kernel/json.ts";
import { silentLogger } from "../kernel/logger.ts";
import { effectWrite } from "../testing/commit-makers.ts";
import { testPlanEnvironment } from "../testing/plan-environment.ts";
import { createEffectRunner } from "./effect-runner.ts";

/** A runner whose service answers only when its call is aborted, over a store that holds what it is told to hold. */
function bench(concurrency = 10) {
  const held = new Set<string>();
  const late = new Map<string, JsonObject>();
  const called: string[] = [];
  let ended: () => void = () => undefined;
  const charge = ({ idempotencyKey, signal }: ServiceCall) => {
    called.push(idempotencyKey);
    return new Promise<string>((resolve) => {
      signal.addEventListener("abort", () => resolve(`${signal.reason}`));
    });
  };
  const machine = {
    chart: {
      id: "order",
      initial: "paying",
      states: { paying: { invoke: { id: "charge", src: "charge" } } },
    },
    logic: { services: { charge } },
  };
  const store: EffectStore = {
    claimEffects: async () => [],
    reclaimEffects: async () => [],
    markAlone: async () => true,
    renewEffects: async (ids) => ids.filter((id) => held.has(id)),
    rescheduleEffect: async () => undefined,
    recordLateResult: async (id, result) => void late.set(id, result),
    recordLateAnswer: async () => undefined,
    releaseEffects: async () => undefined,
  };
  const results: string[] = [];
  const runner = createEffectRunner({
    env: testPlanEnvironment([machine]),
    prepareCharts: async () => undefined,
    store,
    logger: silentLogger,
    concurrency,
    onResult: ({ id }) => results.push(id),
    onPutOff: () => undefined,
    onEnded: () => ended(),
  });
  const effect = (id: string): EffectRecord => {
    held.add(id);
    return {
      ...effectWrite("charge", { src: "charge", idempotencyKey: id }),
      id,
      token: "1",
      machineId: "order",
      subject: "o-1",
      attempts: 1,
      deaths: 0,
      errors: [],
    };
  };
  const nextEnd = () =>
    new Promise<void>((resolve) => {
      ended = resolve;
    });
  return { runner, held, late, called, results, effect, nextEnd };
}

describe("the effect runner", () => {
  it("aborts the calls that an operator ended, and keeps what comes of them", async () => {
    const { runner, late, results, effect, nextEnd } = bench();
    runner.start([effect("1"), effect("2")]);
    const end = nextEnd();
    await Promise.resolve();
    runner.abort(["1", "unknown"]);
    await end;
    expect(late.get("1")).toMatchObject({
      output: expect.stringContaining("the state that asked for this call was left"),
    });
    expect(late.has("2")).toBe(false);
    expect(results).toEqual([]);
    await runner.stop(0);
  });

  it("never makes a call that was ended while it waited for room", async () => {
    const { runner, called, effect, nextEnd } = bench(1);
    runner.start([effect("1"), effect("2"), effect("3")]);
    runner.abort(["2"]);
    const end = nextEnd();
    await Promise.resolve();
    runner.abort(["1"]);
    await end;
    await Promise.resolve();
    expect(called).toEqual(["1", "3"]);
    await runner.stop(0);
  });

  it("aborts a call that it finds it no longer holds, as when another worker ended it", async () => {
    const { runner, held, late, effect, nextEnd } = bench();
    runner.start([effect("1"), effect("2")]);
    await runner.renew([]);
    expect(late.size).toBe(0);
    held.delete("1");
    const end = nextEnd();
    await runner.renew([]);
    await end;
    expect([...late.keys()]).toEqual(["1"]);
    await runner.stop(0);
  });
});
