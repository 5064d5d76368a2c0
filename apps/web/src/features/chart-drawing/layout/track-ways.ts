import type { Box, Point } from "../../../lib/geometry.ts";
import type { DrawingEdge, DrawingStart } from "../build/drawing.ts";
import type { StateTree } from "./state-tree.ts";
import { arrowTo, type TrackPlan } from "./track-plan.ts";

const DOT_BEFORE = 26;
/** The dot that a chart or container starts from. */
export const DOT_RADIUS = 4.5;

/** A plan with every state in its place. */
export interface PlacedPlan extends TrackPlan {
  readonly tree: StateTree;
  /** The corner of each container; that of the drawing itself is under `undefined`. */
  readonly corners: ReadonlyMap<string | undefined, Point>;
  readonly boxOf: (path: string) => Box;
}

/** The whole way of an arrow: out of each container around its source, then into each around its target. */
export function wayOf(edge: DrawingEdge, placed: PlacedPlan): readonly Point[] {
  const { tree, plans } = placed;
  const holds = (container: string | undefined, path: string) =>
    container === undefined || container === path || tree.around(path).includes(container);
  const isInside = edge.from !== edge.to && holds(edge.from, edge.to) && plans.has(edge.from);
  const up = isInside ? [edge.from] : tree.around(edge.from);
  const turn = up.findIndex((container) => holds(container, edge.to));
  const ascent = up.slice(0, turn + 1);
  const meeting = ascent.at(-1);
  const around = tree.around(edge.to);
  const descent = edge.to === meeting ? [] : around.slice(0, around.indexOf(meeting)).reverse();
  return straightened(along([...ascent, ...descent], edge, placed));
}

/** The line from a dot to the state it starts in. */
export function startWay(start: DrawingStart, placed: PlacedPlan): readonly Point[] {
  const { tree, blocks, boxOf } = placed;
  const child = tree.childIn(start.parent, start.to);
  if (child === undefined) return [];
  const block = blocks.get(child);
  const box = boxOf(child);
  const own = block?.ins.get(start.to);
  if (child === start.to || own === undefined) {
    // No arrow leads in there: the line goes to the container's side, and the dot says that it is entered.
    const y = box.y + (block?.startY ?? 0);
    return [
      { x: box.x - DOT_BEFORE + DOT_RADIUS, y },
      { x: box.x, y },
    ];
  }
  const y = box.y + own;
  const inner = innerWay(start.to, child, placed);
  return straightened([
    { x: box.x - DOT_BEFORE + DOT_RADIUS, y },
    { x: box.x, y },
    ...inner,
    { x: boxOf(start.to).x, y: inner.at(-1)?.y ?? y },
  ]);
}

/** From a container's left side to a state in it, along the tracks of the arrows that lead there. */
function innerWay(to: string, child: string, placed: PlacedPlan): readonly Point[] {
  const around = placed.tree.around(to);
  const inside = around.slice(0, around.indexOf(child) + 1).reverse();
  return along(inside, arrowTo(to), placed);
}

/** What an arrow runs in each of these containers, one after the other. */
function along(
  containers: readonly (string | undefined)[],
  edge: DrawingEdge,
  { plans, corners }: PlacedPlan,
): readonly Point[] {
  return containers.flatMap((container) => {
    const corner = corners.get(container) ?? { x: 0, y: 0 };
    const piece = plans.get(container)?.pieceOf(edge) ?? [];
    return piece.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }));
  });
}

/** Without points that lie on the way between their neighbours. */
function straightened(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const level = before && last && before.y === last.y && last.y === point.y;
    const upright = before && last && before.x === last.x && last.x === point.x;
    if (level || upright) kept.pop();
    kept.push(point);
  }
  return kept;
}
