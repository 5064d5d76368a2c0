import { chartGraph, parseChart } from "@sagascope/core/charts";
import { beforeAll, describe, expect, it } from "vitest";
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { buildDrawing } from "../build/build-drawing.ts";
import type { ChartLayout } from "../layout/chart-layout.ts";
import { layoutChart } from "../layout/layout-chart.ts";
import { layoutInTracks } from "../layout/layout-in-tracks.ts";
import { NO_MARKS } from "../marks/chart-marks.ts";
import { neighbourOf, nestedOf } from "./neighbour-of.ts";
import { arrowMark, labelTexts, tokensOf } from "./styled-chart.ts";
import { fittingViewport, showingViewport } from "./viewport.ts";

let layout: ChartLayout;
beforeAll(async () => {
  const chart = sagas.find(({ name }) => name === "doc_fulfil_start_event")?.chart;
  layout = await layoutChart(chartGraph(parseChart(chart)));
});

describe("neighbourOf", () => {
  it("follows the arrows of a saga, back and forth", () => {
    expect(neighbourOf(layout, "idle", "ArrowRight")).toBe("steps.reserve");
    expect(neighbourOf(layout, "steps.reserve", "ArrowRight")).toBe("steps.charge");
    expect(neighbourOf(layout, "steps.charge", "ArrowRight")).toBe("completed");
    expect(neighbourOf(layout, "steps.charge", "ArrowDown")).toBe("compensating.reserve");
    expect(neighbourOf(layout, "compensating.reserve", "ArrowLeft")).toBe("failed");
  });

  it("goes to the nearest state where no arrow leads that way, and nowhere at the edge", () => {
    expect(neighbourOf(layout, "failed", "ArrowUp")).toBe("steps.reserve");
    expect(neighbourOf(layout, "idle", "ArrowLeft")).toBeUndefined();
  });
});

describe("nestedOf", () => {
  it("goes out to the container around a state and in again, so that no state is without a key", () => {
    expect(nestedOf(layout, "steps.charge", "ArrowUp")).toBe("steps");
    expect(nestedOf(layout, "steps", "ArrowDown")).toBe("steps.reserve");
    expect(nestedOf(layout, "idle", "ArrowUp")).toBeUndefined();
    expect(neighbourOf(layout, "steps", "ArrowRight")).toBeDefined();
  });
});

describe("fittingViewport", () => {
  const place = { clientWidth: 400, clientHeight: 300 };
  const chart = { width: 800, height: 300, nodes: [] };

  it("shows all of a chart in the middle of its place", () => {
    expect(fittingViewport(chart, place, 0.1, [])).toEqual({ zoom: 0.5, x: 0, y: 75 });
  });

  it("keeps a large chart readable and starts where its token is", () => {
    expect(fittingViewport(chart, place, 1, [])).toEqual({ zoom: 1, x: 0, y: 0 });
    const token = layout.nodes.find(({ path }) => path === "completed")?.path ?? "";
    const view = fittingViewport(layout, place, 1, [token]);
    expect(view.x).toBe(400 - layout.width);
  });

  it("moves only if what is to be seen is out of sight", () => {
    const now = { zoom: 1, x: 0, y: 0 };
    const box = { x: 10, y: 10, width: 100, height: 40 };
    expect(showingViewport(box, place, now)).toBe(now);
    expect(showingViewport({ ...box, x: 900 }, place, now)).toEqual({ zoom: 1, x: -750, y: 120 });
  });
});

describe("what is drawn", () => {
  it("gives an arrow the strongest mark of its transitions", () => {
    const marks = {
      ...NO_MARKS,
      transitions: { a: "visited", b: "failed", c: "untaken" },
    } as const;
    expect(arrowMark({ transitions: ["a", "b"] }, marks)).toBe("failed");
    expect(arrowMark({ transitions: ["c", "a"] }, marks)).toBe("visited");
    expect(arrowMark({ transitions: ["x"] }, marks)).toBe("rest");
  });

  it("puts a token on the upper right corner of its state and keeps its key while it moves", () => {
    const at = (path: string) => tokensOf(layout, { ...NO_MARKS, tokens: [path] })[0];
    const box = layout.nodes.find(({ path }) => path === "steps.charge")?.box;
    expect(at("steps.charge")).toMatchObject({ x: (box?.x ?? 0) + (box?.width ?? 0), y: box?.y });
    expect(at("idle")?.key).toBe(at("steps.charge")?.key);
  });

  it("gives the tokens of parallel states without regions in them keys of their own", () => {
    const chart = { id: "house", type: "parallel", states: { lamp: {}, bell: {} } };
    const house = layoutInTracks(buildDrawing(chartGraph(parseChart(chart))));
    const keys = tokensOf(house, { ...NO_MARKS, tokens: ["lamp", "bell"] }).map(({ key }) => key);
    expect(keys).toEqual(["lamp", "bell"]);
  });

  it("says on the arrow what failed if there is room for it", () => {
    const edge = layout.edges.find(({ from, to }) => from === "steps.charge" && to !== "completed");
    if (!edge) throw new Error("no such arrow");
    const label = (text: string, mark: "failed" | "untaken") => {
      const fact = { kind: "text", text } as const;
      const states = { "steps.charge": { mark: "failed", fact } } as const;
      const transitions = Object.fromEntries(edge.transitions.map((id) => [id, mark]));
      return labelTexts(layout, { ...NO_MARKS, states, transitions }).get(edge.id);
    };
    expect(label("declined", "failed")).toEqual(["error: declined"]);
    expect(label("declined", "untaken")).toEqual(["error"]);
    expect(label("a".repeat(80), "failed")).toEqual(["error"]);
  });
});
