import fc from "fast-check";
import charts from "../../../../../../../packages/core/golden/charts.json" with { type: "json" };
import sagas from "../../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { randomCharts } from "../../../../../../../packages/core/src/testing/random-chart.ts";

interface Fixture {
  readonly name: string;
  readonly chart: unknown;
}

const RANDOM = 60;
const SEED = 42;

/** What the golden charts lack: several states at once, memory, and steps that nothing has to trigger. */
const SHAPES: Readonly<Record<string, object>> = {
  parallel: {
    initial: "idle",
    states: {
      idle: { on: { START: "work" } },
      work: {
        type: "parallel",
        onDone: "end",
        on: { STOP: "idle" },
        states: {
          goods: { initial: "a", states: { a: { on: { NEXT: "b" } }, b: { type: "final" } } },
          label: {
            initial: "a",
            states: {
              a: { after: { 100: "b" } },
              b: { on: { BACK: "a", PRINT: "c" } },
              c: { type: "final" },
            },
          },
        },
      },
      end: { type: "final" },
    },
  },
  leaves: {
    type: "parallel",
    states: {
      lamp: { on: { BLINK: "lamp" } },
      bell: {},
      door: { initial: "shut", states: { shut: { on: { OPEN: "ajar" } }, ajar: {} } },
    },
  },
  nested: {
    initial: "outer",
    states: {
      outer: {
        type: "parallel",
        states: {
          one: {
            initial: "in",
            states: {
              in: {
                type: "parallel",
                states: {
                  x: { initial: "a", states: { a: { on: { X: "b" } }, b: { on: { X: "a" } } } },
                  y: { initial: "a", states: { a: { on: { Y: "b" } }, b: {} } },
                },
                on: { LEAVE: "out" },
              },
              out: { on: { ENTER: "in" } },
            },
          },
          two: { initial: "a", states: { a: { on: { X: "b", LEAVE: "b" } }, b: {} } },
        },
      },
    },
  },
  history: {
    initial: "on",
    states: {
      on: {
        initial: "low",
        on: { POWER: "off" },
        states: {
          low: { on: { UP: "high" } },
          high: { initial: "calm", states: { calm: { on: { UP: "loud" } }, loud: {} } },
          last: { type: "history", history: "shallow" },
          deep: { type: "history", history: "deep" },
        },
      },
      off: { on: { POWER: "on.last", RESUME: "on.deep", RESET: "on" } },
    },
  },
  always: {
    initial: "ask",
    states: {
      ask: { on: { GO: "choose" } },
      choose: { always: [{ target: "left", guard: "isLeft" }, { target: "right" }] },
      left: { initial: "a", states: { a: { always: "b" }, b: { on: { GO: "#always.ask" } } } },
      right: { on: { GO: "ask", END: "end" } },
      end: { type: "final" },
    },
  },
};

/** Every chart that drawings are held against: the golden ones, those of the shapes that these lack, and random ones. */
export function fixtureCharts(): readonly Fixture[] {
  return [
    ...[...charts, ...sagas].map(({ name, chart }) => ({ name, chart })),
    ...shapeCharts(),
    ...fc.sample(randomCharts, { numRuns: RANDOM, seed: SEED }).map((chart, at) => ({
      name: `random ${at}`,
      chart,
    })),
  ];
}

/** Those of the shapes that the golden charts lack. */
export function shapeCharts(): readonly Fixture[] {
  return Object.entries(SHAPES).map(([name, chart]) => ({ name, chart: { id: name, ...chart } }));
}
