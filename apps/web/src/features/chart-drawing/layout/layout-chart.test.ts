import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import charts from "../../../../../../packages/core/golden/charts.json" with { type: "json" };
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { overlap } from "../../../lib/geometry.ts";
import type { ChartLayout, PlacedNode } from "./chart-layout.ts";
import { layoutChart } from "./layout-chart.ts";
import { faultsOf } from "./testing/layout-faults.ts";

const TIMEOUT_MS = 120_000; // ELK computes long on a slow machine
const layoutOf = (chart: unknown) => layoutChart(chartGraph(parseChart(chart)));
const node = (layout: ChartLayout, path: string): PlacedNode => {
  const found = layout.nodes.find((one) => one.path === path);
  if (!found) throw new Error(`no state ${path}`);
  return found;
};

/** Nothing lies on anything else, everything in its container, every arrow from its source to its target. */
function expectClean(layout: ChartLayout) {
  expect(faultsOf(layout)).toEqual([]);
}

describe("layoutChart", { timeout: TIMEOUT_MS }, () => {
  it.each(sagas.map(({ name, chart }) => [name, chart] as const))(
    "draws the saga %s in two lanes without anything on anything else",
    async (_name, chart) => {
      const layout = await layoutOf(chart);
      expect(layout.by).toBe("saga");
      expectClean(layout);
    },
  );

  it.each(
    charts
      .filter(({ name }) => !name.startsWith("saga"))
      .map(({ name, chart }) => [name, chart] as const),
  )("draws the chart %s without anything on anything else", async (_name, chart) => {
    const layout = await layoutOf(chart);
    expect(layout.by).toBe("elk");
    expectClean(layout);
  });

  it("puts each undo under the step that it undoes, and the failed end under the start", async () => {
    const layout = await layoutOf(
      sagas.find(({ name }) => name === "doc_fulfil_start_event")?.chart,
    );
    const [step, undo] = [node(layout, "steps.reserve"), node(layout, "compensating.reserve")];
    expect(undo.box.x).toBe(step.box.x);
    expect(undo.box.y).toBeGreaterThan(step.box.y + step.box.height);
    const [idle, failed] = [node(layout, "idle"), node(layout, "failed")];
    expect(failed.box.x).toBe(idle.box.x);
    expect(failed.box.y).toBeGreaterThan(idle.box.y);
    expect(node(layout, "completed").box.x).toBeGreaterThan(step.box.x + step.box.width);
  });

  it("says of a step without an undo that it has none", async () => {
    const layout = await layoutOf(sagas.find(({ name }) => name === "gap_in_compensations")?.chart);
    expect(layout.notes.map(({ text }) => text)).toEqual([
      "b has no undo",
      "d has no undo",
      "e has no undo",
    ]);
  });

  it("enters a container at its first child and marks where the arrow crosses its outline", async () => {
    const layout = await layoutOf(
      sagas.find(({ name }) => name === "doc_fulfil_start_event")?.chart,
    );
    const start = layout.edges.find(({ from }) => from === "idle");
    expect(start).toMatchObject({ to: "steps.reserve", lines: ["START"] });
    expect(start?.dots).toEqual([{ x: node(layout, "steps").box.x, y: start?.points[0]?.y }]);
  });

  it("draws one arrow for all transitions between the same two states", async () => {
    const layout = await layoutOf(sagas.find(({ name }) => name === "doc_fulfil_immediate")?.chart);
    const wait = layout.edges.find(({ to }) => to === "steps.reserveRetrying");
    expect(wait?.transitions).toEqual([
      "steps.reserve|after.5000|0",
      "steps.reserve|error.platform.reserve|0",
    ]);
    expect(wait?.lines).toEqual(["error,", "or after 5 s"]);
  });

  it("stacks regions, at one width, with a line between them", async () => {
    const region = (name: string) => ({
      initial: name,
      states: { [name]: { on: { GO: "end" } }, end: { type: "final" } },
    });
    const layout = await layoutOf({
      id: "parcel",
      initial: "both",
      states: {
        both: {
          type: "parallel",
          states: { a: region("a1"), b: region("aMuchLongerName") },
          onDone: "sent",
        },
        sent: {},
      },
    });
    const [a, b, both] = [node(layout, "both.a"), node(layout, "both.b"), node(layout, "both")];
    expect([a.box.x, a.box.width]).toEqual([b.box.x, b.box.width]);
    expect(a.box.width).toBe(both.box.width);
    expect(overlap(a.box, b.box)).toBe(false);
    const [line] = layout.separators;
    const upper = Math.min(a.box.y + a.box.height, b.box.y + b.box.height);
    expect(line?.[0].y).toBeGreaterThanOrEqual(upper);
    expect(layout.starts).toHaveLength(3);
  });

  it("draws transitions into a container's own children, loops, history and transitions from anywhere", async () => {
    const layout = await layoutOf({
      id: "odd",
      initial: "a",
      on: { CANCEL: ".z" },
      states: {
        a: {
          initial: "b",
          on: { RESET: ".b", OUT: "z" },
          states: {
            b: { on: { ME: { target: "b", reenter: true }, X: "c", STAY: { actions: [] } } },
            c: {},
            back: { type: "history" },
          },
        },
        z: { on: { AGAIN: "a.back" } },
      },
    });
    expectClean(layout);
    const froms = layout.edges.map(({ from, to }) => `${from} ${to}`);
    expect(froms).toEqual(expect.arrayContaining([" z", "a a.b", "a.b a.b", "z a.back"]));
    for (const edge of layout.edges) expect(edge.points.length, edge.id).toBeGreaterThanOrEqual(2);
  });

  it("falls back to tracks where ELK gives up", async () => {
    const graph = chartGraph(parseChart(charts[0]?.chart));
    const layout = await layoutChart(graph, async () => {
      throw new RangeError("Maximum call stack size exceeded");
    });
    expect(layout.by).toBe("tracks");
    expectClean(layout);
  });

  it("lays out the same chart the same way each time", async () => {
    const chart = charts[0]?.chart;
    expect(await layoutOf(chart)).toEqual(await layoutOf(chart));
  });
});
