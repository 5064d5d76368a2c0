import { describe, expect, it } from "vitest";
import { type CompiledMachine, compileChart } from "../charts/compile-chart.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { reachabilityOf } from "../charts/reachability.ts";
import { serviceDone, serviceFailed, timerFired } from "../instances/machine-events.ts";
import { startInstance, stepInstance } from "../instances/step.ts";
import type { PlannedEffect, StepResult } from "../instances/step-result.ts";
import type { JsonValue } from "../kernel/json.ts";
import { readGolden } from "../testing/golden.ts";
import { declareSaga, type SagaGolden } from "../testing/saga-golden.ts";
import { RetryPolicy } from "./retry-policy.ts";
import { type SagaBuilder, sagaBuilder } from "./saga-builder.ts";

interface TraceCase extends SagaGolden {
  readonly name: string;
  readonly failing_services: readonly string[];
  readonly start_payload: JsonValue;
  readonly service_calls: readonly { readonly service: string; readonly input: JsonValue }[];
  readonly final_states: readonly string[];
  readonly context: unknown;
  readonly published: readonly string[];
  readonly on_failure_actions: readonly string[];
}

const CASES = readGolden<{ cases: TraceCase[] }>("saga_traces").cases;

function compileSaga(saga: SagaBuilder, actions: readonly string[] = []): CompiledMachine {
  const logic = saga.logic();
  const names = saga.steps.flatMap(({ invoke, compensate }) => [invoke, compensate ?? invoke]);
  return compileChart(parseChart(saga.build()), {
    ...logic,
    actions: {
      ...logic.actions,
      ...Object.fromEntries(actions.map((name) => [name, async () => null])),
    },
    services: Object.fromEntries(names.map((name) => [name, async () => null])),
  });
}

/** What a service answers: `true` succeeds, `false` fails, `"late"` does not answer before its timeout. */
type Answer = (effect: PlannedEffect, call: number) => boolean | "late";

interface Run {
  readonly result: StepResult;
  readonly calls: { service: string; input: JsonValue }[];
  readonly published: string[];
  readonly actions: string[];
  readonly delaysMs: number[];
}

/** Run an instance to its end, its services answered in memory, one at a time, in the order asked for. */
function runSaga(
  machine: CompiledMachine,
  startEvent: string | undefined,
  payload: JsonValue,
  answer: Answer,
): Run {
  let result = startInstance(machine);
  const run = {
    calls: [] as Run["calls"],
    published: [] as string[],
    actions: [] as string[],
    delaysMs: [] as number[],
  };
  const take = (next: StepResult) => {
    result = next;
    run.published.push(...next.publications.map(({ type }) => type));
    run.actions.push(...next.effects.filter(({ kind }) => kind === "action").map(({ src }) => src));
  };
  take(result);
  if (startEvent !== undefined)
    take(stepInstance(machine, result.snapshot, { type: startEvent, payload }));
  while (result.status === "active") {
    const effect = result.effects.find(({ kind }) => kind === "invoke");
    const answered = effect === undefined ? "late" : answer(effect, run.calls.length);
    if (effect !== undefined)
      run.calls.push({ service: effect.src, input: result.context.input ?? null });
    take(stepInstance(machine, result.snapshot, eventFor(effect, answered, result, run.delaysMs)));
  }
  return { ...run, result };
}

function eventFor(
  effect: PlannedEffect | undefined,
  answered: boolean | "late",
  result: StepResult,
  delaysMs: number[],
) {
  if (effect === undefined || answered === "late") {
    const [timer] = result.timers;
    if (timer === undefined) throw new Error("nothing is left to happen");
    delaysMs.push(timer.delayMs);
    return timerFired(timer);
  }
  if (answered) return serviceDone(effect.ref, `${effect.src}-ok`);
  return serviceFailed(effect.ref, { name: "RuntimeError", message: `${effect.src} failed` });
}

function runCase(golden: TraceCase): Run {
  const machine = compileSaga(declareSaga(golden), golden.on_failure);
  const { start_event } = golden.saga;
  const answer = (effect: PlannedEffect) => !golden.failing_services.includes(effect.src);
  return runSaga(machine, start_event, golden.start_payload, answer);
}

