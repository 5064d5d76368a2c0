/** A place in the drawing, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its top left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The middle of a box. */
export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether two boxes share more than an edge; `apart` is a gap they must keep. */
export function overlap(a: Box, b: Box, apart = 0): boolean {
  return (
    a.x < b.x + b.width + apart &&
    b.x < a.x + a.width + apart &&
    a.y < b.y + b.height + apart &&
    b.y < a.y + a.height + apart
  );
}

/** Whether a point lies inside a box. */
export function contains(box: Box, point: Point): boolean {
  return (
    point.x >= box.x &&
    point.x <= box.x + box.width &&
    point.y >= box.y &&
    point.y <= box.y + box.height
  );
}

/** Whether an upright or level line passes through the inside of a box. */
export function crosses(from: Point, to: Point, box: Box): boolean {
  return (
    Math.max(from.x, to.x) > box.x &&
    Math.min(from.x, to.x) < box.x + box.width &&
    Math.max(from.y, to.y) > box.y &&
    Math.min(from.y, to.y) < box.y + box.height
  );
}

/** The straight pieces of a line. */
export function segmentsOf(points: readonly Point[]): readonly (readonly [Point, Point])[] {
  return points.slice(1).flatMap((point, at) => {
    const before = points[at];
    return before ? [[before, point] as const] : [];
  });
}

/** The smallest box around boxes and points, with a margin. */
export function boundsOf(parts: readonly (Box | Point)[], margin: number): Box {
  const left = Math.min(...parts.map((part) => part.x)) - margin;
  const top = Math.min(...parts.map((part) => part.y)) - margin;
  const right = Math.max(...parts.map((part) => part.x + ("width" in part ? part.width : 0)));
  const bottom = Math.max(...parts.map((part) => part.y + ("height" in part ? part.height : 0)));
  return { x: left, y: top, width: right + margin - left, height: bottom + margin - top };
}

/** Where a line first crosses the outline of a box. */
export function crossingOf(points: readonly Point[], box: Box): Point | undefined {
  for (const [from, to] of segmentsOf(points)) {
    if (contains(box, from) === contains(box, to)) continue;
    const level = from.y === to.y;
    const { x, y, width, height } = box;
    if (level) return { x: nearest(from.x, to.x, x, x + width), y: from.y };
    return { x: from.x, y: nearest(from.y, to.y, y, y + height) };
  }
  return undefined;
}

function nearest(from: number, to: number, low: number, high: number): number {
  const between = (value: number) => value >= Math.min(from, to) && value <= Math.max(from, to);
  return between(low) ? low : high;
}

/** A point on a line, `share` of its length from its start. */
export function pointAlong(points: readonly Point[], share: number): Point {
  const lengths = segmentsOf(points).map(([a, b]) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y));
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (const [at, [a, b]] of segmentsOf(points).entries()) {
    const length = lengths[at] ?? 0;
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
    }
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

/** An SVG path along the points with rounded corners, shortened by `endGap` where the arrow head stands. */
export function roundedPath(points: readonly Point[], radius: number, endGap = 0): string {
  const line = shortened(points, endGap);
  const [first, ...rest] = line;
  if (!first) return "";
  const parts = [`M${num(first.x)} ${num(first.y)}`];
  for (const [at, point] of rest.entries()) {
    const before = line[at];
    const after = rest[at + 1];
    if (!before) continue;
    parts.push(after ? corner(before, point, after, radius) : `L${num(point.x)} ${num(point.y)}`);
  }
  return parts.join("");
}

function corner(before: Point, at: Point, after: Point, radius: number): string {
  const r = Math.min(radius, distance(before, at) / 2, distance(at, after) / 2);
  const start = towards(at, before, r);
  const end = towards(at, after, r);
  return `L${num(start.x)} ${num(start.y)}Q${num(at.x)} ${num(at.y)} ${num(end.x)} ${num(end.y)}`;
}

function shortened(points: readonly Point[], gap: number): readonly Point[] {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before || gap === 0) return points;
  return [...points.slice(0, -1), towards(last, before, Math.min(gap, distance(last, before)))];
}

/** The point `by` pixels from `from` in the direction of `to`. */
export function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return {
    x: from.x + ((to.x - from.x) * by) / length,
    y: from.y + ((to.y - from.y) * by) / length,
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function num(value: number): number {
  return Math.round(value * 10) / 10;
}
