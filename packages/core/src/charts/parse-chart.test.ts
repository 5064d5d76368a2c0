import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { InvalidChartError } from "./errors.ts";
import { parseChart } from "./parse-chart.ts";

const BASE = { id: "m", initial: "a", states: { a: {}, b: {} } };

function problemsOf(chart: unknown): string[] {
  try {
    parseChart(chart);
  } catch (error) {
    if (error instanceof InvalidChartError) {
      return error.problems.map(({ path, problem }) => `${path}: ${problem}`);
    }
    throw error;
  }
  return [];
}

const withA = (a: object, rest: object = {}) => ({ ...BASE, ...rest, states: { a, b: {} } });

describe("parseChart", () => {
  it("accepts every golden chart, and its own output again unchanged", () => {
    for (const { chart } of readGolden<{ chart: unknown }[]>("charts")) {
      const parsed = parseChart(chart);

      expect(parseChart(parsed)).toEqual(parsed);
    }
  });

  it("names the place of a target that leads nowhere", () => {
    const pay = { on: { PAID: { target: "nowhere" } } };

    const problems = problemsOf({ id: "m", initial: "pay", states: { pay } });

    expect(problems).toEqual(["states.pay.on.PAID[0].target: 'nowhere' is not a state"]);
  });

  it.each<[string, unknown, string]>([
    ["an unknown key", withA({ onn: {} }), "states.a.onn: unknown key"],
    ["an unknown transition key", withA({ on: { E: { targte: "b" } } }), "states.a.on.E[0].targte"],
    ["a transition that is a number", withA({ on: { E: 5 } }), "states.a.on.E[0]"],
    ["a transition that is null", withA({ on: { E: null } }), "states.a.on.E"],
    ["a relative target from the root", { ...BASE, on: { E: "a" } }, "on.E[0].target"],
    ["no initial state", { id: "m", states: { a: {} } }, "initial"],
    [
      "an initial state that is not there",
      { ...BASE, initial: "z" },
      "initial: 'z' is not a state",
    ],
    ["a nameless machine", { ...BASE, id: "" }, "id: must be a non-empty string"],
    ["an invoke without src", withA({ invoke: { id: "x" } }), "states.a.invoke[0].src"],
    ["guard beside cond", withA({ on: { E: { guard: "x", cond: "y" } } }), "states.a.on.E[0].cond"],
    ["a built-in action", withA({ entry: "xstate.log" }), "states.a.entry[0]"],
    ["a negative delay", withA({ after: { "-1": "b" } }), "states.a.after"],
    ["an endless delay", withA({ after: { Infinity: "b" } }), "states.a.after.Infinity"],
    ["a dot in a state name", { ...BASE, states: { a: {}, "b.c": {} } }, 'states["b.c"]'],
    ["a final state with children", withA({ type: "final", states: { x: {} } }), "states.a.states"],
    ["an id used twice", { ...BASE, states: { a: { id: "x" }, b: { id: "x" } } }, "states.b.id"],
    ["an unknown type", withA({ type: "paralel" }), "states.a.type"],
    [
      "two targets that exclude each other",
      withA({ on: { E: { target: ["a", "b"] } } }),
      "[0].target",
    ],
    [
      "a default of a history state outside its parent",
      withA({ initial: "x", states: { x: {}, h: { history: "deep", target: "#m.b" } } }),
      "states.a.states.h.target: '#m.b' must be a state inside 'a', no history",
    ],
    [
      "a history state that leads to another",
      withA({
        initial: "x",
        states: { x: {}, h: { history: true, target: "i" }, i: { history: true } },
      }),
      "states.a.states.h.target",
    ],
    [
      "an initial state that remembers nothing and has no default",
      withA({ initial: "h", states: { x: {}, h: { history: true } } }),
      "states.a.initial: 'h' is a history state without a target",
    ],
    ["a wildcard in the middle", withA({ on: { "a.*.b": "b" } }), 'states.a.on["a.*.b"]'],
  ])("refuses %s with its place", (_what, chart, expected) => {
    expect(problemsOf(chart).join("\n")).toContain(expected);
  });

  it("refuses transition meta that is not an object [OBX-05]", () => {
    for (const meta of ["x", 1, true, ["publish"]]) {
      const problems = problemsOf(withA({ on: { E: { target: "b", meta } } }));

      expect(problems).toEqual([
        expect.stringContaining("states.a.on.E[0].meta: must be an object"),
      ]);
    }
  });

  it.each(readGolden<{ publish: unknown }[]>("publish_meta_errors"))(
    "refuses meta.publish = $publish when the chart is loaded [OBX-04]",
    ({ publish }) => {
      const problems = problemsOf(withA({ on: { E: { target: "b", meta: { publish } } } }));

      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain("states.a.on.E[0].meta.publish");
    },
  );

  it.each(["xstate.init", "done.x", "error.x", "after.5", "done.*", "error.platform.other", " "])(
    "refuses '%s' as an event of a chart, since only the engine may send it",
    (name) => {
      expect(problemsOf(withA({ on: { [name]: "b" } }))).toHaveLength(1);
    },
  );

  it("lists everything that is wrong at once", () => {
    const problems = problemsOf(withA({ on: { E: "x" }, entry: 5, invoke: {}, extra: 1 }));

    expect(problems.length).toBeGreaterThan(2);
  });

  it("refuses two services of one id that could run at once", () => {
    const region = { initial: "x", states: { x: { invoke: { id: "svc", src: "s" } } } };
    const inParallel = { id: "m", type: "parallel", states: { one: region, two: region } };
    const inTurn = { id: "m", initial: "one", states: { one: region, two: region } };

    expect(problemsOf(inParallel).join()).toContain("states.two.states.x.invoke[0].id");
    expect(problemsOf(inTurn)).toEqual([]);
  });
});

