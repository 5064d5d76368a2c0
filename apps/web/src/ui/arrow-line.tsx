import { type Point, roundedPath, towards } from "../lib/geometry.ts";

/** Radius of an arrow's corners. */
export const ARROW_RADIUS = 6;
/** The line ends inside the head, so that its flat end is not seen. */
export const ARROW_GAP = 5;
const HEAD = 8;

/** A line with rounded corners and a head, in the colour and width of the arrow class around it (`drawing.css`). */
export function ArrowLine({ points }: { readonly points: readonly Point[] }) {
  return (
    <>
      <path className="line" d={roundedPath(points, ARROW_RADIUS, ARROW_GAP)} />
      <path className="head" d={arrowHead(points)} />
    </>
  );
}

/** The triangle at the end of a line, as wide as it is long, pointing along its last stretch. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return "";
  const base = towards(tip, before, HEAD - 0.4);
  const across = {
    x: ((tip.y - before.y) / length(tip, before)) * 3.4,
    y: ((before.x - tip.x) / length(tip, before)) * 3.4,
  };
  return `M${base.x + across.x} ${base.y + across.y}L${tip.x} ${tip.y}L${base.x - across.x} ${base.y - across.y}Z`;
}

function length(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y) || 1;
}
