import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { raise } from "xstate";
import { StepFailedError } from "../instances/errors.ts";
import {
  type EngineEvent,
  type MachineEvent,
  serviceDone,
  serviceFailed,
  timerFired,
} from "../instances/machine-events.ts";
import { startInstance, stepInstance } from "../instances/step.ts";
import type { StepResult } from "../instances/step-result.ts";
import { RANDOM_EVENTS, RANDOM_NAMES, randomCharts } from "../testing/random-chart.ts";
import { type CompiledMachine, compileChart } from "./compile-chart.ts";
import { chartGraph } from "./graph.ts";
import { parseChart } from "./parse-chart.ts";
import { type Reachability, reachabilityOf } from "./reachability.ts";

const STEPS_MAX = 14;
const WALKS = 150;
const TIMEOUT_MS = 120_000;
const FAILED = "error.platform.";

/** What an instance waits for. */
interface Waiting {
  readonly services: ReadonlySet<string>;
  readonly timers: ReadonlyMap<string, string>;
}

/** A chart whose guard tosses a coin: whatever reachability takes to be open, open it is. */
function machineOf(chart: object, seed: number): CompiledMachine {
  let state = seed;
  const toss = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % 65_536 < 32_768;
  };
  return compileChart(parseChart(chart), {
    guards: { [RANDOM_NAMES.guard]: toss },
    services: { [RANDOM_NAMES.service]: async () => null },
    actions: { [RANDOM_NAMES.action]: raise({ type: "E" }) },
  });
}

function eventsFor({ services, timers }: Waiting): readonly (MachineEvent | EngineEvent)[] {
  return [
    ...RANDOM_EVENTS.map((type) => ({ type })),
    ...[...services].flatMap((ref) => [
      serviceDone(ref, null),
      serviceFailed(ref, { name: "Error", message: "failed" }),
    ]),
    ...[...timers.values()].map((event) => timerFired({ event })),
  ];
}

function waitingAfter(before: Waiting, event: EngineEvent, step: StepResult): Waiting {
  const services = new Set(before.services);
  const timers = new Map(before.timers);
  services.delete(event.actorId ?? "");
  for (const ref of step.stoppedEffects) services.delete(ref);
  for (const { kind, ref } of step.effects) if (kind === "invoke") services.add(ref);
  for (const [ref, type] of timers) if (type === event.type) timers.delete(ref);
  for (const ref of step.stoppedTimers) timers.delete(ref);
  for (const { ref, event: type } of step.timers) timers.set(ref, type);
  return { services, timers };
}

/** Walk a chart; what a step that fails would have done is never seen, as in the engine. */
function walk(machine: CompiledMachine, choices: readonly number[]): readonly StepResult[] {
  const none: Waiting = { services: new Set(), timers: new Map() };
  const first = orFailed(() => startInstance(machine));
  if (first === undefined) return [];
  const steps = [first];
  let last = first;
  let waiting = waitingAfter(none, { type: "" }, first);
  for (const choice of choices) {
    const events = eventsFor(waiting);
    const event = events[choice % events.length] as EngineEvent;
    const next = orFailed(() => stepInstance(machine, last.snapshot, event));
    if (next === undefined) continue;
    if (last.status === "done") break;
    waiting = waitingAfter(waiting, event, next);
    steps.push(next);
    last = next;
  }
  return steps;
}

function orFailed(act: () => StepResult): StepResult | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof StepFailedError) return undefined;
    throw error;
  }
}

const walks = fc.record({
  chart: randomCharts,
  seed: fc.nat(),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: STEPS_MAX }),
});

/** What a step did that was not foretold, in words; nothing if all of it was. */
type Surprises = (foretold: Reachability, step: StepResult, isNext: boolean) => readonly string[];

/** Walk many charts, and hold each step against what was foretold at every moment before it. */
function expectNoSurprise(surprisesOf: Surprises): void {
  fc.assert(
    fc.property(walks, ({ chart, seed, choices }) => {
      const machine = machineOf(chart, seed);
      const steps = walk(machine, choices);
      const foretold = steps.map(({ states }) => reachabilityOf(machine.chart, states));
      const surprises = steps.flatMap((step, at) =>
        foretold
          .slice(0, at)
          .flatMap((reach, before) =>
            surprisesOf(reach, step, before === at - 1).map((what) => `${before} > ${at}: ${what}`),
          ),
      );
      expect(surprises).toEqual([]);
    }),
    { numRuns: WALKS },
  );
}

describe("what reachabilityOf foretells of random charts", () => {
  it("holds every state that a walk enters afterwards", { timeout: TIMEOUT_MS }, () => {
    expectNoSurprise(({ reachable, unreachable }, { entered, states }) => [
      ...entered.filter((path) => path !== "" && !reachable.includes(path)),
      ...states.filter((path) => unreachable.includes(path)),
    ]);
  });

  it("holds the transition that the next step takes first", { timeout: TIMEOUT_MS }, () => {
    expectNoSurprise(({ possibleNext }, { transitions: [first] }, isNext) =>
      isNext && first !== undefined && !possibleNext.some(({ id }) => id === first.id)
        ? [first.id]
        : [],
    );
  });

  it("holds every service that is called afterwards, and whether its failure is handled", {
    timeout: TIMEOUT_MS,
  }, () => {
    expectNoSurprise(({ mayStillFail }, { effects, transitions }) => [
      ...effects
        .filter(
          ({ kind, ref }) =>
            kind === "invoke" && !mayStillFail.some(({ invoke }) => invoke === ref),
        )
        .map(({ ref }) => ref),
      ...transitions
        .map(({ event }) => event)
        .filter((event) => event.startsWith(FAILED))
        .filter((event) => {
          const risk = mayStillFail.find(({ invoke }) => event === `${FAILED}${invoke}`);
          return risk?.isHandled !== true;
        }),
    ]);
  });

  it("tells each state as active, reachable or unreachable, and nothing of an instance that has ended", {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(walks, ({ chart, seed, choices }) => {
        const machine = machineOf(chart, seed);
        const { states: all } = chartGraph(machine.chart);
        for (const { status, states } of walk(machine, choices)) {
          const reach = reachabilityOf(machine.chart, states);
          const { possibleNext, reachable, unreachable, mayStillFail } = reach;
          if (status === "done") {
            expect([possibleNext, reachable, mayStillFail]).toEqual([[], [], []]);
          }
          expect(reachable.filter((path) => unreachable.includes(path))).toEqual([]);
          const untold = all
            .filter(({ path, kind }) => path !== "" && kind !== "history")
            .map(({ path }) => path)
            .filter((path) => !reachable.includes(path) && !unreachable.includes(path));
          const isActive = (path: string) =>
            states.some((leaf) => `${leaf}.`.startsWith(`${path}.`));
          expect(untold.filter((path) => !isActive(path))).toEqual([]);
        }
      }),
      { numRuns: WALKS },
    );
  });

  it("are charts that are worth it: much is taken, much cannot be reached any more", () => {
    let taken = 0;
    let unreachable = 0;
    fc.assert(
      fc.property(walks, ({ chart, seed, choices }) => {
        const machine = machineOf(chart, seed);
        for (const { transitions, states } of walk(machine, choices)) {
          taken += transitions.length;
          unreachable += reachabilityOf(machine.chart, states).unreachable.length;
        }
      }),
      { numRuns: WALKS },
    );
    expect(taken).toBeGreaterThan(WALKS);
    expect(unreachable).toBeGreaterThan(WALKS);
  });
});
