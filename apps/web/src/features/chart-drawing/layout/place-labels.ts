import { type Box, crosses, overlap, type Point, segmentsOf } from "../../../lib/geometry.ts";
import type { ChartLayout, PlacedEdge } from "./chart-layout.ts";
import { fixedWords } from "./fixed-words.ts";

/** Between a line and its label. */
const BESIDE = 5;
/** A label stays this far from the ends of its run. */
const FROM_END = 8;
/** Between one place that is tried along a run and the next. */
const STEP = 12;
/** A label that is moved keeps this far from other things. */
const APART = 2;

/**
 * The layout with every label where it can be read: those that have no place, or lie on something, are put beside another part of
 * their arrow. `undefined` if one finds no room, or if a title or note is unreadable: it is for another layout to make room then.
 */
export function placeLabels(layout: ChartLayout): ChartLayout | undefined {
  const { titles, pills, notes } = fixedWords(layout);
  const lines = [...layout.edges, ...layout.starts].flatMap(({ points }) => segmentsOf(points));
  const leaves = layout.nodes.filter((node) => !node.isContainer).map((node) => node.box);
  const still = [...titles, ...notes].map(({ box }) => box);
  const solid = [...leaves, ...pills.map(({ box }) => box)];
  const isCrossed = (box: Box) => lines.some(([from, to]) => crosses(from, to, box));
  const isCovered = still.some(
    (one, at) =>
      isCrossed(one) || [...solid, ...still.slice(at + 1)].some((other) => overlap(one, other)),
  );
  if (isCovered) return undefined;

  const page: Box = { x: 0, y: 0, width: layout.width, height: layout.height };
  const taken = [...solid, ...still];
  const isFree = (box: Box, apart: number) =>
    isWithin(page, box) && !isCrossed(box) && !taken.some((other) => overlap(box, other, apart));
  const placed = new Map<string, Box>();
  for (const { id, label } of layout.edges) {
    if (!label || !isFree(label.box, 0)) continue;
    taken.push(label.box);
    placed.set(id, label.box);
  }
  for (const edge of layout.edges) {
    if (placed.has(edge.id) || edge.lines.length === 0) continue;
    const box = candidates(edge).find((one) => isFree(one, APART));
    if (!box) return undefined;
    taken.push(box);
    placed.set(edge.id, box);
  }
  const edges = layout.edges.map((edge): PlacedEdge => {
    const box = placed.get(edge.id);
    return { ...edge, label: box && { box, lines: edge.lines } };
  });
  return { ...layout, edges };
}

function isWithin(outer: Box, { x, y, width, height }: Box): boolean {
  return (
    x >= outer.x &&
    y >= outer.y &&
    x + width <= outer.x + outer.width &&
    y + height <= outer.y + outer.height
  );
}

/** Places along an arrow, those near its start first: there a reader looks for what leads away. */
function candidates({ points, labelWidth, labelHeight }: PlacedEdge): readonly Box[] {
  const size = { width: labelWidth, height: labelHeight };
  return segmentsOf(points).flatMap(([from, to]) =>
    from.y === to.y ? alongLevel(from, to, size) : alongUpright(from, to, size),
  );
}

type Size = Pick<Box, "width" | "height">;

function alongLevel(from: Point, to: Point, size: Size): readonly Box[] {
  return stepsBetween(from.x, to.x, size.width).flatMap((x) => [
    { x, y: from.y - BESIDE - size.height, ...size },
    { x, y: from.y + BESIDE, ...size },
  ]);
}

function alongUpright(from: Point, to: Point, size: Size): readonly Box[] {
  return stepsBetween(from.y, to.y, size.height).flatMap((y) => [
    { x: from.x + BESIDE, y, ...size },
    { x: from.x - BESIDE - size.width, y, ...size },
  ]);
}

/** Where something of this length may begin on the way from one end of a run to the other. */
function stepsBetween(from: number, to: number, length: number): readonly number[] {
  const low = Math.min(from, to) + FROM_END;
  const high = Math.max(from, to) - FROM_END - length;
  if (high < low) return [];
  const steps = Array.from(
    { length: Math.floor((high - low) / STEP) + 1 },
    (_, at) => low + at * STEP,
  );
  const all = steps.at(-1) === high ? steps : [...steps, high];
  return from < to ? all : all.reverse();
}
