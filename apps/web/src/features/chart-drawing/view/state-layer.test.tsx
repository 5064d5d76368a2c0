import { chartGraph, parseChart } from "@sagascope/core/charts";
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildDrawing } from "../build/build-drawing.ts";
import { layoutInTracks } from "../layout/layout-in-tracks.ts";
import { largeCharts } from "../layout/testing/large-charts.ts";
import { NO_MARKS } from "../marks/chart-marks.ts";
import { ChartDrawing } from "./chart-drawing.tsx";
import { StateLayer } from "./state-layer.tsx";

const graph = chartGraph(parseChart(largeCharts(60).nested));
const layout = layoutInTracks(buildDrawing(graph));
const observed: Element[] = [];

/** Nobody is told of a size; what is listened to is noted. */
class NotingObserver {
  observe(element: Element) {
    observed.push(element);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  observed.length = 0;
  vi.stubGlobal("ResizeObserver", NotingObserver);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("StateLayer", () => {
  it("draws each state where the layout has it, as large as the layout says", () => {
    const { container } = render(<StateLayer layout={layout} marks={NO_MARKS} />);
    const drawn = [...container.querySelectorAll<HTMLElement>(".placed-state")];
    const px = (value: string) => Number.parseFloat(value);
    expect(
      drawn.map(({ style }) => [style.left, style.top, style.width, style.height].map(px)),
    ).toEqual(layout.nodes.map(({ box }) => [box.x, box.y, box.width, box.height]));
  });

  it("is not drawn again while layout and marks stay what they are", () => {
    let reads = 0;
    const marks = {
      ...NO_MARKS,
      get states() {
        reads += 1;
        return {};
      },
    };
    const { rerender } = render(<StateLayer layout={layout} marks={marks} />);
    expect(reads).toBe(layout.nodes.length);
    rerender(<StateLayer layout={layout} marks={marks} />);
    expect(reads).toBe(layout.nodes.length);
  });
});

describe("ChartDrawing", () => {
  it("measures no state, however many there are, and listens to the size of none", async () => {
    const { container } = render(<ChartDrawing graph={graph} />);
    await waitFor(() =>
      expect(container.querySelectorAll(".placed-state")).toHaveLength(layout.nodes.length),
    );
    expect(observed.filter((element) => element.closest(".placed-state"))).toEqual([]);
    expect(observed.length).toBeLessThan(6);
  });
});
