import { type Chart, chartGraph, parseChart, reachabilityOf } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import type { InstanceFacts, StepFact } from "./instance-facts.ts";
import { marksOf } from "./marks-of.ts";

const saga = parseChart(sagas.find(({ name }) => name === "doc_fulfil_immediate")?.chart);

type Told = Omit<InstanceFacts, "graph" | "reachability">;
const marksIn = (chart: Chart, told: Told) =>
  marksOf({
    ...told,
    graph: chartGraph(chart),
    reachability: reachabilityOf(chart, told.activeStates),
  });

const at = (second: number) => new Date(Date.UTC(2026, 7, 21, 12, 31, second));
const step = (
  revision: number,
  from: string,
  event: string,
  to: string,
  entered: readonly string[] = [to],
): StepFact => ({ revision, transitions: [{ from, event, to: [to] }], entered, at: at(revision) });

const START: StepFact = {
  revision: 0,
  transitions: [],
  entered: ["steps", "steps.reserve"],
  at: at(0),
};
/** The order of the mockup: a timeout, a retry, a declined card, stock being released. */
const ORDER_42: readonly StepFact[] = [
  START,
  step(1, "steps.reserve", "after.5000", "steps.reserveRetrying"),
  step(2, "steps.reserveRetrying", "after.reserveRetryDelay", "steps.reserve"),
  step(3, "steps.reserve", "done.invoke.reserve", "steps.charge"),
  step(4, "steps.charge", "error.platform.charge", "compensating.reserve", [
    "compensating",
    "compensating.reserve",
  ]),
];
const facts = (over: Partial<Told>): Told => ({
  activeStates: ["compensating.reserve"],
  status: "active",
  history: ORDER_42,
  ...over,
});
const stateNames = (over: Partial<Told>) =>
  Object.fromEntries(
    Object.entries(marksIn(saga, facts(over)).states).map(([path, { mark }]) => [path, mark]),
  );

describe("marksOf a saga that compensates", () => {
  const marks = marksIn(
    saga,
    facts({
      effects: [
        { state: "steps.charge", src: "chargeCard", attempt: 1, error: "card_declined" },
        { state: "compensating.reserve", src: "releaseStock", attempt: 2, attemptsMax: 3 },
      ],
    }),
  );

  it("tells apart what was, is, may come and cannot come", () => {
    expect(stateNames({})).toMatchObject({
      steps: "visited",
      "steps.reserve": "visited",
      "steps.reserveRetrying": "visited",
      "steps.charge": "failed",
      "steps.ship": "unreachable",
      compensating: "compensating",
      "compensating.reserve": "compensating",
      "compensating.charge": "unreachable",
      completed: "unreachable",
      failed: "possible",
      compensationFailed: "possible",
    });
  });

  it("counts visits and keeps the last time", () => {
    expect(marks.states["steps.reserve"]).toMatchObject({ visits: 2, lastAt: at(2) });
    expect(marks.states["steps.ship"]?.visits).toBeUndefined();
  });

  it("gives one line of fact: the error, the attempt, the last time", () => {
    expect(marks.states["steps.charge"]?.fact).toEqual({
      kind: "text",
      text: "card_declined",
      tone: "red",
    });
    expect(marks.states["compensating.reserve"]?.fact).toEqual({
      kind: "text",
      text: "attempt 2 of 3",
    });
    expect(marks.states["steps.reserve"]?.fact).toEqual({ kind: "last", at: at(2) });
  });

  it("marks the arrows that were taken, that failed and that may be next", () => {
    expect(marks.transitions).toMatchObject({
      "steps.reserve|after.5000|0": "visited",
      "steps.reserve|done.invoke.reserve|0": "visited",
      "steps.reserveRetrying|after.reserveRetryDelay|0": "visited",
      "steps.reserveRetrying|after.reserveRetryDelay|1": "untaken",
      "steps.charge|error.platform.charge|0": "failed",
      "steps.ship|done.invoke.ship|0": "untaken",
      "compensating.reserve|done.invoke.compensate_reserve|0": "possible",
      "compensating.reserve|error.platform.compensate_reserve|0": "possible",
    });
    expect(marks.tokens).toEqual(["compensating.reserve"]);
  });

  it("warns of a dead letter where the next step could leave one", () => {
    expect(marks.states.compensationFailed?.badge).toBe("dead");
    expect(marks.states.failed?.badge).toBeUndefined();
  });

  it("calls the end after an undo compensated, and the undone state too", () => {
    const history = [
      ...ORDER_42,
      step(5, "compensating.reserve", "done.invoke.compensate_reserve", "failed"),
    ];
    const names = stateNames({ history, status: "done", activeStates: ["failed"] });
    expect(names).toMatchObject({
      failed: "compensated",
      "compensating.reserve": "compensated",
      compensating: "compensated",
      compensationFailed: "unreachable",
    });
  });

  it("keeps the name of an end of one region while the others go on", () => {
    const region = (end: string) => ({
      initial: "busy",
      states: { busy: { on: { OK: end } }, [end]: { type: "final" } },
    });
    const both = parseChart({
      id: "both",
      initial: "work",
      states: {
        work: {
          type: "parallel",
          onDone: "over",
          states: { a: region("failed"), b: region("ok") },
        },
        over: { type: "final" },
      },
    });
    const history = [step(1, "work.a.busy", "OK", "work.a.failed")];
    const told: Told = { status: "active", activeStates: ["work.b.busy"], history };
    expect(marksIn(both, told).states["work.a.failed"]?.mark).toBe("failed");
  });

  it("calls an end that makes a dead letter by its name", () => {
    const history = [
      ...ORDER_42,
      step(5, "compensating.reserve", "error.platform.compensate_reserve", "compensationFailed"),
    ];
    const names = stateNames({ history, status: "done", activeStates: ["compensationFailed"] });
    expect(names.compensationFailed).toBe("dead");
    expect(names["compensating.reserve"]).toBe("failed");
  });

  it("shows the instance as of an earlier step when later ones are left off", () => {
    const names = stateNames({
      history: ORDER_42.slice(0, 2),
      activeStates: ["steps.reserveRetrying"],
    });
    expect(names).toMatchObject({
      "steps.reserve": "failed",
      "steps.reserveRetrying": "active",
      "steps.charge": "rest",
      failed: "possible",
    });
  });
});

