import type { Box } from "../../../lib/geometry.ts";
import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";
import { TITLE_LEFT, titleWidth } from "./fixed-words.ts";
import { type SagaArrow, type SagaShape, sagaArrowOf } from "./saga-shape.ts";

/** Room around the drawing, and inside a container beside its children. */
const PAD = 14;
const LANE_TOP = 26;
const NAME_ROOM = 30;
const COLUMN_MIN = 124;
const LEFT_MIN = 86;
const GAP_MIN = 36;
const RIGHT_GAP_MIN = 48;
const GUTTER_MIN = 44;
/** Between two arrows that run side by side in a gutter. */
export const TRACK = 14;
/** Where an arrow that leaves a node downwards starts, left of the countdown pill. */
export const EXIT_LEFT = 32;
/** Where the two arrows between a step and its retry run, from the node's sides. */
export const RETRY_INSET = 16;
/** A timer's pill hangs out of its undo, over the labels on this line. */
const BUS_BELOW = 26;
const FLOOR = 18;
/** Between two arrows that enter the same node. */
export const ENTRIES = 16;
/** Arrows enter a node from above left of its token's corner. */
const ENTRY_RIGHT = 28;
/** Between the line of a failing undo and its label. */
export const BESIDE_EXIT = 10;

/** Where everything of a saga stands, before its arrows. */
export interface SagaGrid {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
  /** The lane of steps and the lane of undos. */
  readonly steps: Box;
  readonly undos: Box | undefined;
  /** The middle of the step row, and of the undo row. */
  readonly stepY: number;
  readonly undoY: number;
  /** Between the lanes: where the first track runs, and how high labels over it may be. */
  readonly gutterTop: number;
  readonly trackY: number;
  /** Where all failing undos leave, along the floor of their lane. */
  readonly busY: number;
  readonly arrows: readonly (readonly [DrawingEdge, SagaArrow])[];
}

/** Places the states of a saga: a column a step, undos beneath, the start and the failed end left, the other ends right. */
export function sagaGrid(drawing: Drawing, shape: SagaShape, tracks: number): SagaGrid {
  const arrows = drawing.edges.flatMap((edge) => {
    const arrow = sagaArrowOf(shape, edge);
    return arrow ? [[edge, arrow] as const] : [];
  });
  const columns = columnsOf(shape, arrows);
  const rows = rowsOf(shape, arrows, tracks);
  const boxes = new Map<string, Box>();
  const put = (node: DrawingNode | undefined, box: Box) => node && boxes.set(node.path, box);

  const lane = { x: columns.laneX, width: columns.laneWidth };
  const steps = { ...lane, y: LANE_TOP, height: rows.stepsBottom - LANE_TOP };
  const undos = shape.undos && {
    ...lane,
    y: rows.undosTop,
    height: rows.undosBottom - rows.undosTop,
  };
  put(shape.steps, steps);
  if (undos) put(shape.undos, undos);
  for (const [at, column] of shape.columns.entries()) {
    const { x, width } = columns.at[at] ?? { x: 0, width: 0 };
    put(column.step, { x, width, y: rows.stepTop, height: rows.stepHeight });
    if (column.retry)
      put(column.retry, { x, width, y: rows.retryTop, height: column.retry.height });
    if (column.undo) put(column.undo, { x, width, y: rows.undoTop, height: rows.undoHeight });
  }
  const level = (node: DrawingNode, x: number, width: number, y: number) =>
    put(node, { x, width, y: y - node.height / 2, height: node.height });
  if (shape.idle) level(shape.idle, PAD, columns.leftWidth, rows.stepY);
  level(shape.failed, PAD, columns.leftWidth, rows.failedY);
  level(shape.completed, columns.rightX, columns.rightWidth, rows.stepY);
  if (shape.undoFailed) level(shape.undoFailed, columns.rightX, columns.rightWidth, rows.busY);
  const bottom = Math.max(...[...boxes.values()].map((box) => box.y + box.height));
  return {
    boxes,
    steps,
    undos,
    arrows,
    width: columns.rightX + columns.rightWidth + PAD,
    height: bottom + PAD,
    stepY: rows.stepY,
    undoY: rows.undoY,
    gutterTop: rows.stepsBottom,
    trackY: rows.trackY,
    busY: rows.busY,
  };
}

type Arrows = readonly (readonly [DrawingEdge, SagaArrow])[];

/** The widest label of a kind of arrow, of those that leave `node` if one is given. */
function widest(arrows: Arrows, kind: SagaArrow, node?: DrawingNode): number {
  const widths = arrows
    .filter(([edge, arrow]) => arrow === kind && (!node || edge.from === node.path))
    .map(([edge]) => edge.labelWidth);
  return Math.max(0, ...widths);
}

function highest(arrows: Arrows, kind: SagaArrow): number {
  return Math.max(
    0,
    ...arrows.filter(([, arrow]) => arrow === kind).map(([edge]) => edge.labelHeight),
  );
}

