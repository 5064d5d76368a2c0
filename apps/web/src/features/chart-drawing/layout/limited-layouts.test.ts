import { chartGraph, parseChart } from "@sagascope/core/charts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildDrawing } from "../build/build-drawing.ts";
import { layoutChart } from "./layout-chart.ts";
import { layoutInTracks } from "./layout-in-tracks.ts";
import { type LayoutWorker, limitedElk, limitedLayouts } from "./limited-layouts.ts";

const graph = chartGraph(parseChart({ id: "m", initial: "a", states: { a: {} } }));
const laidOut = layoutInTracks(buildDrawing(graph));
const LIMIT_MS = 1_000;
const silent = (): Promise<never> => new Promise(() => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Layouts by workers that answer as told, one after the other, and what was done with them. */
function layoutsBy(...workers: readonly LayoutWorker["layout"][]) {
  const done = { started: 0, stopped: 0 };
  const start = () => {
    const layout = workers[done.started] ?? silent;
    const stop = () => {
      done.stopped += 1;
    };
    done.started += 1;
    return { layout, stop };
  };
  return { ...limitedLayouts(start, LIMIT_MS), done };
}

describe("limitedLayouts", () => {
  it("ends a worker that stays silent, says so, and has a new one when it is tried again", async () => {
    const { layout, done } = layoutsBy(silent, async () => laidOut);
    const first = expect(layout(graph)).rejects.toThrow("Nothing came back within 1 s");
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await first;
    expect(done).toEqual({ started: 1, stopped: 1 });
    expect(await layout(graph)).toBe(laidOut);
    expect(done).toEqual({ started: 2, stopped: 1 });
  });

  it("keeps a worker that answers, and ends nothing afterwards", async () => {
    const { prepare, layout, done } = layoutsBy(async () => laidOut);
    prepare();
    expect(done.started).toBe(1);
    await layout(graph);
    await layout(graph);
    await vi.advanceTimersByTimeAsync(2 * LIMIT_MS);
    expect(done).toEqual({ started: 1, stopped: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes on what a worker fails with", async () => {
    const { layout, done } = layoutsBy(() => Promise.reject(new Error("torn")));
    await expect(layout(graph)).rejects.toThrow("torn");
    expect(done.stopped).toBe(0);
  });
});

describe("limitedElk", () => {
  it("has a chart drawn without ELK when that stays silent", async () => {
    const layout = layoutChart(graph, limitedElk(silent, LIMIT_MS));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect((await layout).by).toBe("tracks");
    expect(vi.getTimerCount()).toBe(0);
  });
});