describe("marksOf", () => {
  const chart = parseChart({
    id: "parcel",
    initial: "packing",
    states: {
      packing: {
        type: "parallel",
        onDone: "sent",
        states: {
          goods: {
            initial: "picking",
            states: {
              picking: { invoke: { src: "pack", onDone: "packed" } },
              packed: { type: "final" },
            },
          },
          label: {
            initial: "printing",
            states: { printing: { on: { PRINTED: "printed" } }, printed: { type: "final" } },
          },
        },
      },
      sent: { after: { 5000: "stored" } },
      stored: {},
    },
  });
  const packing: Told = {
    status: "active",
    activeStates: ["packing.goods.packed", "packing.label.printing"],
    history: [
      {
        revision: 0,
        transitions: [],
        entered: ["packing", "packing.goods", "packing.goods.picking", "packing.label"],
        at: at(0),
      },
      step(
        1,
        "packing.goods.picking",
        "done.invoke.0.parcel.packing.goods.picking",
        "packing.goods.packed",
      ),
    ],
  };

  it("keeps one token a region, a finished one green, and does not wait for what follows of itself", () => {
    const { states, tokens } = marksIn(chart, packing);
    expect(tokens).toHaveLength(2);
    expect(states["packing.goods.packed"]?.mark).toBe("done");
    expect(states["packing.label.printing"]?.mark).toBe("active");
    expect(states["packing.label.printed"]?.mark).toBe("possible");
    expect(states.sent?.mark).toBe("rest");
    expect(states.stored?.mark).toBe("rest");
  });

  it("calls a state without a way on stuck", () => {
    const { states } = marksIn(chart, { ...packing, activeStates: ["stored"] });
    expect(states.stored?.mark).toBe("stuck");
    expect(states.packing?.mark).toBe("visited");
    expect(states.sent?.mark).toBe("unreachable");
  });

  it("calls a state that only waits for its timer waiting, and overdue when that has passed", () => {
    const timers = [{ state: "sent", label: "after.5000", dueAt: at(30), running: true }];
    const sent = { ...packing, activeStates: ["sent"], timers };
    expect(marksIn(chart, { ...sent, now: at(10) }).states.sent).toMatchObject({
      mark: "waiting",
      timer: { label: "after.5000", dueAt: at(30), running: true },
    });
    expect(marksIn(chart, { ...sent, now: at(50) }).states.sent?.mark).toBe("overdue");
  });

  it("draws a step that threw as an arrow that never arrived, until it does", () => {
    const threw = {
      ...step(2, "packing.label.printing", "PRINTED", "packing.label.printed"),
      failed: true,
    };
    const id = "packing.label.printing|PRINTED|0";
    const broken = marksIn(chart, { ...packing, history: [...packing.history, threw] });
    expect(broken.transitions[id]).toBe("broken");
    expect(broken.states["packing.label.printed"]?.visits).toBeUndefined();
    const again = { ...threw, failed: false, revision: 3 };
    const mended = marksIn(chart, { ...packing, history: [...packing.history, threw, again] });
    expect(mended.transitions[id]).not.toBe("broken");
  });

  it("says nothing of a chart that has not begun but what can be reached", () => {
    const { states } = marksIn(chart, {
      ...packing,
      history: [],
      activeStates: ["packing.goods.picking", "packing.label.printing"],
    });
    expect(states.sent?.mark).toBe("rest");
    expect(states["packing.goods.packed"]?.mark).toBe("possible");
  });

  it("counts on from what was counted before the steps that are told", () => {
    const told = [...packing.history];
    const whole = marksIn(chart, packing);
    for (let cut = 1; cut < told.length; cut += 1) {
      const earlier = tallyOf(told.slice(0, cut));
      const marks = marksIn(chart, { ...packing, earlier, history: told.slice(cut) });
      expect(marks).toEqual(whole);
    }
    const late = told.map((one) => ({ ...one, revision: one.revision + 7 }));
    expect(marksIn(chart, { ...packing, history: late }).countedFrom).toBe(7);
  });
});

/** What the server counts of steps that it does not list. */
function tallyOf(steps: readonly StepFact[]): NonNullable<InstanceFacts["earlier"]> {
  const entered = steps.flatMap((one) => one.entered.map((path) => ({ path, lastAt: one.at })));
  const visits = [...new Set(entered.map(({ path }) => path))].map((path) => {
    const own = entered.filter((one) => one.path === path);
    return { path, count: own.length, lastAt: own.at(-1)?.lastAt ?? at(0) };
  });
  const taken = steps.flatMap((one) =>
    one.transitions.map((transition) => ({ ...transition, lastAt: one.at })),
  );
  return { visits, taken };
}
