import { centreOf, crossingOf, type Point } from "../../../lib/geometry.ts";
import { textWidth } from "../../../lib/text-width.ts";
import type { Drawing } from "../build/drawing.ts";
import type { ChartLayout, PlacedNode, PlacedStart } from "./chart-layout.ts";
import { countTracks, sagaArrows } from "./saga-arrows.ts";
import { type SagaGrid, sagaGrid } from "./saga-grid.ts";
import { type SagaShape, sagaShapeOf } from "./saga-shape.ts";

/** How far over the first state the dot stands where the chart starts. */
const DOT_ABOVE = 28;
const DOT_RADIUS = 4.5;

/**
 * Lays out a saga as people draw one: a column a step, left to right, each undo under the step it undoes, walked right to
 * left. ELK cannot: the arrows from steps to undos would put the undos behind the steps. `undefined` if it is no saga.
 */
export function layoutSaga(drawing: Drawing): ChartLayout | undefined {
  const shape = sagaShapeOf(drawing);
  if (!shape) return undefined;
  const tracks = countTracks(sagaGrid(drawing, shape, 1), shape);
  const grid = sagaGrid(drawing, shape, tracks);
  return {
    id: drawing.id,
    width: grid.width,
    height: grid.height,
    nodes: drawing.nodes.map((node): PlacedNode => {
      const box = grid.boxes.get(node.path) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { ...node, box, depth: node.parent === undefined ? 0 : 1 };
    }),
    edges: sagaArrows(grid, shape),
    starts: drawing.starts.map((start) => startOf(grid, shape, start.to)),
    separators: [],
    notes: notesOf(grid, shape),
    by: "saga",
  };
}

/** Over the idle state; or left of the steps, if the saga starts with its first step. */
function startOf(grid: SagaGrid, shape: SagaShape, to: string): PlacedStart {
  const idle = shape.idle && grid.boxes.get(shape.idle.path);
  if (idle) {
    const { x } = centreOf(idle);
    const at = { x, y: idle.y - DOT_ABOVE };
    return {
      at,
      to,
      points: [
        { x, y: at.y + DOT_RADIUS },
        { x, y: idle.y },
      ],
      dots: [],
    };
  }
  const first = grid.boxes.get(to) ?? grid.steps;
  const at: Point = { x: grid.steps.x - 42, y: grid.stepY };
  const points = [
    { x: at.x + DOT_RADIUS, y: at.y },
    { x: first.x, y: at.y },
  ];
  const dot = crossingOf(points, grid.steps);
  return { at, to, points, dots: dot ? [dot] : [] };
}

/** Says in its column that a step has no undo, above the line of the walk if that passes by. */
function notesOf(grid: SagaGrid, shape: SagaShape): ChartLayout["notes"] {
  if (!grid.undos) return [];
  const undone = shape.columns.flatMap(({ undo }, at) => (undo ? [at] : []));
  return shape.columns.flatMap(({ step, undo }, at) => {
    if (undo) return [];
    const box = grid.boxes.get(step.path);
    if (!box) return [];
    const between = at > (undone[0] ?? 0) && at < (undone.at(-1) ?? 0);
    const y = between || at < (undone[0] ?? 0) ? grid.undoY - 14 : grid.undoY;
    return [{ text: noteText(step.name, box.width), at: { x: centreOf(box).x, y } }];
  });
}

function noteText(name: string, room: number): string {
  const text = `${name} has no undo`;
  return textWidth(text, "label", 11) <= room ? text : "no undo";
}
