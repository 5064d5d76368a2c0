import { describe, expect, it } from "vitest";
import { consumedEventsOf } from "../charts/consumed-events.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { type PublicationSpec, publicationsOf } from "../charts/publications.ts";
import { structureHashOf } from "../charts/structure-hash.ts";
import { readGolden } from "../testing/golden.ts";
import { declareSaga, type SagaGolden } from "../testing/saga-golden.ts";
import { InvalidSagaError } from "./errors.ts";
import { RetryPolicy } from "./retry-policy.ts";
import { type SagaBuilder, sagaBuilder } from "./saga-builder.ts";

interface SagaCase {
  readonly declaration: SagaGolden;
  readonly name: string;
  readonly chart: unknown;
  readonly publish_specs: readonly PublicationSpec[];
  readonly consumed_events: readonly string[];
  readonly logic_names: { readonly [kind in "actions" | "guards" | "delays"]: readonly string[] };
}

const CASES = readGolden<SagaCase[]>("sagas");

describe("sagaBuilder", () => {
  it.each(CASES)(
    "builds the chart of $name [SAG-01, SAG-06, SAG-07, SAG-08, SAG-09, SAG-10, SAG-11, SAG-12, SAG-13, SAG-14]",
    ({ declaration, chart }) => {
      expect(declareSaga(declaration).build()).toEqual(chart);
    },
  );

  it.each(CASES)("builds $name so that it publishes and consumes what it should", (golden) => {
    const chart = parseChart(declareSaga(golden.declaration).build());

    expect(publicationsOf(chart)).toEqual(golden.publish_specs);
    expect(consumedEventsOf(chart)).toEqual(golden.consumed_events);
  });

  it.each(CASES)("names the logic of $name after the chart [SAG-21]", (golden) => {
    const logic = declareSaga(golden.declaration).logic();

    expect(Object.keys(logic.actions ?? {})).toEqual(golden.logic_names.actions);
    expect(Object.keys(logic.guards ?? {})).toEqual(golden.logic_names.guards);
    expect(Object.keys(logic.delays ?? {})).toEqual(golden.logic_names.delays);
  });

  it("gives a new chart each time, and frozen copies of its steps [SAG-01]", () => {
    const saga = sagaBuilder("s").step("a", { invoke: "A" });
    const [first, second] = [saga.build(), saga.build()];
    const { steps } = saga;

    saga.step("b", { invoke: "B" });

    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    expect(steps).toEqual([{ name: "a", invoke: "A" }]);
    expect(Object.isFrozen(steps) && Object.isFrozen(steps[0])).toBe(true);
  });

  it.each(CASES)("leaves the chart of $name as it is when its undoing is retried", (golden) => {
    const { steps, ...rest } = golden.declaration;
    const compensateRetry = new RetryPolicy({ maxAttempts: 3 });
    const plain = declareSaga(golden.declaration);
    const retried = sagaBuilder(rest.saga.name, { startEvent: rest.saga.start_event });
    for (const step of plain.steps) {
      const undoing = step.compensate === undefined ? {} : { compensateRetry };
      retried.step(step.name, { ...step, ...undoing });
    }
    retried.onFailure(...rest.on_failure);
    expect(retried.build()).toEqual(golden.chart);
    const undone = plain.steps.flatMap(({ compensate }) => compensate ?? []);
    expect(Object.keys(retried.logic().retries ?? {}).sort()).toEqual([...new Set(undone)].sort());
    expect(steps).toHaveLength(plain.steps.length);
  });

  it("changes the structure hash with each step it is given", () => {
    const hash = (saga: SagaBuilder) => structureHashOf(parseChart(saga.build()));
    const one = () => sagaBuilder("s").step("a", { invoke: "A" });

    expect(hash(one())).toBe(hash(one()));
    expect(hash(one().step("b", { invoke: "B" }))).not.toBe(hash(one()));
  });
});

