import { chartGraph, parseChart } from "@sagascope/core/charts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChartDrawing } from "./chart-drawing.tsx";

const LIMIT_MS = 45_000;
const GRAPH = chartGraph(parseChart({ id: "order", initial: "open", states: { open: {} } }));

let started: { terminated: boolean }[] = [];

/** A worker that is there and never says anything. */
class SilentWorker {
  terminated = false;
  constructor() {
    started.push(this);
  }
  addEventListener() {}
  postMessage() {}
  terminate() {
    this.terminated = true;
  }
}

beforeEach(() => {
  started = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", SilentWorker);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("ChartDrawing, whose layout worker stays silent", () => {
  it("says so after a while, and tries again with a new worker when asked to", async () => {
    render(<ChartDrawing graph={GRAPH} />);
    await act(() => vi.advanceTimersByTimeAsync(LIMIT_MS - 1));
    expect(screen.queryByRole("alert")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("alert").textContent).toContain(
      "Nothing came back within 45 s. The table shows the same facts.",
    );
    expect(started.map(({ terminated }) => terminated)).toEqual([true]);
    await act(async () => {
      fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    });
    expect(screen.queryByRole("alert")).toBeNull();
    expect(started.map(({ terminated }) => terminated)).toEqual([true, false]);
    await act(() => vi.advanceTimersByTimeAsync(LIMIT_MS));
    screen.getByRole("alert");
  });
});