describe("older spellings", () => {
  it("reads cond, internal: false and string actions as XState v5 has them", () => {
    const chart = parseChart(
      withA({ on: { E: { target: "b", cond: "ok", internal: false, actions: "x" } } }),
    );

    expect(chart.states?.a?.on?.E).toEqual([
      { target: ["b"], guard: { type: "ok" }, actions: [{ type: "x" }], reenter: true },
    ]);
  });

  it("moves done.invoke.x and error.platform.x to the invoke they mean", () => {
    const chart = parseChart(
      withA({
        invoke: { id: "x", src: { type: "work" } },
        on: { "done.invoke.x": "b", "error.platform.x": { target: "b", actions: ["log"] } },
      }),
    );

    expect(chart.states?.a?.on).toBeUndefined();
    expect(chart.states?.a?.invoke).toEqual([
      {
        id: "x",
        src: "work",
        onDone: [{ target: ["b"] }],
        onError: [{ target: ["b"], actions: [{ type: "log" }] }],
      },
    ]);
  });

  it("reads after as a list, and the empty event as always", () => {
    const chart = parseChart(
      withA({
        after: [
          { delay: 1000, target: "b" },
          { delay: "later", target: "a" },
        ],
        on: { "": "b" },
      }),
    );

    expect(chart.states?.a?.after).toEqual({
      "1000": [{ target: ["b"] }],
      later: [{ target: ["a"] }],
    });
    expect(chart.states?.a?.always).toEqual([{ target: ["b"] }]);
  });

  it("gives an invoke without id the one XState would give it", () => {
    const chart = parseChart(withA({ invoke: [{ src: "one" }, { src: "two" }] }));

    expect(chart.states?.a?.invoke?.map(({ id }) => id)).toEqual(["0.m.a", "1.m.a"]);
  });
});

describe("hostile charts", () => {
  it("refuses depth that would overflow a recursive reader", () => {
    let chart: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) chart = { initial: "a", states: { a: chart } };

    expect(problemsOf(chart)).toEqual([expect.stringContaining("nested deeper than")]);
  });

  it("refuses a chart that contains itself", () => {
    const chart: Record<string, unknown> = { id: "m" };
    chart.states = { a: chart };

    expect(problemsOf(chart)).toEqual([expect.stringContaining("nested deeper than")]);
  });

  it("refuses more states than anyone draws", () => {
    const names = Array.from({ length: 3_000 }, (_, at) => [`s${at}`, {}]);

    expect(problemsOf({ id: "m", initial: "s0", states: Object.fromEntries(names) })).toEqual([
      ": has more than 2000 states",
    ]);
  });

  it.each<[string, unknown]>([
    ["a key __proto__", JSON.parse('{"id":"m","states":{"__proto__":{}}}')],
    ["a function", withA({ entry: () => undefined })],
    ["not a number", { ...BASE, context: { n: Number.NaN } }],
    ["a list", [BASE]],
    ["nothing", null],
  ])("refuses %s", (_what, chart) => {
    expect(() => parseChart(chart)).toThrow(InvalidChartError);
  });

  it("keeps no part of the object it was given", () => {
    const context = { items: [1] };
    const chart = parseChart({ ...BASE, context });

    context.items.push(2);

    expect(chart.context).toEqual({ items: [1] });
  });
});
