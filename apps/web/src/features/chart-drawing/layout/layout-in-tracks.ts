import { type Box, crossingOf, type Point } from "../../../lib/geometry.ts";
import type { Drawing, DrawingEdge } from "../build/drawing.ts";
import type { ChartLayout, PlacedEdge, PlacedNode, PlacedStart } from "./chart-layout.ts";
import { separatorsOf } from "./elk-result.ts";
import { stateTreeOf } from "./state-tree.ts";
import { labelTop } from "./track-blocks.ts";
import { planTracks, type TrackPlan } from "./track-plan.ts";
import { DOT_RADIUS, type PlacedPlan, startWay, wayOf } from "./track-ways.ts";

const LABEL_LEFT = 5;

/**
 * Lays out a chart of any size in milliseconds: columns of states with gutters between them, in which arrows run on tracks of
 * their own. Arrows to one state join on the way to it. Nothing passes through a state or a label, by construction; each
 * label stands where its arrow leaves. It knows no crossings to avoid, so small charts are nicer with ELK.
 */
export function layoutInTracks(drawing: Drawing): ChartLayout {
  const tree = stateTreeOf(drawing);
  const { plans, blocks, top } = planTracks(drawing, tree);
  const { corners, boxes } = placeBoxes(drawing, { plans, blocks });
  const boxOf = (path: string): Box => boxes.get(path) ?? { x: 0, y: 0, width: 0, height: 0 };
  const placed: PlacedPlan = { plans, blocks, tree, corners, boxOf };
  const nodes = placeNodes(drawing, boxes);
  const dotsOn = (points: readonly Point[], enters: readonly string[]) =>
    enters.flatMap((path) => crossingOf(points, boxOf(path)) ?? []);
  return {
    id: drawing.id,
    width: top.width,
    height: top.height,
    nodes,
    edges: drawing.edges.map((edge): PlacedEdge => {
      const points = wayOf(edge, placed);
      const label = labelOf(edge, placed);
      return { ...edge, points, label, dots: dotsOn(points, edge.enters) };
    }),
    starts: drawing.starts.map((start): PlacedStart => {
      const points = startWay(start, placed);
      const [first] = points;
      const at = first ? { x: first.x - DOT_RADIUS, y: first.y } : { x: 0, y: 0 };
      return { at, to: start.to, points, dots: dotsOn(points, start.enters) };
    }),
    separators: separatorsOf(nodes),
    notes: [],
    by: "tracks",
  };
}

/** Every state in the drawing's own pixels; a container comes before what it holds. */
function placeBoxes(drawing: Drawing, { plans, blocks }: TrackPlan) {
  const corners = new Map<string | undefined, Point>([[undefined, { x: 0, y: 0 }]]);
  const boxes = new Map<string, Box>();
  for (const node of drawing.nodes) {
    const outer = corners.get(node.parent) ?? { x: 0, y: 0 };
    const at = plans.get(node.parent)?.at.get(node.path) ?? { x: 0, y: 0 };
    const { width = 0, height = 0 } = blocks.get(node.path) ?? {};
    const corner = { x: outer.x + at.x, y: outer.y + at.y };
    corners.set(node.path, corner);
    boxes.set(node.path, { ...corner, width, height });
  }
  return { corners, boxes };
}

/** Right of the state, where its arrow leaves; in a container, at its left side, where its arrow to a state in it begins. */
function labelOf(edge: DrawingEdge, { plans, blocks, boxOf }: PlacedPlan): PlacedEdge["label"] {
  const inner = plans.get(edge.from)?.owns.get(edge.id);
  const y = inner ?? blocks.get(edge.from)?.exits.get(edge.id);
  if (y === undefined || edge.lines.length === 0) return undefined;
  const box = boxOf(edge.from);
  return {
    lines: edge.lines,
    box: {
      x: LABEL_LEFT + box.x + (inner === undefined ? box.width : 0),
      y: labelTop(edge, box.y + y),
      width: edge.labelWidth,
      height: edge.labelHeight,
    },
  };
}

function placeNodes(drawing: Drawing, boxes: ReadonlyMap<string, Box>): readonly PlacedNode[] {
  const placed = new Map<string, PlacedNode>();
  for (const node of drawing.nodes) {
    const parent = node.parent === undefined ? undefined : placed.get(node.parent);
    const box = boxes.get(node.path) ?? { x: 0, y: 0, width: 0, height: 0 };
    placed.set(node.path, { ...node, box, depth: parent ? parent.depth + 1 : 0 });
  }
  return [...placed.values()];
}