const REFUSALS: Readonly<Record<string, () => unknown>> = {
  name_space: () => sagaBuilder("bad name"),
  name_none: () => sagaBuilder(null as never),
  name_digit: () => sagaBuilder("1x"),
  step_hyphen: () => step("reserve-stock", {}),
  step_number: () => step(1 as never, {}),
  dup: () => step("a", {}).step("a", { invoke: "A" }),
  retrying_shadow: () => step("a", { retry: new RetryPolicy() }).step("aRetrying", { invoke: "A" }),
  timeout_True: () => step("a", { timeoutMs: true as never }),
  timeout_0: () => step("a", { timeoutMs: 0 }),
  "timeout_-1": () => step("a", { timeoutMs: -1 }),
  "timeout_0.5": () => step("a", { timeoutMs: 0.5 }),
  timeout_5000: () => step("a", { timeoutMs: "5000" as never }),
  timeout_abc: () => step("a", { timeoutMs: "abc" as never }),
  timeout_nan: () => step("a", { timeoutMs: Number.NaN }),
  "timeout_5000.0_accepted": () => step("a", { timeoutMs: 5000.0 }),
  "invoke_''": () => step("a", { invoke: "" }),
  "invoke_' '": () => step("a", { invoke: " " }),
  invoke_None: () => step("a", { invoke: null as never }),
  compensate_blank: () => step("a", { compensate: " " }),
};

function step(name: string, options: object): SagaBuilder {
  return sagaBuilder("s").step(name, { invoke: "A", ...options });
}

describe("a refused saga", () => {
  const { cases } = readGolden<{ cases: { name: string; error: string | null }[] }>(
    "saga_builder_errors",
  );

  it.each(cases)(
    "answers $name with $error [SAG-02, SAG-03, SAG-04, ERR-02, TRB-22, TRB-23]",
    (row) => {
      const startEvent = /^start_'(.*)'$/.exec(row.name)?.[1];
      const act =
        startEvent === undefined ? REFUSALS[row.name] : () => sagaBuilder("s", { startEvent });

      expect(act).toBeDefined();
      if (row.error === null) expect(act).not.toThrow();
      else expect(act).toThrow(InvalidSagaError);
    },
  );

  it("has no steps [SAG-05, ERR-02, TRB-24]", () => {
    expect(() => sagaBuilder("s").build()).toThrow("a saga needs at least one step");
  });

  it("has a step named like the retry state of a later one [SAG-02]", () => {
    const saga = sagaBuilder("s").step("aRetrying", { invoke: "A" });

    expect(() => saga.step("a", { invoke: "A", retry: new RetryPolicy() })).toThrow("collides");
  });

  it("has two steps whose retries would share their names", () => {
    const retry = new RetryPolicy();
    const saga = sagaBuilder("s").step("a_b", { invoke: "A", retry });

    expect(() => saga.step("aB", { invoke: "A", retry })).toThrow("both retry as 'aBRetry'");
  });

  it("has retries for an undoing that there is not, or two for one service", () => {
    const compensateRetry = new RetryPolicy();
    expect(() => step("a", { compensateRetry })).toThrow(
      "has a compensateRetry, but no compensate",
    );
    expect(() => step("a", { compensate: "C", compensateRetry: 3 as never })).toThrow(
      "compensateRetry must be a RetryPolicy",
    );
    const saga = step("a", { compensate: "C", compensateRetry });
    expect(() => saga.step("b", { invoke: "B", compensate: "C" })).toThrow(
      "steps 'a' and 'b' both undo by 'C': give both the same compensateRetry",
    );
  });

  it("has a retry that is no policy, or a blank failure action [SAG-03]", () => {
    expect(() => step("a", { retry: { maxAttempts: 3 } as never })).toThrow(
      "must be a RetryPolicy",
    );
    expect(() => sagaBuilder("s").onFailure(" ")).toThrow("onFailure must be a non-empty string");
  });
});
