import { type Box, centreOf, crossingOf, type Point } from "../../../lib/geometry.ts";
import type { DrawingEdge } from "../build/drawing.ts";
import type { PlacedEdge } from "./chart-layout.ts";
import {
  BESIDE_EXIT,
  ENTRIES,
  EXIT_LEFT,
  entryRange,
  RETRY_INSET,
  type SagaGrid,
  TRACK,
} from "./saga-grid.ts";
import { placeOf, type SagaArrow, type SagaShape } from "./saga-shape.ts";
import { assignTracks } from "./saga-tracks.ts";

/** Space between a line and its label. */
const BESIDE = 6;
const ABOVE = 4;

/** A failing arrow's way down into the gutter and to its target. */
interface FailRoute {
  readonly edge: DrawingEdge;
  readonly exit: Point;
  readonly entry: Point;
  readonly track: number;
  /** The first step's retry gives up to the left, past the gutter. */
  readonly aside: boolean;
}

/** How many tracks the gutter between the lanes needs. */
export function countTracks(grid: SagaGrid, shape: SagaShape): number {
  return Math.max(0, ...failRoutes(grid, shape).map((route) => route.track + 1));
}

/** All arrows of a saga in their places; none passes through a state or a label. */
export function sagaArrows(grid: SagaGrid, shape: SagaShape): readonly PlacedEdge[] {
  const fails = new Map(failRoutes(grid, shape).map((route) => [route.edge.id, route]));
  return grid.arrows.map(([edge, arrow]) => {
    const fail = fails.get(edge.id);
    const { points, label } = fail ? failWay(grid, fail) : straightWay(grid, shape, edge, arrow);
    const entered = edge.enters.flatMap((path) => grid.boxes.get(path) ?? []);
    return {
      ...edge,
      points,
      label:
        edge.lines.length === 0 || !label
          ? undefined
          : {
              lines: edge.lines,
              box: { ...label, width: edge.labelWidth, height: edge.labelHeight },
            },
      dots: entered.flatMap((box) => crossingOf(points, box) ?? []),
    };
  });
}

interface Way {
  readonly points: readonly Point[];
  readonly label: Point | undefined;
}

function boxOf(grid: SagaGrid, path: string): Box {
  return grid.boxes.get(path) ?? { x: 0, y: 0, width: 0, height: 0 };
}

function straightWay(grid: SagaGrid, shape: SagaShape, edge: DrawingEdge, arrow: SagaArrow): Way {
  const from = boxOf(grid, edge.from);
  const to = boxOf(grid, edge.to);
  switch (arrow) {
    case "wait":
      return upright(grid, edge, from.x + RETRY_INSET, from.y + from.height, to.y);
    case "retry":
      return upright(grid, edge, from.x + from.width - RETRY_INSET, from.y, to.y + to.height);
    case "undoFail":
      return busWay(grid, edge, from, to);
    case "undoNext":
      return level(edge, from.x, to.x + to.width, grid.undoY, [
        from.x - gapBefore(grid, shape, edge),
        from.x,
      ]);
    case "undone":
      return level(edge, from.x, to.x + to.width, grid.undoY, [to.x + to.width, grid.steps.x]);
    case "start":
      return level(edge, from.x + from.width, to.x, grid.stepY, [
        from.x + from.width,
        grid.steps.x,
      ]);
    case "complete":
      return level(edge, from.x + from.width, to.x, grid.stepY, [
        grid.steps.x + grid.steps.width,
        to.x,
      ]);
    default:
      return level(edge, from.x + from.width, to.x, grid.stepY, [from.x + from.width, to.x]);
  }
}

/** A level line with its label over the middle of a stretch of it. */
function level(
  edge: DrawingEdge,
  from: number,
  to: number,
  y: number,
  [low, high]: readonly [number, number],
): Way {
  return {
    points: [
      { x: from, y },
      { x: to, y },
    ],
    label: { x: (low + high - edge.labelWidth) / 2, y: y - ABOVE - edge.labelHeight },
  };
}