function columnsOf(shape: SagaShape, arrows: Arrows) {
  const { idle, failed, completed, undoFailed } = shape;
  const leftWidth = Math.max(LEFT_MIN, idle?.width ?? 0, failed.width);
  const gapLeft = Math.max(
    GAP_MIN,
    widest(arrows, "start") + 16,
    widest(arrows, "undone") + 16,
    widest(arrows, "fail", shape.columns[0]?.retry) + 14 - leftWidth / 2,
  );
  const laneX = PAD + leftWidth + gapLeft;
  let x = laneX + PAD;
  const at = shape.columns.map((column) => {
    const width = Math.max(columnWidth(column, arrows), firstWidth(shape, column, arrows));
    const place = { x, width };
    x += width + columnGap(column, arrows);
    return place;
  });
  const last = at.at(-1) ?? { x: laneX, width: 0 };
  const laneWidth = last.x + last.width + PAD - laneX;
  const gapRight = Math.max(RIGHT_GAP_MIN, widest(arrows, "complete") + 18);
  return {
    leftWidth,
    laneX,
    laneWidth,
    at,
    rightX: laneX + laneWidth + gapRight,
    rightWidth: Math.max(completed.width, undoFailed?.width ?? 0),
  };
}

/** Arrows enter the first undo from above, right of its lane's title. */
function firstWidth(shape: SagaShape, column: SagaShape["columns"][number], arrows: Arrows) {
  const { undo } = column;
  if (!shape.undos || !undo || column !== shape.columns[0]) return 0;
  const entering = arrows.filter(([edge, arrow]) => arrow === "fail" && edge.to === undo.path);
  if (entering.length === 0) return 0;
  return titleWidth(shape.undos) + TITLE_LEFT + (entering.length - 1) * ENTRIES + ENTRY_RIGHT;
}

function columnWidth({ step, retry, undo }: SagaShape["columns"][number], arrows: Arrows): number {
  const between = retry ? widest(arrows, "wait", step) + 2 * RETRY_INSET + 14 : 0;
  const failing = undo ? widest(arrows, "undoFail", undo) + EXIT_LEFT + 2 * BESIDE_EXIT : 0;
  return Math.max(COLUMN_MIN, step.width, retry?.width ?? 0, undo?.width ?? 0, between, failing);
}

function columnGap({ step, retry }: SagaShape["columns"][number], arrows: Arrows): number {
  const beside = retry ? widest(arrows, "retry", retry) + 6 - RETRY_INSET + 8 : 0;
  return Math.max(
    GAP_MIN,
    widest(arrows, "forward", step) + 14,
    widest(arrows, "undoNext") + 14,
    beside,
  );
}

function rowsOf(shape: SagaShape, arrows: Arrows, tracks: number) {
  const tallest = (pick: (column: SagaShape["columns"][number]) => DrawingNode | undefined) =>
    Math.max(0, ...shape.columns.map((column) => pick(column)?.height ?? 0));
  const stepTop = LANE_TOP + NAME_ROOM;
  const stepHeight = tallest(({ step }) => step);
  const retryHeight = tallest(({ retry }) => retry);
  const retryGap = Math.max(GAP_MIN, highest(arrows, "wait") + 20);
  const retryTop = stepTop + stepHeight + retryGap;
  const stepsBottom = (retryHeight > 0 ? retryTop + retryHeight : stepTop + stepHeight) + PAD;
  const trackY = stepsBottom + Math.max(GUTTER_MIN / 2, highest(arrows, "fail") + 8);
  const gutterBottom = Math.max(stepsBottom + GUTTER_MIN, trackY + (tracks - 1) * TRACK + 22);
  const undosTop = gutterBottom;
  const undoTop = undosTop + NAME_ROOM + 2;
  const undoHeight = tallest(({ undo }) => undo);
  const busY = undoTop + undoHeight + Math.max(BUS_BELOW, highest(arrows, "undoFail") + 12);
  const undoY = undoTop + undoHeight / 2;
  return {
    stepTop,
    stepHeight,
    stepY: stepTop + stepHeight / 2,
    retryTop,
    stepsBottom,
    trackY,
    undosTop,
    undoTop,
    undoHeight,
    undoY,
    busY,
    undosBottom: shape.undoFailed ? busY + FLOOR : undoTop + undoHeight + PAD,
    failedY: shape.undos ? undoY : gutterBottom + shape.failed.height / 2,
  };
}

/** Where arrows may enter the undo of a column from above: right of the lane's name, left of the token's corner. */
export function entryRange(
  grid: SagaGrid,
  shape: SagaShape,
  path: string,
): readonly [number, number] {
  const box = grid.boxes.get(path);
  if (!box || !grid.undos || !shape.undos) return [0, 0];
  const nameEnd = grid.undos.x + TITLE_LEFT + titleWidth(shape.undos) + 4;
  const right = box.x + box.width - ENTRY_RIGHT;
  return [Math.min(right, Math.max(box.x + 24, nameEnd)), right];
}
