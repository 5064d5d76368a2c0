import { describe, expect, it } from "vitest";
import { overlap, type Point } from "../../../lib/geometry.ts";
import type { ChartLayout, PlacedEdge, PlacedNode } from "./chart-layout.ts";
import { fixedWords } from "./fixed-words.ts";
import { placeLabels } from "./place-labels.ts";
import { faultsOf } from "./testing/layout-faults.ts";

function state(path: string, x: number, y: number, over: Partial<PlacedNode> = {}): PlacedNode {
  const { width = 100, height = 44 } = over;
  return {
    ...{ path, name: path, kind: "atomic", history: undefined, parent: undefined, children: [] },
    ...{ isContainer: false, isRegion: false, invokes: [], hasTimer: false, isDeadLetter: false },
    ...{ width, height, depth: 0, box: { x, y, width, height } },
    ...over,
  };
}

/** Two states with one arrow between them, whose label stands at `label`. */
function layoutOf(label: Point | undefined, over: Partial<ChartLayout> = {}): ChartLayout {
  const [width, height] = [50, 14];
  const edge: PlacedEdge = {
    ...{ id: "a b", from: "a", to: "b", enters: [], transitions: ["t"], lines: ["PAY"], dots: [] },
    ...{ labelWidth: width, labelHeight: height },
    points: [
      { x: 110, y: 72 },
      { x: 300, y: 72 },
    ],
    label: label && { box: { ...label, width, height }, lines: ["PAY"] },
  };
  return {
    ...{ id: "m", width: 420, height: 160, starts: [], separators: [], notes: [], by: "elk" },
    nodes: [state("a", 10, 50, { hasTimer: true }), state("b", 300, 50)],
    edges: [edge],
    ...over,
  };
}

describe("placeLabels", () => {
  it("leaves a label that can be read where it is", () => {
    const layout = layoutOf({ x: 150, y: 50 });
    expect(placeLabels(layout)).toEqual(layout);
  });

  it.each([
    ["without a place", undefined],
    ["on a state", { x: 60, y: 50 }],
    ["on a timer's pill", { x: 50, y: 96 }],
    ["with an arrow through it", { x: 150, y: 66 }],
    ["outside of the drawing", { x: 400, y: 10 }],
  ])("moves a label %s beside its arrow, near where that begins", (_what, label) => {
    const layout = layoutOf(label);
    expect(faultsOf(layout)).not.toEqual([]);
    const placed = placeLabels(layout);
    expect(placed && faultsOf(placed)).toEqual([]);
    expect(placed?.edges[0]?.label?.box).toMatchObject({ x: 118, y: 53 });
  });

  it("moves a label from a note", () => {
    const notes = [{ text: "b has no undo", at: { x: 150, y: 60 } }];
    const layout = layoutOf({ x: 130, y: 50 }, { notes });
    expect(faultsOf(layout)).toEqual(["label PAY of a b on note b has no undo"]);
    const box = placeLabels(layout)?.edges[0]?.label?.box;
    const [note] = fixedWords(layout).notes;
    expect(box && note && overlap(box, note.box)).toBe(false);
  });

  it("gives the layout up where an arrow has no room, so that another one makes some", () => {
    const nodes = [state("a", 10, 50), state("b", 140, 50)];
    const layout = layoutOf(undefined, { nodes });
    const [edge] = layout.edges;
    const points = [
      { x: 110, y: 72 },
      { x: 140, y: 72 },
    ];
    expect(edge && placeLabels({ ...layout, edges: [{ ...edge, points }] })).toBeUndefined();
  });

  it("gives the layout up where an arrow runs through a title", () => {
    const box = { isContainer: true, width: 180, height: 100 };
    const layout = layoutOf(
      { x: 150, y: 50 },
      {
        nodes: [state("a", 10, 50), state("b", 300, 50), state("c", 112, 54, box)],
      },
    );
    expect(faultsOf(layout)).toContain("a b through title of c");
    expect(placeLabels(layout)).toBeUndefined();
  });
});
