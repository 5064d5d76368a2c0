import { chartGraph, parseChart } from "@sagascope/core/charts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import charts from "../../../../../../packages/core/golden/charts.json" with { type: "json" };
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { buildDrawing } from "../build/build-drawing.ts";
import { layoutChart } from "./layout-chart.ts";
import { layoutInTracks } from "./layout-in-tracks.ts";
import { largeCharts } from "./testing/large-charts.ts";
import { faultsOf } from "./testing/layout-faults.ts";
import { wordyCharts } from "./testing/wordy-charts.ts";

const TIMEOUT_MS = 300_000; // a property's runs take as long as the machine is slow
const graphOf = (chart: unknown) => chartGraph(parseChart(chart));
const inTracks = (chart: unknown) => layoutInTracks(buildDrawing(graphOf(chart)));

describe("layoutInTracks", () => {
  it.each([...charts, ...sagas].map(({ name, chart }) => [name, chart] as const))(
    "draws %s without anything on anything else, every label included",
    (_name, chart) => {
      const layout = inTracks(chart);
      expect(faultsOf(layout)).toEqual([]);
    },
  );

  it("lays nothing on anything else in charts drawn at random, and leaves no arrow without its event", {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(wordyCharts, (chart) => {
        expect(faultsOf(inTracks(chart))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("makes room on the left of a container for the labels of its own arrows to states in it", () => {
    const { nodes, edges } = inTracks({
      id: "m",
      initial: "a",
      states: {
        a: {
          initial: "b",
          on: { RESET: ".b", SKIP_ALL_OF_IT: ".c" },
          states: { b: { on: { X: "c" } }, c: {} },
        },
      },
    });
    const left = nodes.find(({ path }) => path === "a")?.box.x ?? 0;
    const own = edges.filter(({ from }) => from === "a");
    expect(own.map(({ label }) => label?.lines)).toEqual([["RESET"], ["SKIP_ALL_OF_IT"]]);
    for (const { label, points } of own) {
      expect(points[0]?.x).toBe(left);
      expect(label?.box.x).toBe(left + 5);
      expect((label?.box.y ?? 0) + (label?.box.height ?? 0)).toBeLessThan(points[0]?.y ?? 0);
    }
  });

  it.each(Object.entries(largeCharts(200)))(
    "draws a %s of two hundred states as a page with every label, and not as a ribbon",
    async (_name, chart) => {
      const layout = await layoutChart(graphOf(chart));
      expect(layout.by).toBe("tracks");
      expect(faultsOf(layout)).toEqual([]);
      expect(layout.edges.filter(({ lines, label }) => lines.length > 0 && !label)).toEqual([]);
      expect(layout.width / layout.height).toBeLessThan(4);
      expect(layout.height / layout.width).toBeLessThan(4);
    },
    TIMEOUT_MS,
  );

  it("lets arrows to one state join on their way", () => {
    const states = { a: { on: { STOP: "z" } }, b: { on: { STOP: "z" } }, z: {} };
    const { edges } = inTracks({
      id: "m",
      initial: "a",
      states: { ...states, a: { on: { STOP: "z", GO: "b" } } },
    });
    const ends = edges.filter(({ to }) => to === "z").map(({ points }) => points.at(-1));
    expect(ends[0]).toEqual(ends[1]);
  });
});

describe("layoutChart", () => {
  it("lays nothing on anything else in charts drawn at random and leaves no arrow without its event, also with ELK", {
    timeout: TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(wordyCharts, async (chart) => {
        expect(faultsOf(await layoutChart(graphOf(chart)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
