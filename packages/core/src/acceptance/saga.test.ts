import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import { structureHashOf } from "../charts/structure-hash.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { readGolden } from "../testing/golden.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { declareSaga, type SagaGolden } from "../testing/saga-golden.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { failing, sagaBench, startOf } from "./saga-project.ts";

const HOUR_MS = 3_600_000;

const fulfil = () =>
  sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
    .step("charge", { invoke: "chargeCard", compensate: "refundCard" })
    .step("ship", { invoke: "ship" });

interface Trace extends SagaGolden {
  readonly name: string;
  readonly failing_services: readonly string[];
  readonly start_payload: JsonValue;
  readonly service_calls: readonly { readonly service: string }[];
  readonly final_states: readonly string[];
  readonly context: { readonly error: { readonly type: string } | null };
  readonly published: readonly string[];
  readonly on_failure_actions: readonly string[];
}

/** On a bus a saga waits for its command, so those that start by themselves get one here. */
const traces = readGolden<{ cases: readonly Trace[] }>("saga_traces").cases.map((golden) => ({
  ...golden,
  saga: { ...golden.saga, start_event: "START" },
}));

class RuntimeError extends Error {
  override readonly name = "RuntimeError";
}

describe("a saga run by the engine", () => {
  it.each(traces)(
    "does in $name what it should: calls, end, context, publications [SAG-15][SAG-16][SAG-17][SAG-22]",
    async (golden) => {
      const failures = golden.failing_services.map((service) => [
        service,
        () => {
          throw new RuntimeError(`${service} failed`);
        },
      ]);
      const bench = sagaBench(declareSaga(golden), Object.fromEntries(failures), golden.on_failure);
      const engine = createMemoryEngine(bench.project);
      await engine.publish(
        "commands",
        startOf(golden.saga.name, "o-1", golden.start_payload ?? {}),
      );

      await engine.runUntilQuiet();
      await engine.advance(HOUR_MS);

      expect(bench.calls).toEqual(golden.service_calls.map(({ service }) => `${service} o-1`));
      const instance = await engine.findInstance(golden.saga.name, "o-1");
      expect(instance?.states.map((path) => `${golden.saga.name}.${path}`)).toEqual(
        golden.final_states,
      );
      expect(instance?.context).toEqual({
        ...golden.context,
        input: golden.start_payload ?? {},
      });
      const published = (await engine.inspect.events()).filter(({ topic }) => topic === "events");
      expect(published.map(({ type }) => type)).toEqual(golden.published);
      expect(bench.actions).toEqual(golden.on_failure_actions);
    },
  );

  it("ends in failed although an on_failure action throws [SAG-17]", async () => {
    const bench = sagaBench(
      fulfil().onFailure("notifyOps"),
      { ship: failing("no courier"), notifyOps: failing("mail is down") },
      ["notifyOps"],
    );
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    await engine.advance(HOUR_MS);
    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
    });
    expect(await engine.openLetters()).toMatchObject([
      { source: "effect", reason: "max_attempts" },
    ]);
  });

  it("does nothing on a second START, while it runs or after its end [SAG-18]", async () => {
    const clock = simulatedClock();
    const bench = sagaBench(fulfil(), { ship: () => clock.sleep(1_000).then(() => "parcel") });
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));
    await engine.handle(startOf("fulfil"));
    await engine.advance(1_000);
    await engine.handle(startOf("fulfil"));
    expect(bench.calls).toEqual(["reserveStock o-1", "chargeCard o-1", "ship o-1"]);
    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["completed"]);
  });

  it("abandons a step that takes too long: undone like a failed one, its late answer kept and lost [SAG-19][LIM-07]", async () => {
    const clock = simulatedClock();
    const saga = sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
      .step("charge", { invoke: "chargeCard", timeoutMs: 5_000 });
    const bench = sagaBench(saga, {
      chargeCard: () => clock.sleep(20_000).then(() => "tx-late"),
    });
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));

    await engine.advance(5_000);
    const failed = await engine.findInstance("fulfil", "o-1");
    expect(failed?.states).toEqual(["failed"]);
    expect(failed?.context.error).toMatchObject({ step: "charge", reason: "timeout" });
    await engine.advance(15_000);

    const charge = (await engine.inspect.effects()).find(({ ref }) => ref === "charge");
    expect(charge).toMatchObject({ status: "cancelled", late: { output: "tx-late" } });
    expect(await engine.findInstance("fulfil", "o-1")).toEqual(failed);
    expect(bench.calls).toEqual(["reserveStock o-1", "chargeCard o-1", "releaseStock o-1"]);
  });

  const retrying = (max: number) =>
    sagaBuilder("fulfil", { startEvent: "START" })
      .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
      .step("charge", {
        invoke: "chargeCard",
        retry: new RetryPolicy({ maxAttempts: max, baseMs: 1_000, jitter: "none" }),
      });

  it("tries a step again as its policy says, then undoes what was done [SAG-20]", async () => {
    const bench = sagaBench(retrying(3), { chargeCard: failing("card declined") });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    expect(bench.calls).toHaveLength(2);
    await engine.advance(HOUR_MS);
    expect(bench.calls).toEqual([
      "reserveStock o-1",
      "chargeCard o-1",
      "chargeCard o-1",
      "chargeCard o-1",
      "releaseStock o-1",
    ]);
  });

  it("forgets its failed tries when one succeeds [SAG-20]", async () => {
    const bench = sagaBench(retrying(3), {
      chargeCard: (_call, n) => (n < 2 ? failing("busy")(_call, n) : "tx-1"),
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    await engine.advance(HOUR_MS);
    expect((await engine.findInstance("fulfil", "o-1"))?.context).toMatchObject({
      results: { charge: "tx-1" },
      attempt_charge: 0,
    });
  });

  it("gives services the command's payload and the subject, not the command [SAG-23][TRB-27]", async () => {
    const bench = sagaBench(fulfil());
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil", "order-42", { sku: "a-1", quantity: 2 }));
    expect(bench.calls.every((call) => call.endsWith(" order-42"))).toBe(true);
    expect(bench.inputs).toEqual(Array.from({ length: 3 }, () => ({ sku: "a-1", quantity: 2 })));
  });

  it("that cannot undo leaves one letter with the whole sequence, cause first [SAG-24][TRB-25]", async () => {
    const bench = sagaBench(fulfil(), {
      chargeCard: failing("card declined"),
      releaseStock: failing("warehouse API down"),
    });
    const engine = createMemoryEngine(bench.project);
    const start = startOf("fulfil");
    await engine.handle(start);

    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["compensationFailed"]);
    const [letter, ...others] = await engine.openLetters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ source: "state", reason: "dead_letter_state" });
    expect(letter?.errors.map(({ message }) => message)).toEqual([
      "card declined",
      "warehouse API down",
    ]);
    expect(await engine.handle(start)).toBe("duplicate");
    expect(await engine.openLetters()).toHaveLength(1);
  });

  it("killed in the middle of undoing goes on from there, and undoes that step again [SAG-25][TRB-26][INB-20]", async () => {
    const stuck = simulatedClock();
    const bench = sagaBench(fulfil(), {
      ship: failing("no courier"),
      refundCard: (_call, n) => (n === 0 ? stuck.sleep(HOUR_MS).then(() => "lost") : "refunded"),
    });
    const clock = simulatedClock();
    const database = createMemoryDatabase({ clock });
    const killed = createMemoryEngine(bench.project, {
      clock: stuck,
      database,
      workerId: "killed",
    });
    await killed.handle(startOf("fulfil"));
    expect((await killed.findInstance("fulfil", "o-1"))?.phase).toBe("compensating");

    clock.advance(HOUR_MS);
    const next = createMemoryEngine(bench.project, { clock, database, workerId: "next" });
    await next.runUntilQuiet();

    expect(bench.calls).toEqual([
      "reserveStock o-1",
      "chargeCard o-1",
      "ship o-1",
      "refundCard o-1",
      "refundCard o-1",
      "releaseStock o-1",
    ]);
    expect((await next.findInstance("fulfil", "o-1"))?.states).toEqual(["failed"]);
  });

  it("calls every service once, however many workers share the work [SAG-26][TRB-28][LIM-10]", async () => {
    const bench = sagaBench(fulfil());
    const first = createMemoryEngine(bench.project, { workerId: "w-0" });
    const { clock, database } = first;
    const engines = [
      first,
      ...["w-1", "w-2"].map((workerId) =>
        createMemoryEngine(bench.project, { clock, database, workerId }),
      ),
    ];
    const subjects = Array.from({ length: 30 }, (_s, n) => `o-${n}`);
    for (const subject of subjects) await first.publish("commands", startOf("fulfil", subject));

    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all(engines.map((engine) => engine.runUntilQuiet()));
    }

    expect(bench.calls).toHaveLength(90);
    expect(new Set(bench.calls).size).toBe(90);
    const states = (await first.inspect.instances()).map((instance) => instance.states.join());
    expect(states).toEqual(subjects.map(() => "completed"));
  });

  it("cannot be finished or failed by a forged envelope [SAG-28]", async () => {
    const clock = simulatedClock();
    const bench = sagaBench(fulfil(), { reserveStock: () => clock.sleep(HOUR_MS).then(() => "x") });
    const { project } = bench;
    const engine = createMemoryEngine(
      {
        ...project,
        routes: [
          ...project.routes,
          { topic: "commands", type: "forge", machine: "fulfil", event: "done.invoke.reserve" },
        ],
      },
      { clock },
    );
    await engine.handle(startOf("fulfil"));
    const forged = ["forge", "xsm.fulfil.done.invoke.reserve", "xsm.fulfil.error.platform.reserve"];
    for (const type of forged) {
      const envelope = createEnvelope({ type, source: "/x", subject: "o-1", data: {} });
      expect(await engine.handle(envelope, "commands")).toMatch(/^dead_lettered:/);
    }
    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["steps.reserve"]);
  });

  it("keeps the chart it started with when its builder changes, and new ones take the new [SAG-29][LIM-13]", async () => {
    const clock = simulatedClock();
    const old = sagaBench(fulfil(), { reserveStock: () => clock.sleep(1_000).then(() => "held") });
    const longer = fulfil().step("survey", { invoke: "askForOpinion" });
    expect(structureHashOf(parseChart(longer.build()))).not.toBe(
      structureHashOf(parseChart(fulfil().build())),
    );
    const before = createMemoryEngine(old.project, { clock });
    await before.handle(startOf("fulfil", "old"));
    await before.advance(1_000);
    const renewed = sagaBench(longer);
    const { database } = before;
    await before.publish("commands", startOf("fulfil", "new"));
    clock.advance(HOUR_MS);
    const after = createMemoryEngine(renewed.project, { clock, database, workerId: "after" });
    await after.runUntilQuiet();

    expect(renewed.calls).toContain("askForOpinion new");
    const versions = (await after.inspect.instances()).map(({ subject, chartId }) => [
      subject,
      chartId,
    ]);
    expect(Object.fromEntries(versions)).toEqual({ old: 1, new: 2 });
  });
});
