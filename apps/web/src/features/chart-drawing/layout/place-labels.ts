import { type Box, crosses, overlap, type Point, segmentsOf } from "../../../lib/geometry.ts";
import type { ChartLayout, PlacedEdge } from "./chart-layout.ts";

/** Between a line and its label. */
const BESIDE = 5;
/** A label stays this far from the ends of its run. */
const FROM_END = 8;

/** Puts labels beside arrows that have none yet, over a level run or right of an upright one, where nothing else is. The rest go without. */
export function placeLabels(layout: ChartLayout): ChartLayout {
  const taken: Box[] = layout.nodes.filter((node) => !node.isContainer).map((node) => node.box);
  const lines = [...layout.edges, ...layout.starts].flatMap(({ points }) => segmentsOf(points));
  const edges = layout.edges.map((edge): PlacedEdge => {
    if (edge.label || edge.lines.length === 0) return edge;
    const box = candidates(edge).find(
      (one) =>
        !taken.some((other) => overlap(one, other, 2)) &&
        !lines.some(([from, to]) => crosses(from, to, one)),
    );
    if (!box) return edge;
    taken.push(box);
    return { ...edge, label: { box, lines: edge.lines } };
  });
  return { ...layout, edges };
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
  const low = Math.min(from.x, to.x) + FROM_END;
  const high = Math.max(from.x, to.x) - FROM_END - size.width;
  if (high < low) return [];
  const y = from.y - BESIDE - size.height;
  const near = from.x < to.x ? low : high;
  const far = from.x < to.x ? high : low;
  return [near, (low + high) / 2, far].map((x) => ({ x, y, ...size }));
}

function alongUpright(from: Point, to: Point, size: Size): readonly Box[] {
  const low = Math.min(from.y, to.y) + FROM_END;
  const high = Math.max(from.y, to.y) - FROM_END - size.height;
  if (high < low) return [];
  return [low, (low + high) / 2, high].map((y) => ({ x: from.x + BESIDE, y, ...size }));
}