function gapBefore(grid: SagaGrid, shape: SagaShape, edge: DrawingEdge): number {
  const column = placeOf(shape, edge.from)?.column ?? 0;
  const before = shape.columns[column - 1];
  if (!before) return 0;
  const box = boxOf(grid, before.step.path);
  return boxOf(grid, edge.from).x - box.x - box.width;
}

/** A line between a step and its retry, with its label to the right. */
function upright(grid: SagaGrid, edge: DrawingEdge, x: number, from: number, to: number): Way {
  const clear = Math.min(from, to) < grid.stepY ? 0 : 3;
  return {
    points: [
      { x, y: from },
      { x, y: to },
    ],
    label: { x: x + BESIDE, y: (from + to - edge.labelHeight) / 2 + clear },
  };
}

/** The exits of failing undos share one line along the floor of their lane; each has its label where it joins that line. */
function busWay(grid: SagaGrid, edge: DrawingEdge, from: Box, to: Box): Way {
  const x = from.x + EXIT_LEFT;
  return {
    points: [
      { x, y: from.y + from.height },
      { x, y: grid.busY },
      { x: to.x, y: grid.busY },
    ],
    label: { x: x + BESIDE_EXIT, y: grid.busY - ABOVE + 1 - edge.labelHeight },
  };
}

function failRoutes(grid: SagaGrid, shape: SagaShape): readonly FailRoute[] {
  const fails = grid.arrows
    .filter(([, arrow]) => arrow === "fail")
    .map(([edge]) => edge)
    .sort((a, b) => boxOf(grid, a.from).x - boxOf(grid, b.from).x);
  const routes = fails.map((edge) => {
    const box = boxOf(grid, edge.from);
    const aside = isAside(shape, edge);
    const exit = aside
      ? { x: box.x, y: box.y + box.height / 2 }
      : { x: box.x + EXIT_LEFT, y: box.y + box.height };
    return { edge, exit, aside, entry: entryOf(grid, shape, edge, fails) };
  });
  const inGutter = routes.filter((route) => !route.aside);
  const tracks = assignTracks(inGutter.map(({ exit, entry }) => ({ from: entry.x, to: exit.x })));
  return routes.map((route) => ({ ...route, track: tracks[inGutter.indexOf(route)] ?? -1 }));
}

function isAside(shape: SagaShape, edge: DrawingEdge): boolean {
  const from = placeOf(shape, edge.from);
  return from?.row === "retry" && from.column === 0 && edge.to === shape.failed.path;
}

/** Arrows into one node stand side by side, those from further left further left. */
function entryOf(
  grid: SagaGrid,
  shape: SagaShape,
  edge: DrawingEdge,
  fails: readonly DrawingEdge[],
): Point {
  const same = fails.filter((other) => other.to === edge.to);
  const box = boxOf(grid, edge.to);
  const offset = (same.indexOf(edge) - (same.length - 1) / 2) * ENTRIES;
  if (edge.to === shape.failed.path) return { x: centreOf(box).x + offset, y: box.y };
  const [low, high] = entryRange(grid, shape, edge.to);
  const spread = ((same.length - 1) * ENTRIES) / 2;
  const middle = Math.min(
    Math.max(box.x + box.width * 0.66, low + spread),
    Math.max(high - spread, low),
  );
  return { x: middle + offset, y: box.y };
}

function failWay(grid: SagaGrid, { exit, entry, track, aside }: FailRoute): Way {
  if (aside) {
    return {
      points: [exit, { x: entry.x, y: exit.y }, entry],
      label: { x: entry.x + BESIDE, y: exit.y + ABOVE },
    };
  }
  const y = grid.trackY + track * TRACK;
  return {
    points: [exit, { x: exit.x, y }, { x: entry.x, y }, entry],
    label: { x: exit.x + BESIDE, y: grid.gutterTop + ABOVE },
  };
}
