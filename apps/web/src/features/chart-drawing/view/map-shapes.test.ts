import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { buildDrawing } from "../build/build-drawing.ts";
import { layoutInTracks } from "../layout/layout-in-tracks.ts";
import { largeCharts } from "../layout/testing/large-charts.ts";
import { NO_MARKS } from "../marks/chart-marks.ts";
import { centredOn, mapShapes, outOfSight } from "./map-shapes.ts";

const layout = layoutInTracks(buildDrawing(chartGraph(parseChart(largeCharts(200).nested))));
const PLACE = { clientWidth: 400, clientHeight: 300 };

describe("mapShapes", () => {
  it("draws hundreds of states as one shape a colour, containers first, and the token's own", () => {
    const marks = { ...NO_MARKS, states: { "g0.a0": { mark: "active" } } as const };
    const shapes = mapShapes(layout, marks);
    expect(shapes.map(({ colour }) => colour)).toEqual([
      "var(--surface-3)",
      "var(--blue)",
      "var(--line-control)",
    ]);
    const count = (path = "") => path.split("z").length - 1;
    expect(shapes.map(({ path }) => count(path))).toEqual([20, 1, 179]);
  });

  it("tells what differs from another chart", () => {
    const differences = { states: { "g0.a1": "added" }, transitions: {} } as const;
    const shapes = mapShapes(layout, { ...NO_MARKS, differences });
    expect(shapes.map(({ colour }) => colour)).toContain("var(--green)");
  });
});

describe("outOfSight", () => {
  it("is the drawing without what the window shows", () => {
    expect(outOfSight({ width: 800, height: 600 }, PLACE, { x: -100, y: -50, zoom: 2 })).toBe(
      "M0 0h800v600h-800zM50 25h200v150h-200z",
    );
  });
});

describe("centredOn", () => {
  it("shows a place in the middle at the zoom that is there", () => {
    expect(centredOn({ x: 100, y: 200 }, PLACE, 2)).toEqual({ x: 0, y: -250, zoom: 2 });
  });
});
