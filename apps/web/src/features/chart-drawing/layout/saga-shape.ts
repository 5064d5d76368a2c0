import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";

/** One column of a saga: a step, the state that waits before its retry, and the step that undoes it. */
export interface SagaColumn {
  readonly step: DrawingNode;
  readonly retry: DrawingNode | undefined;
  readonly undo: DrawingNode | undefined;
}

/** A chart that the saga builder wrote, or one of exactly its shape. */
export interface SagaShape {
  readonly steps: DrawingNode;
  readonly undos: DrawingNode | undefined;
  readonly idle: DrawingNode | undefined;
  readonly failed: DrawingNode;
  readonly completed: DrawingNode;
  readonly undoFailed: DrawingNode | undefined;
  readonly columns: readonly SagaColumn[];
}

/** What an arrow of a saga is, which decides the way it takes. */
export type SagaArrow =
  | "start"
  | "forward"
  | "complete"
  | "wait"
  | "retry"
  | "fail"
  | "undoNext"
  | "undone"
  | "undoFail";

/** Reads a drawing as a saga; `undefined` if any state or arrow does not fit, and then it is laid out like every other chart. */
export function sagaShapeOf(drawing: Drawing): SagaShape | undefined {
  const top = (name: string) =>
    drawing.nodes.find((node) => node.parent === undefined && node.path === name);
  const steps = top("steps");
  const failed = top("failed");
  const completed = top("completed");
  if (!steps?.isContainer || !failed || !completed) return undefined;
  const undos = top("compensating");
  const columns = columnsOf(drawing, steps, undos);
  if (!columns) return undefined;
  const idle = top("idle");
  const shape = { steps, undos, idle, failed, completed, columns } as const;
  const whole: SagaShape = { ...shape, undoFailed: top("compensationFailed") };
  return fits(drawing, whole) ? whole : undefined;
}

function columnsOf(
  drawing: Drawing,
  steps: DrawingNode,
  undos: DrawingNode | undefined,
): readonly SagaColumn[] | undefined {
  const byPath = new Map(drawing.nodes.map((node) => [node.path, node]));
  const names = steps.children.map((path) => byPath.get(path)?.name ?? "");
  const columns = names
    .filter((name) => !(name.endsWith("Retrying") && names.includes(name.slice(0, -8))))
    .flatMap((name): SagaColumn[] => {
      const step = byPath.get(`${steps.path}.${name}`);
      if (!step || step.isContainer) return [];
      const retry = byPath.get(`${steps.path}.${name}Retrying`);
      return [{ step, retry, undo: undos && byPath.get(`${undos.path}.${name}`) }];
    });
  const placed = columns.flatMap(({ step, retry, undo }) => [step, retry, undo]).filter(Boolean);
  const all = steps.children.length + (undos?.children.length ?? 0);
  return placed.length === all ? columns : undefined;
}

/** Whether nothing is left over that a saga would have no place for. */
function fits(drawing: Drawing, shape: SagaShape): boolean {
  const top = [
    shape.steps,
    shape.undos,
    shape.idle,
    shape.failed,
    shape.completed,
    shape.undoFailed,
  ];
  const atTop = drawing.nodes.filter((node) => node.parent === undefined);
  return (
    atTop.every((node) => top.includes(node)) &&
    drawing.starts.length === 1 &&
    drawing.edges.every((edge) => sagaArrowOf(shape, edge) !== undefined)
  );
}

/** The kind of an arrow, by the columns of its ends; `undefined` if sagas have no such arrow. */
export function sagaArrowOf(shape: SagaShape, edge: DrawingEdge): SagaArrow | undefined {
  const from = placeOf(shape, edge.from);
  const to = placeOf(shape, edge.to);
  if (edge.from === shape.idle?.path) {
    return to?.row === "step" && to.column === 0 ? "start" : undefined;
  }
  if (!from) return undefined;
  if (from.row === "undo") return undoArrow(shape, edge, from.column, to);
  if (edge.to === shape.failed.path) return "fail";
  if (to?.row === "undo") return to.column < from.column ? "fail" : undefined;
  if (from.row === "retry")
    return to?.row === "step" && to.column === from.column ? "retry" : undefined;
  if (to?.row === "retry") return to.column === from.column ? "wait" : undefined;
  if (to?.row === "step") return to.column === from.column + 1 ? "forward" : undefined;
  const isLast = from.column === shape.columns.length - 1;
  return edge.to === shape.completed.path && isLast ? "complete" : undefined;
}

interface Place {
  readonly row: "step" | "retry" | "undo";
  readonly column: number;
}

function undoArrow(
  shape: SagaShape,
  edge: DrawingEdge,
  column: number,
  to: Place | undefined,
): SagaArrow | undefined {
  if (edge.to === shape.undoFailed?.path) return "undoFail";
  if (edge.to === shape.failed.path) {
    const isFirst = !shape.columns.slice(0, column).some(({ undo }) => undo);
    return isFirst ? "undone" : undefined;
  }
  if (to?.row !== "undo" || to.column >= column) return undefined;
  return shape.columns.slice(to.column + 1, column).some(({ undo }) => undo)
    ? undefined
    : "undoNext";
}

/** Where a state stands in the columns. */
export function placeOf(shape: SagaShape, path: string): Place | undefined {
  for (const [column, { step, retry, undo }] of shape.columns.entries()) {
    if (step.path === path) return { row: "step", column };
    if (retry?.path === path) return { row: "retry", column };
    if (undo?.path === path) return { row: "undo", column };
  }
  return undefined;
}