describe("a saga", () => {
  it.each(CASES)(
    "calls the services of $name in order, with the saga's input [SAG-11, SAG-15, EXA-03]",
    (golden) => {
      expect(runCase(golden).calls).toEqual(golden.service_calls);
    },
  );

  it.each(CASES)("ends $name where it should, with its results [SAG-07, SAG-16]", (golden) => {
    const { result } = runCase(golden);

    expect(result.states.map((path) => `${golden.saga.name}.${path}`)).toEqual(golden.final_states);
    expect(result.context).toEqual(golden.context);
  });

  it.each(CASES)("publishes each event of $name once [SAG-22]", (golden) => {
    expect(runCase(golden).published).toEqual(golden.published);
  });

  it.each(CASES)("runs the failure actions of $name only on entering failed [SAG-17]", (golden) => {
    expect(runCase(golden).actions).toEqual(golden.on_failure_actions);
  });

  it("does nothing on a second START, nor on one after the end [SAG-18]", () => {
    const saga = sagaBuilder("s", { startEvent: "START" })
      .step("a", { invoke: "A", compensate: "C" })
      .step("b", { invoke: "B" });
    const machine = compileSaga(saga);
    const started = stepInstance(machine, startInstance(machine).snapshot, { type: "START" });
    const { result } = runSaga(machine, "START", null, ({ src }) => src === "A");

    expect(result).toMatchObject({
      states: ["compensationFailed"],
      tags: ["dead-letter", "publish"],
    });
    for (const { snapshot } of [started, result]) {
      const again = stepInstance(machine, snapshot, { type: "START" });

      expect(again).toMatchObject({ snapshot, transitions: [], effects: [], publications: [] });
    }
  });

  it("tries a step as often as its policy says, then compensates [SAG-20]", () => {
    const retry = new RetryPolicy({ maxAttempts: 3, jitter: "none" });
    const machine = compileSaga(
      sagaBuilder("s")
        .step("a", { invoke: "A", compensate: "undoA" })
        .step("b", { invoke: "B", retry }),
    );

    const run = runSaga(machine, undefined, null, ({ src }) => src !== "B");

    expect(run.calls.map(({ service }) => service)).toEqual(["A", "B", "B", "B", "undoA"]);
    expect(run.delaysMs).toEqual([200, 400, 800]);
    expect(run.result).toMatchObject({ states: ["failed"], context: { attempt_b: 3 } });
  });

  it("starts counting anew once a step has succeeded [SAG-20]", () => {
    const retry = new RetryPolicy({ maxAttempts: 3 });
    const machine = compileSaga(sagaBuilder("s").step("a", { invoke: "A", retry }));

    const { result } = runSaga(machine, undefined, null, (_effect, call) => call === 2);

    expect(result).toMatchObject({
      states: ["completed"],
      context: { attempt_a: 0, error: null, results: { a: "A-ok" } },
    });
  });

  it("counts a timeout as a failed attempt, and lets a late success go [SAG-19]", () => {
    const retry = new RetryPolicy({ maxAttempts: 1 });
    const machine = compileSaga(sagaBuilder("s").step("a", { invoke: "A", timeoutMs: 50, retry }));
    const start = startInstance(machine);

    const timedOut = stepInstance(
      machine,
      start.snapshot,
      timerFired(start.timers[0] ?? { event: "" }),
    );
    const late = stepInstance(machine, timedOut.snapshot, serviceDone("a", "too late"));

    expect(timedOut).toMatchObject({
      states: ["steps.aRetrying"],
      stoppedEffects: ["a"],
      context: { attempt_a: 1, error: { step: "a", reason: "timeout" } },
    });
    expect(late).toMatchObject({ transitions: [], context: { results: {} } });
    expect(runSaga(machine, undefined, null, () => "late").result.states).toEqual(["failed"]);
  });

  it("keeps its input in the context, since a later service is led to by another event [TRB-27]", () => {
    const saga = sagaBuilder("s", { startEvent: "START" })
      .step("a", { invoke: "A" })
      .step("b", { invoke: "B" });
    const machine = compileSaga(saga);
    const payload = { order: "o-1" };

    const first = stepInstance(machine, startInstance(machine).snapshot, {
      type: "START",
      payload,
    });
    const second = stepInstance(machine, first.snapshot, serviceDone("a", "a-ok"));

    expect(first.effects[0]?.event).toEqual({ type: "START", payload });
    expect(second.effects[0]?.event).toEqual({ type: "done.invoke.a", payload: "a-ok" });
    expect(second.context.input).toEqual(payload);
  });

  it("records a service that returned nothing as null [SAG-16]", () => {
    const machine = compileSaga(sagaBuilder("s").step("a", { invoke: "A" }));

    const result = stepInstance(
      machine,
      startInstance(machine).snapshot,
      serviceDone("a", undefined),
    );

    expect(result.context.results).toEqual({ a: null });
  });

  it("enters only states that were called reachable from every state before", () => {
    for (const golden of CASES) {
      const machine = compileSaga(declareSaga(golden), golden.on_failure);
      const hoped: string[][] = [];
      let seen = startInstance(machine);
      const watch = (next: StepResult) => {
        hoped.push([...reachabilityOf(machine.chart, seen.states).reachable]);
        for (const states of hoped)
          expect(states).toEqual(expect.arrayContaining([...next.entered]));
        seen = next;
      };
      const { start_event } = golden.saga;
      if (start_event !== undefined)
        watch(stepInstance(machine, seen.snapshot, { type: start_event }));
      while (seen.status === "active") {
        const ref = seen.effects[0]?.ref ?? "";
        const fails = golden.failing_services.includes(seen.effects[0]?.src ?? "");
        const event = fails
          ? serviceFailed(ref, { name: "E", message: "" })
          : serviceDone(ref, null);
        watch(stepInstance(machine, seen.snapshot, event));
      }
    }
  });
});
