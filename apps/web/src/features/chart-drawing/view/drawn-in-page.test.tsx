import { chartGraph, reachabilityOf } from "@sagascope/core/charts";
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { lookOf, type StateName } from "../../../ui/state-table.ts";
import { buildDrawing } from "../build/build-drawing.ts";
import { layoutInTracks } from "../layout/layout-in-tracks.ts";
import { marksOf } from "../marks/marks-of.ts";
import { shapeCharts } from "../marks/testing/fixture-charts.ts";
import { machineOf, randomFrom, Walk } from "../marks/testing/random-walk.ts";
import { StateButtons } from "./state-buttons.tsx";
import { Tokens } from "./tokens.tsx";

afterEach(cleanup);

const RUNS = 12; // of each chart: the model test makes thousands
const STEPS_MAX = 8;
const TIMEOUT_MS = 300_000; // pages take as long as the machine is slow
const AT = new Date(0);

describe("what stands in the page", () => {
  it("has one token a state that the engine's snapshot names, and marks those states and no others as active", {
    timeout: TIMEOUT_MS,
  }, () => {
    const random = randomFrom(7);
    const lies: string[] = [];
    let several = 0;
    for (const { name, chart } of shapeCharts()) {
      const machine = machineOf(chart, random);
      const graph = chartGraph(machine.chart);
      const layout = layoutInTracks(buildDrawing(graph));
      for (let run = 0; run < RUNS; run += 1) {
        const walk = new Walk(machine);
        for (let at = random(STEPS_MAX + 1); at > 0 && walk.step(random); at -= 1);
        const { states, status } = walk.last;
        const facts = { graph, activeStates: states, status, history: walk.history, now: AT };
        const marks = marksOf({ ...facts, reachability: reachabilityOf(machine.chart, states) });
        const { container } = render(
          <>
            <StateButtons layout={layout} marks={marks} />
            <Tokens layout={layout} marks={marks} />
          </>,
        );
        const told = states.join(", ");
        const tokens = paths(container, "[data-token]", "token").join(", ");
        const active = activeIn(container, graph).join(", ");
        if (tokens !== told) lies.push(`${name}: tokens on ${tokens}, is in ${told}`);
        if (active !== told) lies.push(`${name}: marked ${active}, is in ${told}`);
        if (states.length > 1) several += 1;
        cleanup();
      }
    }
    expect([...new Set(lies)]).toEqual([]);
    expect(several).toBeGreaterThan(20);
  });
});

function paths(container: HTMLElement, selector: string, key: string): readonly string[] {
  const found = [...container.querySelectorAll<HTMLElement>(selector)];
  return found.map(({ dataset }) => dataset[key] ?? "").sort();
}

/** The states without children that the page says are active; an end that was come to has a look of its own. */
function activeIn(container: HTMLElement, graph: ReturnType<typeof chartGraph>) {
  const parents = new Set(graph.states.map(({ parent }) => parent));
  const kinds = new Map(graph.states.map(({ path, kind }) => [path, kind]));
  const tokens = new Set(paths(container, "[data-token]", "token"));
  return [...container.querySelectorAll<HTMLElement>("[data-state]")]
    .map(({ dataset }) => ({ path: dataset.state ?? "", mark: dataset.mark as StateName }))
    .filter(({ path }) => !parents.has(path))
    .filter(({ path, mark }) =>
      kinds.get(path) === "final" ? tokens.has(path) && mark !== "rest" : lookOf(mark).token,
    )
    .map(({ path }) => path)
    .sort();
}
