import { chartGraph, parseChart } from "@sagascope/core/charts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { NO_MARKS } from "../marks/chart-marks.ts";
import { ChartDrawing } from "./chart-drawing.tsx";

afterEach(cleanup);

const GRAPH = chartGraph(parseChart({ id: "order", initial: "open", states: { open: {} } }));

describe("ChartDrawing", () => {
  it("says where a token stands that the chart has no state for", () => {
    render(<ChartDrawing graph={GRAPH} marks={{ ...NO_MARKS, tokens: ["open", "held"] }} />);
    expect(screen.getByRole("alert").textContent).toContain("This chart has no state held.");
  });

  it("says nothing while every token has its state", () => {
    render(<ChartDrawing graph={GRAPH} marks={{ ...NO_MARKS, tokens: ["open"] }} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
