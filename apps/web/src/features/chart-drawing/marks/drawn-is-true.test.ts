// @vitest-environment node
import type { CompiledMachine } from "@sagascope/core";
import { chartGraph, reachabilityOf } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { lookOf } from "../../../ui/state-table.ts";
import { marksOf } from "./marks-of.ts";
import { fixtureCharts } from "./testing/fixture-charts.ts";
import { machineOf, randomFrom, startWalk, type Walk } from "./testing/random-walk.ts";

const RUNS = 10_000;
const STEPS_MAX = 12;
const TIMEOUT_MS = 600_000; // thousands of walks take as long as the machine is slow

/** The states without children that a drawing shows a token on; ends hold one and have looks of their own. */
function drawnActive({ chart }: CompiledMachine, { history, last }: Walk): readonly string[] {
  const graph = chartGraph(chart);
  const marks = marksOf({
    graph,
    activeStates: last.states,
    reachability: reachabilityOf(chart, last.states),
    status: last.status,
    history,
  });
  const parents = new Set(graph.states.map(({ parent }) => parent));
  return graph.states
    .filter(({ path }) => path !== "" && !parents.has(path))
    .filter(({ path, kind }) => {
      const mark = marks.states[path]?.mark ?? "rest";
      return kind === "final" ? marks.tokens.includes(path) && mark !== "rest" : lookOf(mark).token;
    })
    .map(({ path }) => path)
    .sort();
}

describe("what a drawing shows as active", () => {
  it(`is what the engine's snapshot says, in ${RUNS} random runs over every fixture chart`, {
    timeout: TIMEOUT_MS,
  }, () => {
    const random = randomFrom(42);
    const machines = fixtureCharts().map(({ name, chart }) => ({
      name,
      machine: machineOf(chart, random),
    }));
    const seen = new Set<string>();
    const together = new Set<string>();
    const lies: string[] = [];
    for (let turn = 0, run = 0; run < RUNS; turn += 1) {
      const { name, machine } = machines[turn % machines.length] ?? unreachable();
      const walk = startWalk(machine);
      if (walk === undefined) continue;
      run += 1;
      const length = random(STEPS_MAX + 1);
      for (let at = 0; at < length && walk.step(random); at += 1);
      const states = walk.last.states.join(", ");
      const drawn = drawnActive(machine, walk).join(", ");
      seen.add(`${name}: ${states}`);
      if (walk.last.states.length > 1) together.add(name);
      if (drawn !== states) lies.push(`${name}: drawn ${drawn}, is in ${states}`);
    }
    expect([...new Set(lies)]).toEqual([]);
    // The walks went somewhere: to most states of the charts that were written, ends and compensations among them.
    const written = machines.filter(({ name }) => !isRandom(name)).length;
    expect([...seen].filter((name) => !isRandom(name)).length).toBeGreaterThan(written * 4);
    expect(together).toContain("parallel");
    expect(together.size).toBeGreaterThan(10);
  });
});

function unreachable(): never {
  throw new Error("there are no fixture charts");
}

function isRandom(name: string): boolean {
  return name.startsWith("random ");
}
